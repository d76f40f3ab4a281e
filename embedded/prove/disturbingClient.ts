/** A client that disturbs others, in its own process until it is killed: `disturbingClient.ts URL NAME`. */
import { LeanClient, openClients } from "../testkit/leanClient";

const LONG_RESULT_BYTES = 200_000;
/** Mutations that the flooding client sends at a time: fewer than the 1,000 that close its socket. */
const FLOOD = 500;
const COMMIT_EVERY_MS = 20;

/** Subscribes to a long result that changes about fifty times a second. */
async function subscribed(url: string): Promise<LeanClient> {
  const [client, writer] = await openClients(url, 2);
  if (client === undefined || writer === undefined) throw new Error("No client.");
  const args = { name: "loud", bytes: LONG_RESULT_BYTES };
  client.watch([{ queryId: 0, path: "meters:long", args }]);
  setInterval(() => {
    writer.mutate("meters:step", { name: "loud" }).catch(() => undefined);
  }, COMMIT_EVERY_MS);
  return client;
}

async function flood(client: LeanClient): Promise<never> {
  const append = () => client.mutate("meters:append", { group: "flood", rank: 0 });
  for (;;) await Promise.all(Array.from({ length: FLOOD }, append));
}

const DISTURBANCES = {
  async "never reads"(url: string) {
    (await subscribed(url)).socket.pause();
  },

  async "reads slowly"(url: string) {
    const { socket } = await subscribed(url);
    setInterval(() => {
      socket.pause();
      setTimeout(() => socket.resume(), 80);
    }, 100);
  },

  async "sends 500 mutations at a time"(url: string) {
    void flood(await LeanClient.open(url));
  },
};

export type Disturbance = keyof typeof DISTURBANCES;

const [url = "", name = ""] = process.argv.slice(2);
await DISTURBANCES[name as Disturbance](url);
process.send?.("started");
