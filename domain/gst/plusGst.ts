/** Words beside a price to which tax is added. */
import { t } from "../language/texts";

/** 1800 → " + 18% GST", 0 → " + GST": nobody has said the rate yet. "" where the price is what is paid. */
export function plusGst(rateBp: number | undefined): string {
  if (rateBp === undefined) return "";
  return ` ${rateBp === 0 ? t("+ GST") : t("+ {percent}% GST", { percent: rateBp / 100 })}`;
}
