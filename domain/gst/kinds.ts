/** Kinds of goods for GST: taxed at a rate, taxed at 0 %, or freed from the tax. The latter two stand on bills of supply. */

export const TAX_KINDS = ["taxable", "nil", "exempt"] as const;
export type TaxKind = (typeof TAX_KINDS)[number];

export function isTaxed(kind: TaxKind): boolean {
  return kind === "taxable";
}
