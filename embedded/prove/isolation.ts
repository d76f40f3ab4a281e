/** Measures the latency of a client beside one that does not read, one that reads slowly and one that floods. */
import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { Disturbance } from "./disturbingClient";
import { atMostTimes } from "../testkit/findings";
import type { LeanClient } from "../testkit/leanClient";
import { openClients } from "../testkit/leanClient";
import { type Finding, type Proof, percentile } from "../testkit/proof";
import { type Server, startServer } from "../testkit/server";

const DISTURBANCES: readonly Disturbance[] = [
  "never reads",
  "reads slowly",
  "sends 500 mutations at a time",
];
const PROGRAM = path.join(import.meta.dirname, "disturbingClient.ts");
const ROUNDS = { short: 150, long: 1_000 };
const SLOWER_MAX = 2;
const PAUSE_MS = 5;

/** Returns the p95 in milliseconds from sending a mutation to its effect at another client. */
async function latency(writer: LeanClient, reader: LeanClient, rounds: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    const updated = new Promise<void>((resolve) => (reader.onValue = () => resolve()));
    await Promise.all([writer.mutate("meters:step", { name: "quiet" }), updated]);
    times.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return percentile(times, 0.95);
}

/** Starts the disturbing client in its own process, so that its own load is not measured. Returns the way to end it. */
async function disturb(name: Disturbance, url: string): Promise<() => Promise<void>> {
  const child = fork(PROGRAM, [url, name], { execArgv: ["--import", "tsx"] });
  const exited = once(child, "exit");
  const started = once(child, "message").then(() => true);
  if (!(await Promise.race([started, exited.then(() => false)])))
    throw new Error(`The client that ${name} could not start.`);
  return async () => {
    child.kill("SIGKILL");
    await exited;
  };
}

async function measured({ addresses }: Server, name: Disturbance, rounds: number) {
  const [writer, reader] = await openClients(addresses.url, 2);
  if (writer === undefined || reader === undefined) throw new Error("No client.");
  reader.watch([{ queryId: 0, path: "meters:read", args: { name: "quiet" } }]);
  await latency(writer, reader, rounds);
  const alone = await latency(writer, reader, rounds);
  const end = await disturb(name, addresses.url);
  const beside = await latency(writer, reader, rounds);
  await end();
  writer.close();
  reader.close();
  const what = `p95 from a mutation to another client's update beside a client that ${name}`;
  return atMostTimes(what, beside, alone, SLOWER_MAX);
}

export const isolation: Proof = {
  name: "isolation",
  isTimed: true,
  title: "a client that reads slowly or never, or floods, delays no other client",
  async run({ form }) {
    const server = await startServer("meters");
    try {
      const findings: Finding[] = [];
      for (const name of DISTURBANCES) findings.push(await measured(server, name, ROUNDS[form]));
      return findings;
    } finally {
      await server.stop();
    }
  },
};
