/** An order as it would be sent: all pieces of its lines, fewer, or none. */
import { NOT_AVAILABLE } from "../../domain/orderAnswer";
import { askedOf } from "../../domain/orderLines";
import type { Doc } from "../_generated/dataModel";

export type Line = Doc<"orders">["lines"][number];

/** Pieces of a line that are sent: all, fewer, or none; 0 of a line that was refused before. */
export type SentLine = {
  readonly quantity: number;
  /** Present where the retailer agreed to another tax than it placed the order at. */
  readonly addedTaxBp?: number | undefined;
};

function withQuantity(line: Line, quantity: number): Line {
  const asked = askedOf(line);
  if (quantity === asked) return { ...line, quantity, askedQuantity: undefined };
  const fewer = { ...line, quantity, askedQuantity: asked };
  return quantity === 0
    ? { ...fewer, refused: { by: "distributor", reason: NOT_AVAILABLE } }
    : fewer;
}

/** The lines of an order as they would be sent. A refused one stays as it is. The price stays, too: a shortage is not the retailer's fault. */
export function linesAsSent({ lines }: Doc<"orders">, sent: readonly SentLine[]): Line[] {
  return lines.map((line, at) => {
    if (line.refused !== undefined) return line;
    const { quantity = askedOf(line), addedTaxBp = line.addedTaxBp } = sent[at] ?? {};
    return withQuantity({ ...line, addedTaxBp }, quantity);
  });
}
