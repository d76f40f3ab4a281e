/** Runs a morning's trade on the scratch market, with enough variety to tell which parameters decide conflicts. */
import { api } from "../../convex/_generated/api";
import { todayIst } from "../../domain/dates";
import { chance } from "../../embedded/testkit/proof";
import { type Check, type Params, type Place, type Sample, checked, placesOf } from "./places";
import { type Person, ScratchMarket, type TableSize } from "./scratch";

const [RETAILERS, DISTRIBUTORS] = [24, 16];
const PRODUCTS_EACH = 3;
const [PLACED, ACCEPTED, COMPLETED, SAID, EDITED] = [600, 300, 150, 120, 100];
/** Runs of the calls that are the same for all users. */
const SCREENS = 8;
const SEED = 7;
const PAGE = { numItems: 24, cursor: null };

interface Cost {
  readonly ranges: number;
  readonly documentsRead: number;
  readonly bytesRead: number;
  readonly documentsWritten: number;
  readonly bytesWritten: number;
}

export interface Measured {
  readonly places: readonly Place[];
  /** The places found from one half of the samples, checked against the other half. */
  readonly check: Check;
  /** Medians by call. */
  readonly costs: ReadonlyMap<string, Cost>;
  readonly sizes: readonly TableSize[];
  readonly orders: number;
}

interface Traders {
  readonly market: ScratchMarket;
  readonly retailers: readonly Person[];
  readonly distributors: readonly Person[];
  readonly admin: Person;
  /** Products per distributor. */
  readonly products: readonly (readonly string[])[];
}

interface Placed {
  readonly orderId: string;
  /** The owner, by number. */
  readonly distributor: number;
  readonly params: Params;
}

const times = (count: number) => Array.from({ length: count }, (_, n) => n);

async function tradersOf(market: ScratchMarket): Promise<Traders> {
  const join = (role: "retailer" | "distributor", count: number) =>
    Promise.all(times(count).map((n) => market.join(role, n)));
  const retailers = await join("retailer", RETAILERS);
  const distributors = await join("distributor", DISTRIBUTORS);
  const imageId = await market.addPicture();
  const products: string[][] = [];
  for (const { id: distributorId } of distributors) {
    const own: string[] = [];
    for (const n of times(PRODUCTS_EACH)) {
      const description = "Burns all night, and looks good at it.";
      const row = {
        distributorId,
        name: `Brass Lamp ${n}`,
        type: "Furniture",
        description,
        imageId,
      };
      const figures = { packSize: 6, pricePaise: 12_550 };
      const productId = await market.insert("products", { ...row, ...figures });
      await market.insert("stockLevels", { productId, stock: 1_000_000 });
      own.push(productId);
    }
    products.push(own);
    for (const { id: retailerId } of retailers) {
      const dates = { requestedAt: 1, answeredAt: 1 };
      const pair = { retailerId, distributorId, status: "accepted", ...dates };
      await market.insert("connections", pair);
    }
  }
  return { market, retailers, distributors, admin: await market.join("admin", 0), products };
}

class Morning {
  readonly samples: (Sample & { readonly usage?: Cost })[] = [];
  readonly #traders: Traders;
  readonly #random = chance(SEED);

  constructor(traders: Traders) {
    this.#traders = traders;
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  async place(retailer: number, distributor: number, product: number): Promise<Placed> {
    const { market, retailers, distributors, products } = this.#traders;
    const [buyer, productId] = [retailers[retailer]!, products[distributor]![product]!];
    const { value, taken } = await market.mutate(buyer, api.orders.place, {
      placementKey: crypto.randomUUID(),
      msg: "Two dozen before the festival, please.",
      lines: [{ productId, quantity: 1 }],
    });
    const orderId = value.orderIds[0]!;
    const distributorId = distributors[distributor]!.id;
    const about = { retailer: buyer.id, distributor: distributorId, product: productId };
    const params = { ...about, order: orderId };
    this.samples.push({ call: "orders.place", params, taken, usage: taken.usage });
    return { orderId, distributor, params };
  }

  async move(move: "accept" | "complete", { orderId, distributor, params }: Placed): Promise<void> {
    const { market, distributors } = this.#traders;
    const actor = distributors[distributor]!;
    const deliveryBefore = todayIst(Date.now());
    const { taken } =
      move === "accept"
        ? await market.mutate(actor, api.orders.accept, { orderId, deliveryBefore })
        : await market.mutate(actor, api.orders.complete, { orderId });
    this.samples.push({ call: `orders.${move}`, params, taken, usage: taken.usage });
  }

  async say(retailer: number, distributor: number): Promise<void> {
    const { market, retailers, distributors } = this.#traders;
    const [from, to] = [retailers[retailer]!, distributors[distributor]!];
    const letter = { to: to.email, content: "Is it on its way?", sendKey: crypto.randomUUID() };
    const { taken } = await market.mutate(from, api.chat.send, letter);
    const params = { retailer: from.id, distributor: to.id };
    this.samples.push({ call: "chat.send", params, taken, usage: taken.usage });
  }

  async edit(distributor: number, product: number): Promise<void> {
    const { market, distributors, products } = this.#traders;
    const [owner, productId] = [distributors[distributor]!, products[distributor]![product]!];
    const changes = { pricePaise: 10_000 + this.#below(10_000) };
    const { taken } = await market.mutate(owner, api.products.edit, { productId, changes });
    const params = { distributor: owner.id, product: productId };
    this.samples.push({ call: "products.edit", params, taken, usage: taken.usage });
  }

  /** Runs the queries of every open page while others trade. */
  async look(): Promise<void> {
    const { market, retailers, distributors, admin } = this.#traders;
    const paginationOpts = PAGE;
    const today = todayIst(Date.now());
    for (const each of distributors) {
      const params = { distributor: each.id };
      const taken = await market.query(each, api.orders.incoming, {
        list: "pending",
        paginationOpts,
      });
      this.samples.push({ call: "orders.incoming", params, taken });
      const badge = await market.query(each, api.orders.pendingCount);
      this.samples.push({ call: "orders.pendingCount", params, taken: badge });
    }
    for (const each of retailers) {
      const taken = await market.query(each, api.orders.outgoing, {
        list: "pending",
        paginationOpts,
      });
      this.samples.push({ call: "orders.outgoing", params: { retailer: each.id }, taken });
    }
    const catalogue = { sort: "latest", paginationOpts: { ...PAGE, numItems: 200 } };
    for (const _ of times(SCREENS)) {
      const screens = {
        "products.all": await market.query(retailers[0]!, api.products.all, catalogue),
        "admin.counts": await market.query(admin, api.admin.counts),
        "admin.tops": await market.query(admin, api.admin.tops),
        "admin.days": await market.query(admin, api.admin.days, { from: today, to: today }),
      };
      for (const [call, taken] of Object.entries(screens))
        this.samples.push({ call, params: {}, taken });
    }
  }

  /** Every pair of users orders once, so that their shared rows exist from then on. */
  async begin(): Promise<void> {
    for (const retailer of times(RETAILERS)) {
      for (const distributor of times(DISTRIBUTORS)) {
        const placed = await this.place(retailer, distributor, retailer % PRODUCTS_EACH);
        if (retailer === 0) {
          await this.move("accept", placed);
          await this.move("complete", placed);
        }
        await this.say(retailer, distributor);
      }
    }
    this.samples.length = 0;
  }

  async trade(): Promise<void> {
    const someone = () => [this.#below(RETAILERS), this.#below(DISTRIBUTORS)] as const;
    const placed: Placed[] = [];
    for (const _ of times(PLACED))
      placed.push(await this.place(...someone(), this.#below(PRODUCTS_EACH)));
    for (const each of placed.slice(0, ACCEPTED)) await this.move("accept", each);
    for (const each of placed.slice(0, COMPLETED)) await this.move("complete", each);
    for (const _ of times(SAID)) await this.say(...someone());
    for (const _ of times(EDITED))
      await this.edit(this.#below(DISTRIBUTORS), this.#below(PRODUCTS_EACH));
  }
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function costsOf(samples: Morning["samples"]): Map<string, Cost> {
  const costs = new Map<string, Cost>();
  for (const call of new Set(samples.map((each) => each.call))) {
    const used = samples.flatMap(({ call: its, usage }) =>
      its === call && usage !== undefined ? [usage] : [],
    );
    if (used.length === 0) continue;
    const median = (of: keyof Cost) => medianOf(used.map((each) => each[of]));
    costs.set(call, {
      ranges: median("ranges"),
      documentsRead: median("documentsRead"),
      bytesRead: median("bytesRead"),
      documentsWritten: median("documentsWritten"),
      bytesWritten: median("bytesWritten"),
    });
  }
  return costs;
}

/** Runs the market's own functions; returns which of them conflict where, and their costs. */
export async function measure(): Promise<Measured> {
  const market = await ScratchMarket.open();
  try {
    const morning = new Morning(await tradersOf(market));
    await morning.begin();
    await morning.look();
    await morning.trade();
    const names = await market.indexNames();
    const { samples } = morning;
    const random = chance(SEED);
    const [learnt, held]: [Sample[], Sample[]] = [[], []];
    for (const sample of samples) (random() < 0.5 ? learnt : held).push(sample);
    const check = checked(placesOf(learnt, names), held);
    const sizes = await market.sizes();
    const orders = sizes.find(({ table }) => table === "orders")?.rows ?? 0;
    return { places: placesOf(samples, names), check, costs: costsOf(samples), sizes, orders };
  } finally {
    await market.close();
  }
}
