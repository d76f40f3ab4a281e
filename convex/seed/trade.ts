/**
 * The demo's last year of trade, played through the market's own rules in the order of time: what they would refuse cannot
 * be in the demo data. Nothing here inserts an order, an invoice or a connection by hand.
 */
import { addDays, DAY_MS, todayIst } from "../../domain/dates";
import { invariant } from "../../domain/invariant";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { answer, request } from "../network/change";
import { getConnection } from "../network/find";
import { answer as answerOrders } from "../orders/answer";
import { cancel, complete, reject } from "../orders/moves";
import { place } from "../orders/place";
import { payOrder } from "./money";
import { demoProducts, goodsOf, type DemoProduct } from "./goods";
import { DISTRIBUTORS, type DemoPeople } from "./people";

/** Days since retailers asked to be connected. */
const CONNECTED_DAYS = 370;

type Wish = "accepted" | "pending" | "rejected" | null;

/** Connection of each retailer (row) with each distributor (column). */
const CONNECTIONS: readonly (readonly [Wish, Wish, Wish])[] = [
  ["accepted", "accepted", null],
  ["accepted", "pending", "accepted"],
  ["accepted", "accepted", "rejected"],
  ["pending", "accepted", "accepted"],
  ["rejected", "accepted", "pending"],
  ["accepted", null, "accepted"],
];

async function connect(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  distributor: Doc<"users">,
  wish: Wish,
  now: number,
): Promise<void> {
  if (wish === null) return;
  await request(ctx, retailer, distributor._id, now - CONNECTED_DAYS * DAY_MS);
  if (wish === "pending") return;
  const connection = await getConnection(ctx, retailer._id, distributor._id);
  invariant(connection !== null, "A request left no connection.");
  const reply = { connectionId: connection._id, status: wish };
  await answer(ctx, distributor, reply, now - (CONNECTED_DAYS - 1) * DAY_MS);
}

/** Makes the connections of the table above. */
export async function plantConnections(
  ctx: MutationCtx,
  people: DemoPeople,
  now: number,
): Promise<void> {
  for (const [row, retailer] of people.retailers.entries()) {
    for (const [column, distributor] of people.distributors.entries()) {
      await connect(ctx, retailer, distributor, CONNECTIONS[row]?.[column] ?? null, now);
    }
  }
}

const MESSAGES = [
  "Please deliver before the weekend rush.",
  "Same quality as last time, please.",
  "Call the shop before the truck leaves.",
  "We are open from 9 to 9, unloading at the back gate.",
  "If a carton is damaged, please note it on the challan.",
  "Festival stock, so the date matters.",
  "Mixed colours if you have them.",
  "First order of this item; we will see how it sells.",
  "Kindly pack in small cartons, the lane is narrow.",
  "Please send the latest batch.",
];
const REFUSALS = [
  "This batch is kept for an earlier order. Please ask again next week.",
  "We do not deliver to your area at present.",
  "The maker has recalled this lot.",
];
const CANCELLATIONS = [
  "Ordered twice by mistake.",
  "Our storeroom is full until next month.",
  "Found stock at our other shop.",
];

type Outcome = "completed" | "accepted" | "pending" | "rejected" | "cancelled" | "offered";

const SETTLED_ROUND = [
  "completed",
  "completed",
  "rejected",
  "completed",
  "cancelled",
  "completed",
  "completed",
] as const satisfies readonly Outcome[];

/** Rounds of a year. */
const ROUNDS = 14;

const SETTLED = Array.from({ length: ROUNDS }, () => SETTLED_ROUND).flat();

/** The day of delivery of each order under way, in days from now: some are late, some of today, some of this week. */
const DELIVERY_DAYS = [-2, 1, -1, 1, -1, 0, 3, 2, 0, 4, 2] as const;

/** Oldest first: settled business, then what is under way, then what waits for an answer, last one offer that waits for the retailer's. */
const OUTCOMES: readonly Outcome[] = [
  ...SETTLED,
  ...DELIVERY_DAYS.map(() => "accepted" as const),
  ...Array.from({ length: 12 }, () => "pending" as const),
  "offered",
];

/** The oldest order lies this far back. */
const FIRST_ORDER_DAYS = 360;
/** The newest that is settled, and the oldest that is under way. */
const LAST_SETTLED_DAYS = 9;
const UNDER_WAY_DAYS = 7;
/** The oldest that waits, younger than the time after which an order is rejected. The newest was placed within the last hours. */
const WAITING_DAYS = 12;
/** Trade grows: more of it lies in the last month, which the distributor's chart shows, and some in each month before. */
const GROWTH = 1.3;
const HOUR_MS = DAY_MS / 24;
/** Products with less than this are left alone, so that no refusal can come from a lack of stock. */
const ENOUGH_STOCK = 100;

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  invariant(item !== undefined, "The list to pick from is empty.");
  return item;
}

type Step = {
  readonly at: number;
  readonly plan: number;
  readonly move: "place" | "accept" | "offer" | "reject" | "cancel" | "complete" | "pay";
};

/** Days since an order was placed. */
function ageOf(plan: number, outcome: Outcome): number {
  const underWay = plan - SETTLED.length;
  switch (outcome) {
    case "pending":
    case "offered": {
      const waiting = OUTCOMES.length - 1 - plan;
      return (WAITING_DAYS * waiting) / (OUTCOMES.length - SETTLED.length - DELIVERY_DAYS.length);
    }
    case "accepted":
      return UNDER_WAY_DAYS * (1 - underWay / DELIVERY_DAYS.length);
    default: {
      const left = 1 - plan / (SETTLED.length - 1);
      return LAST_SETTLED_DAYS + (FIRST_ORDER_DAYS - LAST_SETTLED_DAYS) * left ** GROWTH;
    }
  }
}

/** The length of a round is no multiple of their number, so that each distributor meets every outcome. */
function distributorOf(plan: number): number {
  return plan % DISTRIBUTORS.length;
}

/** Ages in days of the orders that stay unpaid, so that each distributor has dues of every age: most are due a fortnight later. */
const UNPAID_AGES = [20, 35, 58, 88, 130] as const;

/** The completed orders of each distributor that are nearest to these ages. */
const UNPAID: ReadonlySet<number> = new Set(
  DISTRIBUTORS.flatMap((_, distributor) =>
    UNPAID_AGES.map((age) => {
      const distance = (plan: number) => Math.abs(ageOf(plan, "completed") - age);
      return [...SETTLED.keys()]
        .filter((plan) => SETTLED[plan] === "completed" && distributorOf(plan) === distributor)
        .reduce((nearest, plan) => (distance(plan) < distance(nearest) ? plan : nearest));
    }),
  ),
);

/** Returns the day by which an order that is accepted at this moment is promised. */
function promisedDay(plan: number, at: number, now: number): string {
  const days = DELIVERY_DAYS[plan - SETTLED.length];
  return days === undefined
    ? todayIst(at + (5 + (plan % 6)) * DAY_MS)
    : addDays(todayIst(now), days);
}

/** Returns the moves of one planned order, with their times. */
function stepsOf(plan: number, outcome: Outcome, now: number): Step[] {
  const placed = now - ageOf(plan, outcome) * DAY_MS - ((plan * 5) % 9) * HOUR_MS - HOUR_MS;
  // An answer within a day, delivery within a week; a fresh order has not had the time, so the newest step is never in the future.
  const answered = Math.min(placed + (6 + (plan % 18)) * HOUR_MS, now - HOUR_MS / 2);
  const delivered = Math.min(answered + (2 + (plan % 5)) * DAY_MS, now - HOUR_MS / 4);
  const paid = Math.min(delivered + (1 + (plan % 3)) * DAY_MS, now - HOUR_MS / 8);
  const place: Step = { at: placed, plan, move: "place" };
  switch (outcome) {
    case "pending":
      return [place];
    case "accepted":
      return [place, { at: answered, plan, move: "accept" }];
    case "offered":
      return [place, { at: answered, plan, move: "offer" }];
    case "rejected":
      return [place, { at: answered, plan, move: "reject" }];
    case "cancelled":
      return [place, { at: answered, plan, move: "cancel" }];
    case "completed":
      return [
        place,
        { at: answered, plan, move: "accept" },
        { at: delivered, plan, move: "complete" },
        ...(!UNPAID.has(plan) ? [{ at: paid, plan, move: "pay" } as const] : []),
      ];
    default:
      return outcome satisfies never;
  }
}

/** Every move of the demo's trade, in the order of time, so that invoices are numbered as they would have been. */
function movesUntil(now: number): Step[] {
  const steps = OUTCOMES.flatMap((outcome, plan) => stepsOf(plan, outcome, now));
  return steps.sort((a, b) => a.at - b.at);
}

/** Number of moves that `playMoves` has. */
export const MOVES_COUNT = movesUntil(0).length;

/** Parties and goods of one planned order. */
type Deal = {
  readonly retailer: Doc<"users">;
  readonly distributor: Doc<"users">;
  readonly lines: readonly { readonly productName: string; readonly quantity: number }[];
};

const LINE_COUNTS = [1, 3, 2, 5, 1, 4, 2] as const;

/** Retailers are shifted by one each time that all had a turn, so that they meet every distributor. The first of both have the offer. */
function dealOf(plan: number, people: DemoPeople, goods: readonly DemoProduct[]): Deal {
  const isOffer = OUTCOMES[plan] === "offered";
  const distributor = isOffer ? 0 : distributorOf(plan);
  const retailer = isOffer ? 0 : plan + Math.floor(plan / people.retailers.length);
  const own = goods.filter(
    (product) => product.distributor === distributor && product.stock >= ENOUGH_STOCK,
  );
  const lines = Array.from({ length: pick(LINE_COUNTS, plan) }, (_, line) => ({
    productName: pick(own, plan * 7 + line * 5).name,
    quantity: 2 + ((plan * 7 + line * 3) % 23),
  }));
  return {
    retailer: pick(people.retailers, retailer),
    distributor: pick(people.distributors, distributor),
    lines,
  };
}

function demoKey(plan: number): string {
  return `demo-${plan}`;
}

async function requireOrderId(
  ctx: MutationCtx,
  retailerId: Id<"users">,
  plan: number,
): Promise<Id<"orders">> {
  const order = await ctx.db
    .query("orders")
    .withIndex("by_once", (q) => q.eq("once.owner", retailerId).eq("once.key", demoKey(plan)))
    .unique();
  invariant(order !== null, `Order ${plan} was not placed.`);
  return order._id;
}

async function placeOrder(
  ctx: MutationCtx,
  { retailer, lines }: Deal,
  idsByName: ReadonlyMap<string, Id<"products">>,
  { plan, at }: Step,
): Promise<void> {
  const once = { owner: retailer._id, key: demoKey(plan), digest: "" };
  const requested = lines.map(({ productName, quantity }) => {
    const productId = idsByName.get(productName);
    invariant(productId !== undefined, `${productName} is not on sale.`);
    return { productId, quantity };
  });
  await place(ctx, retailer, { once, msg: pick(MESSAGES, plan), lines: requested }, at);
}

/** Makes a move that follows the placing of an order. */
async function answerOrder(
  ctx: MutationCtx,
  { retailer, distributor, lines }: Deal,
  { plan, at, move }: Step & { readonly move: Exclude<Step["move"], "place"> },
  now: number,
): Promise<void> {
  const orderId = await requireOrderId(ctx, retailer._id, plan);
  switch (move) {
    case "accept": {
      const deliveryBefore = promisedDay(plan, at, now);
      await answerOrders(ctx, distributor, { orderId, deliveryBefore }, at);
      return;
    }
    case "offer": {
      const [{ quantity } = { quantity: 0 }] = lines;
      const short = [{ line: 0, quantity: Math.floor(quantity / 2) }];
      const deliveryBefore = addDays(todayIst(now), 3);
      await answerOrders(ctx, distributor, { orderId, deliveryBefore, lines: short }, at);
      return;
    }
    case "reject":
      await reject(ctx, distributor, { orderIds: [orderId], reason: pick(REFUSALS, plan) }, at);
      return;
    case "cancel":
      await cancel(ctx, retailer, { orderIds: [orderId], reason: pick(CANCELLATIONS, plan) }, at);
      return;
    case "complete":
      await complete(ctx, distributor, { orderIds: [orderId] }, at);
      return;
    case "pay":
      await payOrder(ctx, { retailer, distributor }, { orderId, plan, at });
      return;
    default:
      move satisfies never;
  }
}

/** Plays the moves from number `from` up to number `to`, of a trade that ends at `now`. All moves before are there. */
export async function playMoves(
  ctx: MutationCtx,
  people: DemoPeople,
  { now, from, to }: { now: number; from: number; to: number },
): Promise<void> {
  const goods = demoProducts();
  const idsByOwner = new Map<Id<"users">, ReadonlyMap<string, Id<"products">>>();
  for (const { _id } of people.distributors) idsByOwner.set(_id, await goodsOf(ctx, _id));
  for (const { move, ...step } of movesUntil(now).slice(from, to)) {
    const deal = dealOf(step.plan, people, goods);
    const idsByName = idsByOwner.get(deal.distributor._id) ?? new Map<string, Id<"products">>();
    if (move === "place") await placeOrder(ctx, deal, idsByName, { ...step, move });
    else await answerOrder(ctx, deal, { ...step, move }, now);
  }
}
