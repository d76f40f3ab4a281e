/** Measures how long an honest webhook waits while other accounts have all that they may at hosts that never answer. */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { newDevice } from "../../convex/push/device.setup";
import {
  IMPORT_BATCH_ROWS,
  OUTGOING_ACCOUNT_MAX,
  PUSH_DEVICES_MAX,
  WEBHOOKS_MAX,
} from "../../domain/limits";
import { atMostTimes, least, none } from "../../embedded/testkit/findings";
import { type Form, type Proof, percentile } from "../../embedded/testkit/proof";
import { type Market, inMarket, until } from "../../testkit/market";
import { PushService } from "../../testkit/pushService";
import { SilentHosts } from "../../testkit/silentHosts";
import { PASSWORD, type Trader, codeIn, joinTraders, listProduct } from "../../testkit/traders";

const SLOW_ACCOUNTS = 4;
const ORDERS = 20;
/** Honest orders of each measurement. */
const MEASURED = { short: 20, long: 60 } as const satisfies Record<Form, number>;
/** An honest message that is not there after this time waits for a time-out of somebody else's. */
const LATE_MS = 9_000;
/** I-60: maximum ratio of an honest webhook's p95 to its p95 in quiet. */
const SLOWDOWN_MAX = 3;

const EVENTS = ["order.placed" as const];

type Shop = { readonly distributor: Trader; readonly productId: Id<"products"> };

function order({ http }: Trader, { productId }: Shop): Promise<unknown> {
  return http.mutation(api.orders.place, {
    orderKey: randomUUID(),
    msg: "Soon, please.",
    lines: [{ productId, quantity: 1 }],
  });
}

/** Begins an import whose rows name pictures of this host. */
async function importPictures({ http }: Trader, origin: string, batches: number): Promise<void> {
  const importId = randomUUID();
  const rowCount = batches * IMPORT_BATCH_ROWS;
  await http.mutation(api.imports.begin, { importId, mode: "addAndUpdate", rowCount });
  const rowsOf = (batch: number) =>
    Array.from({ length: IMPORT_BATCH_ROWS }, (_, n) => {
      const line = batch * IMPORT_BATCH_ROWS + n;
      const cells = {
        ...{ sku: `S-${line}`, name: `Lamp ${line}`, type: "Furniture", description: "Burns." },
        ...{ packSize: "6", pricePaise: "10", stock: "5", picture: `${origin}/${line}.png` },
      };
      return { line: line + 2, cells };
    });
  for (let batch = 0; batch < batches;) {
    const sent = http.mutation(api.imports.take, { importId, batch, rows: rowsOf(batch) });
    const code = await sent.then(() => "done", codeIn);
    // The pictures of types are drawn by the first import.
    if (code === "IMPORT_NOT_READY") await pause(50);
    else if (code === "done") batch += 1;
    else throw new Error(`The batch was refused: ${code}`);
  }
}

/** Gives the account all that it may have, each at a host of its own that never answers. */
async function fill(shop: Shop, hosts: SilentHosts): Promise<void> {
  const { http } = shop.distributor;
  for (let n = 0; n < WEBHOOKS_MAX; n += 1) {
    const url = `${await hosts.add()}/hook`;
    await http.action(api.developers.createWebhook, { url, events: EVENTS, password: PASSWORD });
  }
  for (let n = 0; n < PUSH_DEVICES_MAX; n += 1) {
    const device = await newDevice(`${await hosts.add()}/push`);
    await http.mutation(api.push.subscribe, device.subscription);
  }
}

/** Orders one after the other, and measures the time until each message is there. Resolves with the times of those that came. */
async function measure(
  buyer: Trader,
  shop: Shop,
  { service, hosts, count }: { service: PushService; hosts: SilentHosts; count: number },
): Promise<{ times: number[]; late: string[]; besideOpen: number }> {
  const times: number[] = [];
  const late: string[] = [];
  let besideOpen = 0;
  for (let n = 0; n < count; n += 1) {
    const before = service.received.length;
    const startedAt = performance.now();
    await order(buyer, shop);
    const isThere = () => Promise.resolve(service.received.length > before);
    await until("the honest message", isThere, LATE_MS).then(
      () => times.push(performance.now() - startedAt),
      () => late.push(`order ${n}`),
    );
    if (hosts.open > 0) besideOpen += 1;
  }
  return { times, late, besideOpen };
}

async function openShop(market: Market, distributor: Trader | undefined): Promise<Shop> {
  if (distributor === undefined) throw new Error("A trader is missing.");
  return { distributor, productId: await listProduct(market, distributor, { stock: 10_000 }) };
}

async function prove(market: Market, form: Form, service: PushService, hosts: SilentHosts) {
  const { retailers, distributors } = await joinTraders(market, 1, SLOW_ACCOUNTS + 1);
  const buyer = retailers[0]!;
  const honest = await openShop(market, distributors[0]);
  const url = `${await service.open()}/hook`;
  const { http } = honest.distributor;
  await http.action(api.developers.createWebhook, { url, events: EVENTS, password: PASSWORD });
  const asked = { service, hosts, count: MEASURED[form] };
  await measure(buyer, honest, { ...asked, count: 5 });
  const quiet = await measure(buyer, honest, asked);

  const slow: Shop[] = [];
  for (const distributor of distributors.slice(1)) slow.push(await openShop(market, distributor));
  for (const shop of slow) await fill(shop, hosts);
  for (const shop of slow) {
    await importPictures(shop.distributor, await hosts.add(), 2);
    for (let n = 0; n < ORDERS; n += 1) await order(buyer, shop);
  }
  const isHeld = () => Promise.resolve(hosts.open >= SLOW_ACCOUNTS * OUTGOING_ACCOUNT_MAX);
  await until("all places of the slow accounts are held", isHeld, 30_000);
  const beside = await measure(buyer, honest, asked);
  const most = SLOW_ACCOUNTS * OUTGOING_ACCOUNT_MAX;
  return [
    least("honest messages beside requests that their hosts leave open", beside.besideOpen),
    none("honest messages that waited for a time-out", beside.late, asked.count),
    {
      what: "requests at once of four accounts at hosts that never answer",
      figure: String(hosts.mostOpen),
      target: `${most}`,
      holds: hosts.mostOpen === most,
    },
    atMostTimes(
      "p95 of an honest webhook beside them against in quiet",
      percentile(beside.times, 0.95),
      percentile(quiet.times, 0.95),
      SLOWDOWN_MAX,
    ),
  ];
}

export const silentHosts: Proof = {
  name: "silentHosts",
  isTimed: true,
  title:
    "[I-60] hosts that never answer hold their own accounts' places alone, and no honest webhook waits for them",
  async run({ form }) {
    const [service, hosts] = [new PushService(), new SilentHosts()];
    try {
      return await inMarket(["--empty", "--env", "WEBHOOKS_ALLOW_PRIVATE=1"], (market) =>
        prove(market, form, service, hosts),
      );
    } finally {
      service.close();
      hosts.close();
    }
  },
};
