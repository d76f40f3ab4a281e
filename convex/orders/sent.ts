/** An order as it would be sent: all pieces of its lines, fewer, or none. */
import { NOT_AVAILABLE } from "../../domain/orderAnswer";
import { askedOf, withPieces } from "../../domain/orderLines";
import { type QuotedPrice, quotedPrice } from "../../domain/price";
import type { Doc } from "../_generated/dataModel";

export type Line = Doc<"orders">["lines"][number];

/** An answer to a line, as an offer stores it: 0 pieces also of a line that was refused before. */
export type SentLine = Readonly<Doc<"offers">["lines"][number]>;

/** True where another tax is offered than the line was placed at. */
export function changesTax({ addedTaxBp }: SentLine): boolean {
  return addedTaxBp !== undefined;
}

/** Returns the answer at this price: it names the tax on top where that is another than was agreed on. */
export function sentAt(
  sent: SentLine,
  line: QuotedPrice | undefined,
  { addedTaxBp }: Partial<QuotedPrice> = {},
): SentLine {
  const isOther = addedTaxBp !== undefined && addedTaxBp !== line?.addedTaxBp;
  return isOther ? { ...sent, addedTaxBp } : sent;
}

export function isSameSent(a: SentLine, b: SentLine | undefined): boolean {
  return a.quantity === b?.quantity && a.addedTaxBp === b.addedTaxBp;
}

/** Returns the price at which a line is sent. */
export function sentPrice(
  { pricePaise, addedTaxBp: placedBp }: QuotedPrice,
  { addedTaxBp = placedBp }: Partial<SentLine> = {},
): QuotedPrice {
  return quotedPrice({ pricePaise, addedTaxBp });
}

/** The lines of an order as they would be sent. A refused one stays as it is. The price stays, too: a shortage is not the retailer's fault. */
export function linesAsSent({ lines }: Doc<"orders">, sent: readonly SentLine[]): Line[] {
  return lines.map((line, at) => {
    if (line.refused !== undefined) return line;
    const { quantity = askedOf(line) } = sent[at] ?? {};
    const priced = { ...withPieces(line, quantity), ...sentPrice(line, sent[at]) };
    return quantity === 0
      ? { ...priced, refused: { by: "distributor", reason: NOT_AVAILABLE } }
      : priced;
  });
}
