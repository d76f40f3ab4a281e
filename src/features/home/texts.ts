/** Words of home pages. */
import { t } from "../../../domain/language/texts";

/** Returns, for example, "1 line", "12 lines". */
export function linesText(lines: number): string {
  return lines === 1 ? "1 line" : `${lines} lines`;
}

/** Returns "lasts 4 days", or undefined for a stock that nobody bought from. */
export function coverText(cover: number | null): string | undefined {
  if (cover === null) return undefined;
  if (cover === 0) return t("lasts less than a day");
  return cover === 1 ? "lasts 1 day" : `lasts ${cover} days`;
}
