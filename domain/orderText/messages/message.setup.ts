/** The form of the tests' messages and of their expected lines. */
import { CATALOGUE, LATEST } from "./catalogue.setup";

/**
 * A message, and its lines divided by semicolons: a product's key with pieces, or cartons ("2c"). A line behind "?" has to be asked
 * about; what follows is the product and quantity that stand first. "last" stands for the lines of the latest order.
 */
export type Message = readonly [text: string, lines: string];

export type ExpectedLine = {
  readonly productId: string | null;
  readonly quantity: number | null;
  /** True if the line must not be ready. */
  readonly asks: boolean;
};

function piecesOf(productId: string, count: string | undefined): number | null {
  if (count === undefined) return null;
  if (!count.endsWith("c")) return Number(count);
  const { multiple } = CATALOGUE.find(({ id }) => id === productId)!.terms;
  return Number(count.slice(0, -1)) * multiple!;
}

function toLines(written: string): ExpectedLine[] {
  if (written === "last") return LATEST.map((line) => ({ ...line, asks: false }));
  const asks = written.startsWith("?");
  const [productId = "", count] = written.slice(asks ? 1 : 0).split(" ");
  return [{ productId: productId || null, quantity: piecesOf(productId, count), asks }];
}

export function expectedLines([, lines]: Message): ExpectedLine[] {
  return lines === "" ? [] : lines.split("; ").flatMap(toLines);
}
