/** Words of home pages. */
import { formatDate } from "../../../domain/dates";
import { t } from "../../../domain/language/texts";

const WEEKDAYS = [t("Sun"), t("Mon"), t("Tue"), t("Wed"), t("Thu"), t("Fri"), t("Sat")];

/** Returns a day (YYYY-MM-DD) as one of the next, without its year: "Mon 30 Nov". */
export function nearDayText(day: string): string {
  const [ofMonth = "", month = ""] = formatDate(day).split(" ");
  return `${WEEKDAYS[new Date(day).getUTCDay()] ?? ""} ${Number(ofMonth)} ${month}`;
}

/** Returns "lasts 4 days", or undefined for a stock that nobody bought from. */
export function coverText(cover: number | null): string | undefined {
  if (cover === null) return undefined;
  if (cover === 0) return t("lasts less than a day");
  return t("{count, plural, one {lasts # day} other {lasts # days}}", { count: cover });
}
