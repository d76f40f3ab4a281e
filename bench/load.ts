/** The load process: runs the named workload against a target and reports its figures. */
import { baselineCustomers } from "./baseline/customers";
import { ourCustomers } from "./ours/customers";
import type { Site } from "./site";
import type { Desk, Figures } from "./workload";
import { WORKLOADS } from "./workloads";

export type Order = { readonly site: Site; readonly name: string };
/** A request to the process that started the market. */
export type Question = {
  readonly type: "ask";
  readonly id: number;
  readonly asked:
    | { readonly call: "addProduct"; readonly stock: number }
    | { readonly call: "stockOf"; readonly productId: string }
    | { readonly call: "memoryMib" | "servingMb" | "restart" };
};

/** A message of the load process: a request, or its result. */
export type Word =
  | Question
  | { readonly type: "done"; readonly figures: Figures }
  | { readonly type: "failed"; readonly text: string };

const waiting = new Map<number, (answer: unknown) => void>();

function say(word: Word): void {
  process.send?.(word);
}

function ask(asked: Question["asked"]): Promise<unknown> {
  const id = waiting.size + 1;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    say({ type: "ask", id, asked });
  });
}

const desk: Desk = {
  addProduct: async (stock) => String(await ask({ call: "addProduct", stock })),
  stockOf: async (productId) => Number(await ask({ call: "stockOf", productId })),
  memoryMib: async () => Number(await ask({ call: "memoryMib" })),
  servingMb: async () => Number(await ask({ call: "servingMb" })),
  restart: async () => Number(await ask({ call: "restart" })),
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
