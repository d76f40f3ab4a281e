/** Words of home pages. */
import { t } from "../../../domain/language/texts";

/** Returns "lasts 4 days", or undefined for a stock that nobody bought from. */
export function coverText(cover: number | null): string | undefined {
  if (cover === null) return undefined;
  if (cover === 0) return t("lasts less than a day");
  return t("{count, plural, one {lasts # day} other {lasts # days}}", { count: cover });
}
