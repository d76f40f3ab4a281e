/** Records the store operations of orders of one line on a market in this process, with a copy of its data from before. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { api } from "../../convex/_generated/api";
import { freePort } from "../../embedded/testkit/freePort";
import { mailsOf } from "../../testkit/market";
import { runBackend } from "../../embedded/backend";
import { type Trader, joinTraders, listProduct } from "../../testkit/traders";
import { startOptions } from "../../scripts/options";
import { ROOT } from "../../scripts/steps";
import { pick } from "../workload";
import { Recorder, type Step } from "./recorder";

/** The first orders are left out: they create counters and read rows that do not exist yet. */
const WARM = 32;

export interface Recorded {
  /** One entry per order. */
  readonly steps: readonly Step[];
  /** A data folder in its state before the orders. */
  readonly dataDir: string;
  /** Removes the temporary data. */
  clear(): void;
}

async function placeOne(buyer: Trader, productId: string, n: number): Promise<void> {
  const lines = [{ productId, quantity: 1 }];
  await buyer.http.mutation(api.orders.place, {
    ...{ orderKey: crypto.randomUUID(), msg: `Order ${n}`, lines },
  });
}

/** @param scale The number of orders, placed one after another by this many retailers in turn, of this many products. */
export async function recordOrders(scale: {
  readonly retailers: number;
  readonly products: number;
  readonly orders: number;
}): Promise<Recorded> {
  const folder = mkdtempSync(path.join(tmpdir(), "mandi-limit-"));
  const [dataDir, before] = [path.join(folder, "data"), path.join(folder, "before")];
  // Sessions stay valid when the market restarts at the same address.
  const ports = ["--port", String(await freePort()), "--api-port", String(await freePort())];
  const { empty: _, ...flags } = startOptions([...ports, "--data", dataDir], {
    RATE_LIMITS: "off",
  });
  const options = { ...flags, projectDir: ROOT, origins: [], watch: false };

  const first = await runBackend(options);
  const site = { url: first.addresses.url, mails: mailsOf(first.addresses.url) };
  const { retailers, distributors } = await joinTraders(site, scale.retailers, 1);
  const products: string[] = [];
  while (products.length < scale.products)
    products.push(await listProduct(site, distributors[0]!, { stock: 100_000 }));
  const place = (n: number) => placeOne(pick(retailers, n), pick(products, n * 7), n);
  for (let n = 0; n < WARM; n += 1) await place(n);
  await first.stop();
  cpSync(dataDir, before, { recursive: true });

  const recorder = new Recorder();
  const second = await runBackend(options, { around: recorder.around });
  // Fills the database's cache, as in a market that has been open for a while.
  for (let n = 0; n < WARM; n += 1) await place(n);
  recorder.taken();
  const steps: Step[] = [];
  for (let n = 0; n < scale.orders; n += 1) {
    await place(n);
    const taken = recorder.taken();
    if (taken.length === 0) throw new Error("An order wrote nothing.");
    // A fold of figures in between is work of the orders, too.
    steps.push({
      gets: taken.flatMap(({ gets }) => gets),
      ranges: taken.flatMap(({ ranges }) => ranges),
      writes: taken.flatMap(({ writes }) => writes),
    });
  }
  await second.stop();
  return { steps, dataDir: before, clear: () => rmSync(folder, { recursive: true }) };
}
