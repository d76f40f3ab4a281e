/** The load process: runs the named workload against a deployment and reports its figures, and what it was granted. */
import { driverOf } from "./conformance";
import type { Deployment } from "./deployment";
import type { Buyer, Driver } from "./driver";
import type { Granted } from "./facts";
import { RARE, goodsOf, owedPaise } from "./goods";
import type { MarketControl, Figures } from "./workload";
import { WORKLOADS } from "./workloads";

export type LoadJob = {
  readonly deployment: Deployment;
  readonly name: string;
  readonly seconds: number;
};
/** A request to the process that started the market. */
export type LoadRequest = {
  readonly type: "ask";
  readonly id: number;
  readonly asked:
    | { readonly call: "addProduct"; readonly stock: number }
    | { readonly call: "stockOf"; readonly productId: string }
    | { readonly call: "queryRuns" | "memoryMib" | "processorMs" | "restart" };
};

/** A message of the load process: a request, or its result. */
export type LoadMessage =
  | LoadRequest
  | { readonly type: "done"; readonly figures: Figures; readonly granted: Granted }
  | { readonly type: "failed"; readonly text: string };

const waiting = new Map<number, (answer: unknown) => void>();

function report(message: LoadMessage): void {
  process.send?.(message);
}

function ask(asked: LoadRequest["asked"]): Promise<unknown> {
  const id = waiting.size + 1;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    report({ type: "ask", id, asked });
  });
}

const control: Omit<MarketControl, "seconds"> = {
  addProduct: async (stock) => String(await ask({ call: "addProduct", stock })),
  stockOf: async (productId) => Number(await ask({ call: "stockOf", productId })),
  queryRuns: async () => Number((await ask({ call: "queryRuns" })) ?? Number.NaN),
  memoryMib: async () => Number(await ask({ call: "memoryMib" })),
  processorMs: async () => Number(await ask({ call: "processorMs" })),
  restart: async () => Number(await ask({ call: "restart" })),
};

/** Counts what the buyers of a driver are granted, at the prices of the catalogue. */
class Tally {
  readonly granted = { orders: 0, pieces: 0, owedPaise: 0 };
  readonly #places: ReadonlyMap<string, number>;
  readonly #catalogue: number;

  constructor({ products, catalogue }: Deployment) {
    this.#places = new Map(products.map((id, place) => [id, place]));
    this.#catalogue = catalogue;
  }

  of(driver: Driver): Driver {
    return {
      ...driver,
      buyer: async (n) => this.#counting(await driver.buyer(n)),
      restBuyer: async (n) => this.#counting(await driver.restBuyer(n)),
    };
  }

  #counting(buyer: Buyer): Buyer {
    return {
      place: async (order) => {
        const outcome = await buyer.place(order);
        if (outcome !== null) return outcome;
        this.granted.orders += 1;
        for (const { productId, quantity } of order.lines) {
          const place = this.#places.get(productId);
          const goods = place === undefined ? RARE : goodsOf(this.#catalogue - 1 - place);
          this.granted.pieces += quantity;
          this.granted.owedPaise += owedPaise(goods, quantity);
        }
        return outcome;
      },
    };
  }
}

async function load({ deployment, name, seconds }: LoadJob): Promise<void> {
  const workload = WORKLOADS.find((each) => each.name === name);
  if (workload === undefined) throw new Error(`There is no workload "${name}".`);
  const driver = driverOf({ deployment });
  const tally = new Tally(deployment);
  const figures = await workload.run(tally.of(driver), deployment, { ...control, seconds });
  await driver.close();
  report({ type: "done", figures, granted: tally.granted });
}

process.on("message", (message: LoadJob | { id: number; answer: unknown }) => {
  if ("id" in message) waiting.get(message.id)?.(message.answer);
  else load(message).catch((error: unknown) => report({ type: "failed", text: String(error) }));
});
