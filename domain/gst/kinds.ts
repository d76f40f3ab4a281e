/** Kinds of goods for GST: taxed at a rate, taxed at 0 %, or freed from the tax. The latter two stand on bills of supply. */

export const TAX_KINDS = ["taxable", "nil", "exempt"] as const;
export type TaxKind = (typeof TAX_KINDS)[number];

/** Their names on documents and in files. */
export const TAX_KIND_LABELS = {
  taxable: "Taxable",
  nil: "Nil-rated",
  exempt: "Exempt",
} as const satisfies Record<TaxKind, string>;

export function isTaxed(kind: TaxKind): boolean {
  return kind === "taxable";
}
