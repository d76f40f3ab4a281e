/**
 * The market that the model is held against: the model's actions, made by clients through the public functions and REST. Which
 * market it is, one of `convex-test` or one that runs, only the clients know.
 */
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { lineIdOf } from "../../domain/orderLines";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  type Action,
  type Model,
  type Who,
  deliveryOf,
  keyOf,
  nameAt,
  predict,
} from "./model.setup";

export type Trader = {
  readonly id: Id<"users">;
  query<Query extends FunctionReference<"query">>(
    query: Query,
    args: FunctionArgs<Query>,
  ): Promise<FunctionReturnType<Query>>;
  mutation<Mutation extends FunctionReference<"mutation">>(
    mutation: Mutation,
    args: FunctionArgs<Mutation>,
  ): Promise<FunctionReturnType<Mutation>>;
  /** POST /api/products/update-stock */
  hold(productId: Id<"products">, quantity: number): Promise<unknown>;
  /** PATCH /api/products/update-stock/{productId} */
  restore(productId: Id<"products">, increment: number): Promise<unknown>;
};

type Answered = FunctionReturnType<typeof api.orders.accept>;
type PlacedOrder = FunctionArgs<typeof api.orders.place>;

export type World = {
  /** By `keyOf`. */
  readonly people: ReadonlyMap<string, Trader>;
  readonly products: readonly Id<"products">[];
  /** In the order in which the model has placed them. */
  readonly orders: Id<"orders">[];
  /** In the order in which the model has made them. */
  readonly offers: Id<"offers">[];
  /** The last request of each retailer, with the order that it made. */
  readonly last: ({ sent: PlacedOrder; orderId: Id<"orders"> } | undefined)[];
  wait(hours: number): Promise<void>;
};

export type Done = {
  readonly action: Action;
  /** "done", or the code with which it was refused. */
  readonly answer: string;
  /** The order that it made, if any. */
  readonly orderIds: readonly Id<"orders">[];
  /** The offer that it made or found, if any. */
  readonly offerIds: readonly Id<"offers">[];
};

/** Keeps what was done, in the order in which the model did it. */
export function keepDone({ orders, offers }: World, done: readonly Done[]): void {
  orders.push(...done.flatMap(({ orderIds }) => orderIds));
  for (const offerId of done.flatMap(({ offerIds }) => offerIds))
    if (!offers.includes(offerId)) offers.push(offerId);
}

export function personOf(world: World, who: Who): Trader {
  return world.people.get(keyOf(who))!;
}

async function place(world: World, action: Action<"place">): Promise<Id<"orders">> {
  const lines = action.lines.map(({ product, quantity, pricePaise }) => ({
    ...{ productId: world.products[product]!, quantity },
    ...(pricePaise !== undefined && { pricePaise }),
  }));
  const sent = {
    ...{ orderKey: crypto.randomUUID(), msg: "m", lines },
    ...(action.rule !== undefined && { shortageRule: action.rule }),
  };
  const { orderId } = await personOf(world, action.who).mutation(api.orders.place, sent);
  world.last[action.retailer] = { sent, orderId };
  return orderId;
}

async function placeAgain(world: World, action: Action<"place again">): Promise<void> {
  const { sent, orderId } = world.last[action.retailer]!;
  const again = action.as === "it was" ? sent : { ...sent, msg: "something else" };
  const answer = await personOf(world, action.who).mutation(api.orders.place, again);
  if (answer.orderId !== orderId) throw new Error("The same request made another order");
}

function move(world: World, action: Action<"move">): Promise<unknown> {
  const trader = personOf(world, action.who);
  const { lineCount = 1, of } = action;
  const placed = world.orders[action.order]!;
  const isLine = of === "line" && (action.move === "accept" || action.move === "complete");
  const orderId = isLine
    ? lineIdOf({ _id: placed, lines: Array.from({ length: lineCount }) }, 0)
    : placed;
  switch (action.move) {
    case "accept":
      return trader.mutation(api.orders.accept, {
        ...{ orderId, deliveryBefore: deliveryOf(action) },
      });
    case "reject":
      return trader.mutation(api.orders.reject, { orderIds: [orderId], reason: "r" });
    case "cancel":
      return trader.mutation(api.orders.cancel, { orderIds: [orderId], reason: "r" });
    case "complete":
      return trader.mutation(api.orders.complete, { orderIds: [orderId] });
  }
}

function refuse(world: World, action: Action<"refuse">): Promise<unknown> {
  const { who, move: made, order, lines, lineCount = 1, reason } = action;
  const placed = { _id: world.orders[order]!, lines: Array.from({ length: lineCount }) };
  const orderIds = lines.map((at) => lineIdOf(placed, at));
  return personOf(world, who).mutation(api.orders[made], { orderIds, reason });
}

async function acceptLines(world: World, action: Action<"accept lines">): Promise<Answered> {
  const { sent = [] } = action;
  const lines = sent.flatMap((quantity, line) => (quantity === null ? [] : [{ line, quantity }]));
  return personOf(world, action.who).mutation(api.orders.accept, {
    ...{ orderId: world.orders[action.order]!, lines, deliveryBefore: deliveryOf(action) },
  });
}

function answerOffer(world: World, { who, as, offer }: Action<"offer">): Promise<unknown> {
  const offerId = world.offers[offer]!;
  return personOf(world, who).mutation(api.offers[as], { offerId });
}

function edit(
  world: World,
  action: Action<"restock" | "reprice" | "archive" | "add">,
): Promise<unknown> {
  const trader = personOf(world, action.who);
  const productId = world.products[action.product]!;
  switch (action.kind) {
    case "archive":
      return trader.mutation(api.products.archive, { productId });
    case "reprice": {
      const { pricePaise } = action;
      const changes = { pricePaise, name: nameAt(pricePaise) };
      return trader.mutation(api.products.edit, { productId, changes });
    }
    case "restock": {
      const { stock, stockSeen } = action;
      return trader.mutation(api.products.edit, {
        ...{ productId, changes: { stock } },
        ...(stockSeen !== undefined && { stockSeen }),
      });
    }
    case "add":
      return trader.restore(productId, action.quantity);
  }
}

/** A distributor finds the row of a retailer who once asked among what is kept about itself. */
async function connectionId(world: World, distributor: Trader, retailer: number): Promise<string> {
  const { id } = personOf(world, { role: "retailer", n: retailer });
  const rows = await distributor.query(api.account.records, {
    section: "connections",
    paginationOpts: { numItems: 1_000, cursor: null },
  });
  const found = (rows.page as { _id: string; retailerId: string }[]).find(
    (row) => row.retailerId === id,
  );
  return found?._id ?? "none";
}

async function network(
  world: World,
  action: Action<"connect" | "answer" | "disconnect">,
): Promise<unknown> {
  const trader = personOf(world, action.who);
  if (action.kind === "connect") {
    const { id } = personOf(world, { role: "distributor", n: action.distributor });
    return trader.mutation(api.network.request, { distributorId: id });
  }
  const asked = { connectionId: await connectionId(world, trader, action.retailer) };
  return action.kind === "answer"
    ? trader.mutation(api.network.answer, { ...asked, status: action.status })
    : trader.mutation(api.network.remove, asked);
}

function close(world: World, { who, role, n }: Action<"close">): Promise<unknown> {
  const admin = personOf(world, who);
  const { id: userId } = personOf(world, { role, n });
  return role === "retailer"
    ? admin.mutation(api.admin.deleteRetailer, { userId })
    : admin.mutation(api.admin.removeDistributor, { userId });
}

function make(world: World, action: Action): Promise<unknown> {
  const trader = personOf(world, action.who);
  switch (action.kind) {
    case "place":
      return place(world, action);
    case "place again":
      return placeAgain(world, action);
    case "move":
      return move(world, action);
    case "refuse":
      return refuse(world, action);
    case "accept lines":
      return acceptLines(world, action);
    case "offer":
      return answerOffer(world, action);
    case "hide":
      return trader.mutation(api.orders.hide, { orderIds: [world.orders[action.order]!] });
    case "reword": {
      const orderId = world.orders[action.order]!;
      return trader.mutation(api.orders.updateMessage, { orderId, msg: action.msg });
    }
    case "restock":
    case "reprice":
    case "archive":
    case "add":
      return edit(world, action);
    case "hold":
      return trader.hold(world.products[action.product]!, action.quantity);
    case "give back":
      return trader.restore(world.products[action.product]!, action.quantity);
    case "connect":
    case "answer":
    case "disconnect":
      return network(world, action);
    case "close":
      return close(world, action);
    case "wait":
      return world.wait(action.hours);
  }
}

/** The code of a refusal; throws what was thrown if it was none. */
function codeOf(error: unknown): string {
  const { data } = error as { data?: unknown };
  const { code } = (typeof data === "string" ? JSON.parse(data) : (data ?? {})) as {
    code?: unknown;
  };
  if (typeof code !== "string") throw error;
  return code;
}

export async function act(world: World, action: Action): Promise<Done> {
  try {
    const answered = await make(world, action);
    const orderIds = action.kind === "place" ? [answered as Id<"orders">] : [];
    const offerId = action.kind === "accept lines" ? (answered as Answered).offerId : null;
    return { action, answer: "done", orderIds, offerIds: offerId === null ? [] : [offerId] };
  } catch (error) {
    return { action, answer: codeOf(error), orderIds: [], offerIds: [] };
  }
}

/** A possible course of actions that were sent at once. */
type History = {
  /** The states through which the market went, the first one included. */
  readonly states: readonly Model[];
  readonly order: readonly Done[];
};

/** Yields the actions one after the other in each order in which the rules give exactly the answers that came. */
export function* historiesOf(
  model: Model,
  done: readonly Done[],
  order: readonly Done[] = [],
  states: readonly Model[] = [model],
): Generator<History> {
  if (order.length === done.length) yield { states, order };
  for (const next of done) {
    if (order.includes(next)) continue;
    const { answer, after } = predict(states.at(-1)!, next.action);
    if (answer === next.answer)
      yield* historiesOf(model, done, [...order, next], [...states, after]);
  }
}

/** Returns the first history that is `seen`, or null. */
export function historyOf(
  model: Model,
  done: readonly Done[],
  seen: (states: readonly Model[], order: readonly Done[]) => boolean,
): History | null {
  for (const history of historiesOf(model, done))
    if (seen(history.states, history.order)) return history;
  return null;
}
