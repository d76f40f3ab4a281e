/** The market that the model is held against: the same steps, done by clients through the public functions. */
import { DAY_MS, todayIst } from "../../domain/dates";
import { ORDER_MOVES } from "../../domain/orderLifecycle";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  type Market,
  type Person,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  openMarket,
  refusal,
} from "../market.setup";
import { DISTRIBUTORS, PRICE_PAISE, RETAILERS, STOCKS, type Step, ownerOf } from "./model.setup";

type Placement = Parameters<typeof sendPlacement>[1];

export type World = {
  readonly t: Market;
  readonly distributors: Person[];
  readonly retailers: Person[];
  readonly admin: Person;
  readonly products: Id<"products">[];
  /** In the order in which they were placed. */
  readonly orders: { id: Id<"orders">; retailer: number; product: number }[];
  /** Each retailer's last placement, with the orders that it made. */
  readonly last: ({ sent: Placement; orderIds: Id<"orders">[] } | undefined)[];
};

export async function openWorld(): Promise<World> {
  const t = openMarket();
  const [distributors, retailers]: [Person[], Person[]] = [[], []];
  for (let n = 0; n < DISTRIBUTORS; n += 1) distributors.push(await joinDistributor(t));
  for (let n = 0; n < RETAILERS; n += 1) retailers.push(await joinRetailer(t));
  const products: Id<"products">[] = [];
  for (const [index, stock] of STOCKS.entries()) {
    const fields = { stock, pricePaise: PRICE_PAISE };
    products.push(await listProduct(t, distributors[ownerOf(index)]!, fields));
  }
  return { t, distributors, retailers, admin: await joinAdmin(t), products, orders: [], last: [] };
}

const tomorrow = () => todayIst(Date.now() + DAY_MS);

async function priceOf({ t, products }: World, index: number): Promise<number> {
  const product = await t.run((ctx) => ctx.db.get("products", products[index]!));
  return product?.pricePaise ?? Number.NaN;
}

function sendPlacement(
  person: Person,
  sent: {
    placementKey: string;
    msg: string;
    lines: { productId: string; quantity: number; pricePaise?: number }[];
  },
) {
  return person.client.mutation(api.orders.place, sent);
}

async function place(world: World, action: Extract<Step, { kind: "place" }>): Promise<void> {
  const lines: Placement["lines"] = [];
  for (const { product, quantity, price } of action.lines) {
    const line = { productId: world.products[product]!, quantity };
    const pricePaise = (await priceOf(world, product)) + (price === "wrong" ? 1 : 0);
    lines.push(price === "none" ? line : { ...line, pricePaise });
  }
  const sent = { placementKey: newKey(), msg: "m", lines };
  const { orderIds } = await sendPlacement(world.retailers[action.retailer]!, sent);
  world.last[action.retailer] = { sent, orderIds };
  for (const [index, id] of orderIds.entries()) {
    world.orders.push({ id, retailer: action.retailer, product: action.lines[index]!.product });
  }
}

async function placeAgain(
  world: World,
  action: Extract<Step, { kind: "place again" }>,
): Promise<void> {
  const { sent, orderIds } = world.last[action.retailer]!;
  const again = action.as === "it was" ? sent : { ...sent, msg: "something else" };
  const answer = await sendPlacement(world.retailers[action.retailer]!, again);
  if (JSON.stringify(answer.orderIds) !== JSON.stringify(orderIds)) {
    throw new Error("The same placement made other orders");
  }
}

function actorOf(world: World, action: Extract<Step, { kind: "move" }>): Person {
  const { retailer, product } = world.orders[action.order % world.orders.length]!;
  const parties = {
    retailer: [world.retailers[retailer]!, world.retailers[(retailer + 1) % RETAILERS]!],
    distributor: [
      world.distributors[ownerOf(product)]!,
      world.distributors[(ownerOf(product) + 1) % DISTRIBUTORS]!,
    ],
  } as const;
  const side = ORDER_MOVES[action.move].by;
  switch (action.actor) {
    case "party":
      return parties[side][0];
    case "stranger":
      return parties[side][1];
    case "other side":
      return parties[side === "retailer" ? "distributor" : "retailer"][0];
    case "admin":
      return world.admin;
  }
}

async function move(world: World, action: Extract<Step, { kind: "move" }>): Promise<unknown> {
  const { client } = actorOf(world, action);
  const { id: orderId } = world.orders[action.order % world.orders.length]!;
  switch (action.move) {
    case "accept":
      return client.mutation(api.orders.accept, { orderId, deliveryBefore: tomorrow() });
    case "reject":
      return client.mutation(api.orders.reject, { orderId, reason: "r" });
    case "cancel":
      return client.mutation(api.orders.cancel, { orderId, reason: "r" });
    case "complete":
      return client.mutation(api.orders.complete, { orderId });
  }
}

async function edit(
  world: World,
  action: Extract<Step, { kind: "restock" | "reprice" | "archive" }>,
): Promise<unknown> {
  const { client } = world.distributors[ownerOf(action.product)]!;
  const productId = world.products[action.product]!;
  switch (action.kind) {
    case "archive":
      return client.mutation(api.products.archive, { productId });
    case "reprice":
      return client.mutation(api.products.edit, {
        productId,
        changes: { pricePaise: action.pricePaise },
      });
    case "restock": {
      const product = await world.t.run((ctx) => ctx.db.get("products", productId));
      const seen = (product?.stock ?? 0) + (action.seen === "wrong" ? 1 : 0);
      return client.mutation(api.products.edit, {
        productId,
        changes: { stock: action.stock },
        ...(action.seen !== "none" && { stockSeen: seen }),
      });
    }
  }
}

async function network(
  world: World,
  action: Extract<Step, { kind: "connect" | "answer" | "disconnect" }>,
): Promise<unknown> {
  const distributor = world.distributors[action.distributor]!;
  const retailer = world.retailers[action.retailer]!;
  if (action.kind === "connect") {
    const distributorId = distributor.user._id;
    return retailer.client.mutation(api.network.request, { distributorId });
  }
  const connection = await world.t.run((ctx) =>
    ctx.db
      .query("connections")
      .withIndex("by_pair", (q) =>
        q.eq("retailerId", retailer.user._id).eq("distributorId", distributor.user._id),
      )
      .unique(),
  );
  const connectionId = connection?._id ?? "none";
  return action.kind === "answer"
    ? distributor.client.mutation(api.network.answer, { connectionId, status: action.status })
    : distributor.client.mutation(api.network.remove, { connectionId });
}

function run(world: World, action: Step): Promise<unknown> {
  switch (action.kind) {
    case "place":
      return place(world, action);
    case "place again":
      return placeAgain(world, action);
    case "move":
      return move(world, action);
    case "hide": {
      const { id: orderId, retailer, product } = world.orders[action.order % world.orders.length]!;
      const side =
        action.party === "retailer"
          ? world.retailers[retailer]!
          : world.distributors[ownerOf(product)]!;
      return side.client.mutation(api.orders.hide, { orderId });
    }
    case "reword": {
      const { id: orderId, retailer } = world.orders[action.order % world.orders.length]!;
      const { client } = world.retailers[retailer]!;
      return client.mutation(api.orders.updateMessage, { orderId, msg: action.msg });
    }
    case "restock":
    case "reprice":
    case "archive":
      return edit(world, action);
    case "connect":
    case "answer":
    case "disconnect":
      return network(world, action);
    case "wait":
      return Promise.resolve();
  }
}

/** Does the step, and answers "done" or the code with which it was refused. */
export async function act(world: World, action: Step): Promise<string> {
  let answer = "done";
  const call = run(world, action);
  await call.catch(async () => {
    answer = String((await refusal(call))["code"]);
  });
  return answer;
}
