/** Kinds of goods for GST: taxed at a rate, taxed at 0 %, or freed from the tax. The latter two stand on bills of supply. */
import { type Message, msg } from "../language/texts";

export const TAX_KINDS = ["taxable", "nil", "exempt"] as const;
export type TaxKind = (typeof TAX_KINDS)[number];

/** Their names on documents and in files. */
export const TAX_KIND_LABELS = {
  taxable: msg("Taxable"),
  nil: msg("Nil-rated"),
  exempt: msg("Exempt"),
} as const satisfies Record<TaxKind, Message>;

export function isTaxed(kind: TaxKind): boolean {
  return kind === "taxable";
}
