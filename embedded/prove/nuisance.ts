/** A client as nobody wants one, in a process of its own until that is ended: `nuisance.ts URL NAME`. */
import { LeanClient, openClients } from "../testkit/leanClient";

const LONG_ANSWER_BYTES = 200_000;
/** A flooding client asks for so many mutations at once, again and again: below where its socket is closed. */
const FLOOD = 500;

/** Watches what changes some fifty times a second. */
async function watchLong(url: string): Promise<LeanClient> {
  const [client, writer] = await openClients(url, 2);
  if (client === undefined || writer === undefined) throw new Error("No client.");
  const args = { name: "loud", bytes: LONG_ANSWER_BYTES };
  client.watch([{ queryId: 0, path: "meters:long", args }]);
  setInterval(() => {
    writer.mutate("meters:step", { name: "loud" }).catch(() => undefined);
  }, 20);
  return client;
}

const NUISANCES = {
  async "never reads what it is sent"(url: string) {
    (await watchLong(url)).socket.pause();
  },

  async "reads slowly"(url: string) {
    const { socket } = await watchLong(url);
    setInterval(() => {
      socket.pause();
      setTimeout(() => socket.resume(), 80);
    }, 100);
  },

  async "floods with 500 mutations at a time"(url: string) {
    const client = await LeanClient.open(url);
    const flood = async () => {
      for (;;) {
        const args = { group: "flood", rank: 0 };
        await Promise.all(
          Array.from({ length: FLOOD }, () => client.mutate("meters:append", args)),
        );
      }
    };
    void flood();
  },
};

export type NuisanceName = keyof typeof NUISANCES;

const [url = "", name = ""] = process.argv.slice(2);
await NUISANCES[name as NuisanceName](url);
process.send?.("begun");
