/** One order as its own query answers it, and as the rows of lists have it. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api";
import type { IncomingOrder, OutgoingOrder } from "../orderRow";

export type WholeOrder = NonNullable<FunctionReturnType<typeof api.orders.one>>;

type Line = IncomingOrder["lines"][number] & OutgoingOrder["lines"][number];

/** A row of either party's lists. */
export type OrderRow = Omit<IncomingOrder & OutgoingOrder, "lines"> & { lines: Line[] };

/** Returns the order as a row of either party's lists, which dialogs and buttons take. */
export function toRow(order: WholeOrder): OrderRow {
  const { status, answerBy, endsSoon, lines } = order;
  return {
    ...order,
    endsAt: endsSoon ? answerBy : undefined,
    lines: lines.map(({ imageUrl: picture, productId, ...line }) => ({
      ...line,
      picture,
      productId: status === "completed" ? productId : undefined,
    })),
  };
}
