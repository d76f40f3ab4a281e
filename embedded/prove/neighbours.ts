/** One client that does not read, one that floods, one that is slow: what the others notice of them. */
import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { LeanClient } from "../testkit/leanClient";
import { openClients } from "../testkit/leanClient";
import type { NuisanceName } from "./nuisance";
import { type Finding, type Proof, percentile } from "../testkit/proof";
import { type Server, startServer } from "../testkit/server";

const NUISANCES: readonly NuisanceName[] = [
  "never reads what it is sent",
  "reads slowly",
  "floods with 500 mutations at a time",
];
const PROGRAM = path.join(import.meta.dirname, "nuisance.ts");
const ROUNDS = { short: 150, long: 1_000 };
const MOST_SLOWER = 2;
const PAUSE_MS = 5;

/** From a mutation's sending to a watching neighbour's hearing of it, in milliseconds. */
async function latencies(writer: LeanClient, watcher: LeanClient, rounds: number) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    const heard = new Promise<void>((resolve) => (watcher.onValue = () => resolve()));
    await Promise.all([writer.mutate("meters:step", { name: "quiet" }), heard]);
    times.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return percentile(times, 0.95);
}

/** In a process of its own: what it does to itself is not what is measured. Returns the way to end it. */
async function begin(name: NuisanceName, { addresses }: Server): Promise<() => Promise<void>> {
  const child = fork(PROGRAM, [addresses.url, name], { execArgv: ["--import", "tsx"] });
  const exited = once(child, "exit");
  const end = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  const isBegun = await Promise.race([
    once(child, "message").then(() => true),
    exited.then(() => false),
  ]);
  if (!isBegun) throw new Error(`The one that ${name} could not begin.`);
  return end;
}

async function noticed(server: Server, name: NuisanceName, rounds: number): Promise<Finding> {
  const [writer, watcher] = await openClients(server.addresses.url, 2);
  if (writer === undefined || watcher === undefined) throw new Error("No client.");
  watcher.watch([{ queryId: 0, path: "meters:read", args: { name: "quiet" } }]);
  await latencies(writer, watcher, rounds);
  const alone = await latencies(writer, watcher, rounds);
  const end = await begin(name, server);
  const beside = await latencies(writer, watcher, rounds);
  await end();
  writer.close();
  watcher.close();
  const ratio = beside / alone;
  return {
    what: `p95 from a mutation to a neighbour's screen while one ${name}`,
    figure: `${ratio.toFixed(2)} × (${beside.toFixed(1)} ms against ${alone.toFixed(1)} ms)`,
    target: `≤ ${MOST_SLOWER} ×`,
    holds: ratio <= MOST_SLOWER,
    isTime: true,
  };
}

export const neighboursProof: Proof = {
  name: "neighbours",
  isTimed: true,
  title: "a client that is slow, floods or never reads is not felt by the others",
  async run({ form }) {
    const server = await startServer("meters");
    try {
      const findings: Finding[] = [];
      for (const nuisance of NUISANCES)
        findings.push(await noticed(server, nuisance, ROUNDS[form]));
      return findings;
    } finally {
      await server.stop();
    }
  },
};
