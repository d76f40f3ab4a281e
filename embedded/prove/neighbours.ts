/** One client that does not read, one that floods, one that is slow: what the others notice of them. */
import { LeanClient, openClients } from "./leanClient";
import { type Finding, type Proof, percentile } from "./proof";
import { type Server, startServer } from "./server";

const ROUNDS = { short: 150, long: 1_000 };
const LONG_ANSWER_BYTES = 200_000;
/** A flooding client asks for so many mutations at once, again and again: below where its socket is closed. */
const FLOOD = 500;
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

interface Nuisance {
  readonly what: string;
  /** Returns the way to end it. */
  begin(server: Server): Promise<() => void>;
}

/** Changes what the nuisance watches, some fifty times a second. */
function stepping(client: LeanClient): () => void {
  const timer = setInterval(() => {
    client.mutate("meters:step", { name: "loud" }).catch(() => undefined);
  }, 20);
  return () => clearInterval(timer);
}

async function watchingLong(server: Server): Promise<[LeanClient, () => void]> {
  const [client, writer] = await openClients(server.addresses.url, 2);
  if (client === undefined || writer === undefined) throw new Error("No client.");
  const args = { name: "loud", bytes: LONG_ANSWER_BYTES };
  client.watch([{ queryId: 0, path: "meters:long", args }]);
  const stop = stepping(writer);
  const end = () => {
    stop();
    writer.close();
    client.close();
  };
  return [client, end];
}

const NUISANCES: readonly Nuisance[] = [
  {
    what: "one never reads what it is sent",
    async begin(server) {
      const [client, end] = await watchingLong(server);
      client.socket.pause();
      return end;
    },
  },
  {
    what: "one reads slowly",
    async begin(server) {
      const [client, end] = await watchingLong(server);
      const timer = setInterval(() => {
        client.socket.pause();
        setTimeout(() => client.socket.resume(), 80);
      }, 100);
      return () => {
        clearInterval(timer);
        end();
      };
    },
  },
  {
    what: `one floods with ${FLOOD} mutations at a time`,
    async begin(server) {
      const client = await LeanClient.open(server.addresses.url);
      let isOver = false;
      const flood = async () => {
        while (!isOver) {
          const all = Array.from({ length: FLOOD }, (_, rank) =>
            client.mutate("meters:append", { group: "flood", rank }),
          );
          await Promise.allSettled(all);
        }
      };
      void flood();
      return () => {
        isOver = true;
        client.close();
      };
    },
  },
];

async function noticed(server: Server, nuisance: Nuisance, rounds: number): Promise<Finding> {
  const [writer, watcher] = await openClients(server.addresses.url, 2);
  if (writer === undefined || watcher === undefined) throw new Error("No client.");
  watcher.watch([{ queryId: 0, path: "meters:read", args: { name: "quiet" } }]);
  await latencies(writer, watcher, rounds);
  const alone = await latencies(writer, watcher, rounds);
  const end = await nuisance.begin(server);
  const beside = await latencies(writer, watcher, rounds);
  end();
  writer.close();
  watcher.close();
  const ratio = beside / alone;
  return {
    what: `p95 from a mutation to a neighbour's screen while ${nuisance.what}`,
    figure: `${ratio.toFixed(2)} × (${beside.toFixed(1)} ms against ${alone.toFixed(1)} ms)`,
    target: `≤ ${MOST_SLOWER} ×`,
    holds: ratio <= MOST_SLOWER,
    isTime: true,
  };
}

export const neighboursProof: Proof = {
  name: "neighbours",
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
