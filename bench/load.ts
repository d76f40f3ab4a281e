/** The load process: runs the named workload against a deployment and reports its figures. */
import { baselineDriver } from "./baseline/driver";
import { ourDriver } from "./ours/driver";
import type { Deployment } from "./deployment";
import type { MarketControl, Figures } from "./workload";
import { WORKLOADS } from "./workloads";

export type LoadJob = { readonly deployment: Deployment; readonly name: string };
/** A request to the process that started the market. */
export type LoadRequest = {
  readonly type: "ask";
  readonly id: number;
  readonly asked:
    | { readonly call: "addProduct"; readonly stock: number }
    | { readonly call: "stockOf"; readonly productId: string }
    | { readonly call: "queryRuns" | "memoryMib" | "processorMs" | "servingMb" | "restart" };
};

/** A message of the load process: a request, or its result. */
export type LoadMessage =
  | LoadRequest
  | { readonly type: "done"; readonly figures: Figures }
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

const control: MarketControl = {
  addProduct: async (stock) => String(await ask({ call: "addProduct", stock })),
  stockOf: async (productId) => Number(await ask({ call: "stockOf", productId })),
  queryRuns: async () => Number(await ask({ call: "queryRuns" })),
  memoryMib: async () => Number(await ask({ call: "memoryMib" })),
  processorMs: async () => Number(await ask({ call: "processorMs" })),
  servingMb: async () => Number(await ask({ call: "servingMb" })),
  restart: async () => Number(await ask({ call: "restart" })),
};

async function load({ deployment, name }: LoadJob): Promise<void> {
  const workload = WORKLOADS.find((each) => each.name === name);
  if (workload === undefined) throw new Error(`There is no workload "${name}".`);
  const driver = deployment.kind === "ours" ? ourDriver(deployment) : baselineDriver(deployment);
  const figures = await workload.run(driver, deployment, control);
  await driver.close();
  report({ type: "done", figures });
}

process.on("message", (message: LoadJob | { id: number; answer: unknown }) => {
  if ("id" in message) waiting.get(message.id)?.(message.answer);
  else load(message).catch((error: unknown) => report({ type: "failed", text: String(error) }));
});
