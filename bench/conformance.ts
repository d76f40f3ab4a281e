/** The same orders on ours and on the full baseline: their outcomes, the facts that they leave and the newest products must be equal. */
import { deepStrictEqual } from "node:assert";
import { DEFAULT_ORDER_TERMS } from "../domain/orderTerms";
import { ANY_ORDERS } from "../testkit/manyOrders";
import { baselineDriver } from "./baseline/driver";
import type { Running } from "./deployment";
import type { Driver, NewOrder } from "./driver";
import type { Facts } from "./facts";
import { BREAK, MULTIPLE } from "./goods";
import { ourDriver } from "./ours/driver";

interface Conduct {
  /** Each order's refusal, or null. */
  readonly outcomes: readonly unknown[];
  readonly facts: Facts;
  /** The newest products as a list shows them. */
  readonly cards: readonly object[];
}

/** Retailers by number: one without a connection, and the connected one. */
const [RETAILER, CONNECTED] = [3, 0];
const MUCH = 100_000;

export function driverOf({ deployment }: Pick<Running, "deployment">): Driver {
  return deployment.kind === "ours" ? ourDriver(deployment) : baselineDriver(deployment);
}

/** The result without ids, which each side makes itself, and with absent fields left out. */
function comparable(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, part: unknown) =>
      ["productId", "_id", "id", "picture", "createdAt"].includes(name) || part === null
        ? undefined
        : part,
    ),
  ) as unknown;
}

/** Places orders that meet each rule once, and one more that keeps it. */
async function conductOf(running: Running): Promise<Conduct> {
  const { deployment, fixtures } = running;
  if (fixtures === undefined)
    throw new Error("The lean baseline refuses nothing but a lack of stock.");
  const { products, catalogue } = deployment;
  const driver = driverOf(running);
  const [buyer, connected] = [await driver.buyer(RETAILER), await driver.buyer(CONNECTED)];
  const outcomes: unknown[] = [];
  const place = async (lines: NewOrder["lines"], order: Partial<NewOrder> = {}, by = buyer) => {
    const outcome = await by.place({ lines, msg: `Order ${outcomes.length}`, ...order });
    outcomes.push(comparable({ outcome }));
  };
  const one = (productId: string, quantity: number) => [{ productId, quantity }];
  // The n-th product of the catalogue: the last is the first of the deployment's.
  const product = (n: number) => products[catalogue - 1 - n] ?? "";
  const [single, packed] = [product(catalogue - 3), product(catalogue - 4)];

  await place(one(single, 1));
  await place(one(single, BREAK));
  await place(one(packed, MULTIPLE + 1));
  await place(one(packed, 1));
  await place(one("999999999999", 1));
  const few = await running.addProduct(5);
  await place(one(few, 6));
  await place([...one(few, 3), ...one(few, 3)]);
  await place([...one(packed, 2), ...one(single, 2)]);
  await place([...one(packed, MULTIPLE), ...one(single, 2), ...one(few, 1)]);
  const seen = 10_000 + catalogue - 3;
  await place([{ productId: single, quantity: 1, pricePaise: seen, addedTaxBp: 1_800 }]);
  await place([{ productId: single, quantity: 1, pricePaise: seen }]);
  await place([{ productId: single, quantity: BREAK, pricePaise: seen, addedTaxBp: 1_800 }]);

  const key = { orderKey: "the-same-key", msg: "Once." };
  await place(one(single, 2), key);
  await place(one(single, 2), key);
  await place(one(single, 3), key);

  await fixtures.basket(RETAILER, single, 7);
  await place(one(single, 7), { fromBasket: true });
  await place(one(single, 7), { fromBasket: true });
  await place(one(single, 8), { fromBasket: true });

  const rare = await running.addProduct(4);
  await fixtures.hold(RETAILER, rare, 2);
  await place(one(rare, 7));
  await place(one(rare, 6));

  await fixtures.terms({ ...ANY_ORDERS, minOrderPaise: 50_000 });
  await place(one(single, 1));
  await place(one(single, 6));
  await fixtures.terms({ ...ANY_ORDERS, networkOnly: true });
  await place(one(single, 1));
  await fixtures.terms(DEFAULT_ORDER_TERMS);
  const bounded = await running.addProduct(12);
  await place(one(bounded, 6));
  await place(one(bounded, 3));
  await place(one(bounded, 3));
  await fixtures.terms({ ...ANY_ORDERS, newcomer: { sharePercent: 100, orders: 15 } });
  for (let n = 0; n < 4; n += 1) await place(one(single, 1 + n));
  await fixtures.terms(ANY_ORDERS);

  await place(one(single, 2), {}, connected);
  await fixtures.limit(CONNECTED, 100_000);
  await place(one(single, 20), {}, connected);
  await place(one(single, 1), {}, connected);
  await fixtures.limit(CONNECTED, undefined);
  await place(one(single, MUCH));
  await fixtures.block(RETAILER, true);
  await place(one(single, 1));
  await fixtures.block(RETAILER, false);
  await place(one(single, 1));

  const cards = comparable(await (await driver.reader(RETAILER)).cards()) as object[];
  await driver.close();
  return { outcomes, facts: await running.facts(), cards };
}

/** @throws Error that shows what differs. */
export async function requireEqual(ours: Running, full: Running): Promise<void> {
  const [one, other] = [await conductOf(ours), await conductOf(full)];
  deepStrictEqual(one, other);
  console.log(`${one.outcomes.length} orders have equal outcomes on both sides.`);
}
