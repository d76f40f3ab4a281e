/** Random steps in a small market; `model.setup.ts` predicts their outcomes. */
import fc from "fast-check";
import type { ShortageRule } from "../../domain/orderAnswer";
import { ORDER_MOVES, type OrderMove } from "../../domain/orderLifecycle";
import type { TradeRole } from "../../domain/roles";

/** The caller: the party whose move it is, another user of that role, the other party, or an admin. */
type Actor = "party" | "stranger" | "other side" | "admin";

type Line = {
  product: number;
  quantity: number;
  price: "none" | "right" | "wrong";
  /** The price to send, set when the step runs. */
  pricePaise?: number;
};

export type Step =
  | { kind: "place"; retailer: number; lines: Line[]; rule?: ShortageRule }
  | { kind: "place again"; retailer: number; as: "it was" | "something else" }
  | {
      kind: "move";
      move: OrderMove;
      order: number;
      actor: Actor;
      /** That an acceptance or a completion names: of several lines none is moved alone. */
      of?: "order" | "line";
      /** Lines of the order, set when the step runs. */
      lineCount?: number;
    }
  | {
      /** Takes lines out of an order. */
      kind: "refuse";
      move: "reject" | "cancel";
      order: number;
      /** Their places. */
      lines: number[];
      reason: string;
      actor: Actor;
      /** Lines of the order, set when the step runs. */
      lineCount?: number;
    }
  | {
      /** The answer to the whole order, line by line. */
      kind: "accept lines";
      order: number;
      /** Percent of each line that is sent. */
      parts: number[];
      /** Pieces of each line, set when the step runs; null of those that it does not name. */
      sent?: (number | null)[];
    }
  | { kind: "offer"; as: "agree" | "decline" | "withdraw"; offer: number; actor: Actor }
  | { kind: "hide"; order: number; party: TradeRole }
  | { kind: "reword"; order: number; msg: string }
  | {
      kind: "restock";
      product: number;
      stock: number;
      seen: "none" | "right" | "wrong";
      /** The stock to send, set when the step runs. */
      stockSeen?: number;
    }
  | { kind: "reprice"; product: number; pricePaise: number }
  | { kind: "archive"; product: number }
  | { kind: "hold"; retailer: number; product: number; quantity: number }
  | { kind: "give back"; retailer: number; product: number; quantity: number }
  | { kind: "add"; product: number; quantity: number }
  | { kind: "connect"; retailer: number; distributor: number }
  | { kind: "answer"; retailer: number; distributor: number; status: "accepted" | "rejected" }
  | { kind: "disconnect"; retailer: number; distributor: number }
  | { kind: "close"; role: TradeRole; n: number }
  | { kind: "wait"; hours: number };

export type Kind = Step["kind"];
export type Of<Wanted extends Kind> = Extract<Step, { kind: Wanted }>;

export const RETAILERS = 3;
export const DISTRIBUTORS = 2;
/** Products 0 and 1 are the first distributor's, 2 and 3 the second's. */
export const STOCKS = [12, 20, 6, 9];
const ORDERS = 24;

export function ownerOf(product: number): number {
  return product < 2 ? 0 : 1;
}

const retailer = fc.nat(RETAILERS - 1);
const distributor = fc.nat(DISTRIBUTORS - 1);
const product = fc.nat(STOCKS.length - 1);
const order = fc.nat(ORDERS - 1);
const quantity = fc.integer({ min: 1, max: 8 });
const known = fc.constantFrom<("none" | "right" | "wrong")[]>(
  ...(["none", "none", "none", "right", "right", "right", "wrong"] as const),
);
const role = fc.constantFrom<TradeRole[]>("retailer", "distributor");
const answered = fc.constantFrom<("accepted" | "rejected")[]>("accepted", "rejected");
const parts = fc.array(fc.constantFrom(100, 100, 50, 25, 0), { minLength: 4, maxLength: 4 });
const offered = fc.constantFrom<("agree" | "decline" | "withdraw")[]>(
  ...(["agree", "agree", "decline", "withdraw"] as const),
);
const rule = fc.constantFrom<ShortageRule[]>("ask", "ask", "sendLess");
const move = fc.constantFrom<OrderMove[]>(
  ...(Object.keys(ORDER_MOVES) as OrderMove[]),
  ...(["accept", "complete"] as const),
);
const ending = fc.constantFrom<("reject" | "cancel")[]>("reject", "cancel");
const places = fc.array(fc.nat(3), { minLength: 1, maxLength: 3 });
const reason = fc.constantFrom("r", "r", "s");
const actor = fc.constantFrom<Actor[]>(
  ...(["party", "party", "party", "party", "party", "stranger", "other side", "admin"] as const),
);

function kind<Name extends Kind>(
  weight: number,
  name: Name,
  rest: { [Field in Exclude<keyof Of<Name>, "kind">]?: fc.Arbitrary<Of<Name>[Field]> },
): { weight: number; arbitrary: fc.Arbitrary<Step> } {
  const arbitrary = fc.record({ kind: fc.constant(name), ...rest });
  return { weight, arbitrary: arbitrary as unknown as fc.Arbitrary<Step> };
}

const line = fc.record({ product, quantity, price: known });
/** Most baskets are for one distributor, as they should be. */
const lines = fc.oneof(
  { weight: 5, arbitrary: fc.array(line, { minLength: 1, maxLength: 4 }).map(ofOneDistributor) },
  { weight: 1, arbitrary: fc.array(line, { minLength: 2, maxLength: 4 }) },
);

function ofOneDistributor(some: Line[]): Line[] {
  const owner = ownerOf(some[0]?.product ?? 0);
  return some.map((one) => ({ ...one, product: owner * 2 + (one.product % 2) }));
}

export const step: fc.Arbitrary<Step> = fc.oneof(
  kind(20, "place", { retailer, lines, rule }),
  kind(4, "place again", { retailer, as: fc.constantFrom("it was", "something else") }),
  kind(28, "move", { move, order, actor, of: fc.constantFrom("order", "order", "order", "line") }),
  kind(14, "refuse", { move: ending, order, lines: places, reason, actor }),
  kind(16, "accept lines", { order, parts }),
  kind(10, "offer", { as: offered, offer: fc.nat(5), actor }),
  kind(6, "hide", { order, party: role }),
  kind(2, "reword", { order, msg: fc.constantFrom("Soon", "Later") }),
  kind(4, "restock", { product, stock: fc.nat(30), seen: known }),
  kind(2, "reprice", { product, pricePaise: fc.nat(100_000) }),
  kind(1, "archive", { product }),
  kind(6, "hold", { retailer, product, quantity }),
  kind(4, "give back", { retailer, product, quantity }),
  kind(3, "add", { product, quantity }),
  kind(12, "connect", { retailer, distributor }),
  kind(10, "answer", { retailer, distributor, status: answered }),
  kind(6, "disconnect", { retailer, distributor }),
  kind(1, "close", { role, n: fc.nat(RETAILERS - 1) }),
  kind(4, "wait", { hours: fc.constantFrom(1, 5, 11, 30) }),
);

function lineOf(index: number, pieces: number): Line {
  return { product: index, quantity: pieces, price: "none" };
}

function basket(by: number, ...some: readonly [number, number, Line["price"]?][]): Step {
  const wanted = some.map(([index, pieces, price = "none"]) => ({
    ...{ product: index, quantity: pieces, price },
  }));
  return { kind: "place", retailer: by, lines: wanted };
}

function moveOf(made: OrderMove, index: number, by: Actor = "party"): Step {
  return { kind: "move", move: made, order: index, actor: by };
}

function refuseOf(
  made: "reject" | "cancel",
  index: number,
  some: readonly number[],
  { reason: why = "r", by = "party" }: { reason?: string; by?: Actor } = {},
): Step {
  return { kind: "refuse", move: made, order: index, lines: [...some], reason: why, actor: by };
}

function linesOf(index: number, ...sent: number[]): Step {
  return { kind: "accept lines", order: index, parts: sent };
}

function answerOf(as: "agree" | "decline" | "withdraw", offer: number, by: Actor = "party"): Step {
  return { kind: "offer", as, offer, actor: by };
}

/** Offers of fewer pieces, and all that becomes of them. */
export const OFFERS: Step[] = [
  basket(0, [1, 4], [1, 3]),
  linesOf(0, 50, 0),
  answerOf("agree", 0, "stranger"),
  answerOf("agree", 0, "other side"),
  answerOf("decline", 0),
  answerOf("decline", 0),
  answerOf("agree", 0),
  linesOf(0, 50, 100),
  linesOf(0, 50, 100),
  linesOf(0, 25, 100),
  answerOf("agree", 1),
  answerOf("agree", 2),
  answerOf("agree", 2),
  answerOf("withdraw", 2),
  moveOf("accept", 0),
  moveOf("complete", 0),
  { kind: "place", retailer: 1, rule: "sendLess", lines: [lineOf(0, 2), lineOf(1, 2)] },
  linesOf(1, 50, 0),
  moveOf("reject", 1),
  basket(0, [1, 2], [0, 2]),
  linesOf(2, 50, 50),
  answerOf("withdraw", 3),
  linesOf(2, 50, 0),
  { kind: "wait", hours: 30 },
  { kind: "wait", hours: 30 },
  answerOf("agree", 4),
  linesOf(2, 50, 50),
  refuseOf("cancel", 2, [0]),
  answerOf("agree", 5),
  linesOf(2, 0, 0),
  linesOf(2, 0, 0),
  basket(2, [1, 2], [1, 1]),
  linesOf(3, 50, 100),
  { kind: "close", role: "retailer", n: 2 },
  answerOf("withdraw", 6),
];

/** Orders of several lines, of which either party takes some out. */
export const LINES: Step[] = [
  basket(0, [0, 1], [0, 2], [1, 4], [1, 1]),
  refuseOf("cancel", 0, [1]),
  refuseOf("cancel", 0, [1, 1]),
  refuseOf("cancel", 0, [1], { reason: "s" }),
  refuseOf("reject", 0, [1]),
  refuseOf("reject", 0, [3], { by: "stranger" }),
  refuseOf("reject", 0, [3], { by: "other side" }),
  refuseOf("reject", 0, [3], { by: "admin" }),
  refuseOf("reject", 0, [3]),
  { kind: "give back", retailer: 0, product: 0, quantity: 2 },
  { kind: "add", product: 1, quantity: 1 },
  linesOf(0, 100, 0, 50, 0),
  refuseOf("cancel", 0, [0]),
  answerOf("agree", 0),
  linesOf(0, 100, 100, 25, 25),
  { ...moveOf("accept", 0), of: "line" } as Step,
  moveOf("accept", 0),
  moveOf("accept", 0),
  refuseOf("cancel", 0, [2]),
  { ...moveOf("complete", 0), of: "line" } as Step,
  moveOf("complete", 0),
  basket(1, [0, 1], [1, 1]),
  refuseOf("cancel", 1, [0]),
  refuseOf("reject", 1, [1], { reason: "s" }),
  refuseOf("reject", 1, [1], { reason: "s" }),
  refuseOf("reject", 1, [1]),
  moveOf("reject", 1),
  { kind: "hide", order: 1, party: "retailer" },
  // A quarter of four pieces is one too many of a line that was refused.
  basket(2, [0, 4], [0, 4]),
  refuseOf("cancel", 2, [0, 0]),
  linesOf(2, 25, 25),
  linesOf(2, 0, 50),
  { kind: "close", role: "retailer", n: 2 },
  answerOf("withdraw", 1),
];

/** Two days in which everything happens at least once; chance does the rest. */
export const EVENTFUL_DAYS: Step[] = [
  basket(0, [3, 8]),
  { kind: "hold", retailer: 1, product: 3, quantity: 8 },
  basket(0, [0, 2, "right"]),
  basket(0, [1, 1]),
  basket(1, [2, 3]),
  basket(1, [0, 8], [0, 8]),
  basket(1, [0, 30]),
  basket(1, [0, 1, "wrong"]),
  basket(1, [0, 1], [2, 1]),
  { kind: "place again", retailer: 0, as: "it was" },
  { kind: "place again", retailer: 0, as: "something else" },
  moveOf("accept", 1, "stranger"),
  moveOf("accept", 1, "other side"),
  moveOf("accept", 1, "admin"),
  moveOf("accept", 0),
  moveOf("accept", 2),
  { kind: "reword", order: 1, msg: "Soon" },
  moveOf("reject", 1),
  moveOf("reject", 1),
  moveOf("cancel", 1),
  { kind: "reword", order: 1, msg: "Later" },
  { kind: "hide", order: 1, party: "retailer" },
  { kind: "hide", order: 0, party: "distributor" },
  moveOf("complete", 0),
  moveOf("accept", 0),
  basket(2, [1, 1]),
  moveOf("cancel", 3),
  basket(2, [3, 1]),
  basket(2, [1, 2]),
  { kind: "wait", hours: 30 },
  moveOf("accept", 2),
  moveOf("accept", 4),
  moveOf("accept", 5),
  { kind: "restock", product: 0, stock: 30, seen: "right" },
  { kind: "restock", product: 0, stock: 5, seen: "wrong" },
  { kind: "reprice", product: 1, pricePaise: 1 },
  { kind: "archive", product: 0 },
  { kind: "archive", product: 0 },
  basket(0, [0, 1]),
  { kind: "connect", retailer: 0, distributor: 1 },
  { kind: "answer", retailer: 0, distributor: 1, status: "accepted" },
  { kind: "answer", retailer: 0, distributor: 1, status: "rejected" },
  { kind: "disconnect", retailer: 0, distributor: 1 },
  { kind: "connect", retailer: 0, distributor: 1 },
  { kind: "hold", retailer: 2, product: 3, quantity: 2 },
  { kind: "hold", retailer: 2, product: 3, quantity: 9 },
  { kind: "give back", retailer: 2, product: 3, quantity: 1 },
  basket(2, [3, 2]),
  { kind: "give back", retailer: 2, product: 3, quantity: 7 },
  moveOf("reject", 6),
  { kind: "give back", retailer: 2, product: 3, quantity: 2 },
  { kind: "add", product: 3, quantity: 2 },
  { kind: "add", product: 3, quantity: 3 },
  basket(2, [3, 1]),
  { kind: "hold", retailer: 2, product: 2, quantity: 1 },
  { kind: "close", role: "retailer", n: 2 },
  { kind: "close", role: "retailer", n: 2 },
  // Accepted before its retailer left: its end leaves the invoice as it is.
  moveOf("reject", 5),
  { kind: "hide", order: 5, party: "distributor" },
  basket(2, [3, 1]),
  { kind: "close", role: "distributor", n: 1 },
  basket(0, [2, 1]),
];
