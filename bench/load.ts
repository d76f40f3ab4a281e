/** A process that puts load on a market: told the site and a workload's name, it answers the figures. */
import { baselineCustomers } from "./baseline/customers";
import { ourCustomers } from "./ours/customers";
import type { Site } from "./site";
import type { Desk } from "./workload";
import { WORKLOADS } from "./workloads";

export type Order = { readonly site: Site; readonly name: string };
/** What the loading process says: a question for the desk, or how it ended. */
export type Word =
  | {
      readonly type: "ask";
      readonly id: number;
      readonly call: keyof Desk;
      readonly args: readonly unknown[];
    }
  | { readonly type: "done"; readonly figures: Record<string, number> }
  | { readonly type: "failed"; readonly text: string };

const waiting = new Map<number, (answer: unknown) => void>();

function say(word: Word): void {
  process.send?.(word);
}

function ask<Result>(call: keyof Desk, ...args: unknown[]): Promise<Result> {
  const id = waiting.size + 1;
  return new Promise((resolve) => {
    waiting.set(id, (answer) => resolve(answer as Result));
    say({ type: "ask", id, call, args });
  });
}

const desk: Desk = {
  addProduct: (stock) => ask("addProduct", stock),
  stockOf: (productId) => ask("stockOf", productId),
  memoryMib: () => ask("memoryMib"),
};

async function load({ site, name }: Order): Promise<void> {
  const workload = WORKLOADS.find((each) => each.name === name);
  if (workload === undefined) throw new Error(`There is no workload "${name}".`);
  const customers = site.kind === "ours" ? ourCustomers(site) : baselineCustomers(site);
  const figures = await workload.run(customers, site, desk);
  await customers.close();
  say({ type: "done", figures });
}

process.on("message", (message: Order | { id: number; answer: unknown }) => {
  if ("id" in message) waiting.get(message.id)?.(message.answer);
  else load(message).catch((error: unknown) => say({ type: "failed", text: String(error) }));
});
