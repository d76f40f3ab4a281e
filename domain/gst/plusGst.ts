/** Words beside a price to which tax is added. */

/** 1800 → " + 18% GST", 0 → " + GST": nobody has said the rate yet. "" where the price is what is paid. */
export function plusGst(addedTaxBp: number | undefined): string {
  if (addedTaxBp === undefined) return "";
  return addedTaxBp === 0 ? " + GST" : ` + ${addedTaxBp / 100}% GST`;
}
