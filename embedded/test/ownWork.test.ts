/** The backend's own work for a query or mutation: it has a limit of its own, and does not restart the backend twice. */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import type { Store } from "../store/store";
import type { TestProject } from "../testkit/project";
import { copyProject } from "../testkit/project";
import { counters } from "./api";

const addTexts = makeFunctionReference<"mutation", { texts: number; words: number }>(
  "products:addTexts",
);
const search = makeFunctionReference<"query", { words: string }, string[]>("products:search");

let project: TestProject;
let backend: RunningBackend | undefined;

beforeEach(() => (backend = undefined));

afterEach(async () => {
  await backend?.stop();
  project.remove();
});

async function start(fixture: string): Promise<ConvexHttpClient> {
  project = copyProject(fixture);
  backend = await runBackend(project.options);
  return new ConvexHttpClient(backend.addresses.url, { logger: false });
}

test("[LIM14] a mutation whose writes take too long fails alone", async () => {
  const client = await start("shop");
  await client.mutation(addTexts, { texts: 1, words: 1_000 });
  await expect(client.mutation(addTexts, { texts: 130, words: 32_000 })).rejects.toThrow(
    "Your request timed out performing too many system operations.",
  );
  expect(await client.query(search, { words: "rr" })).toHaveLength(1);
}, 60_000);

/** While `look` is set, every read of the store calls it. */
function watched(look: () => void): (store: Store) => Store {
  return (store) => ({
    snapshot() {
      const snapshot = store.snapshot();
      return {
        get(key) {
          look();
          return snapshot.get(key);
        },
        range(options) {
          look();
          return snapshot.range(options);
        },
        release: () => snapshot.release(),
      };
    },
    write: (batch) => store.write(batch),
    close: () => store.close(),
  });
}

test("[DUR6] a call for which the backend works without end is noted, and refused by the next process", async () => {
  project = copyProject("counters");
  const noted: (string | undefined)[] = [];
  let isLooking = false;
  const around = watched(() => {
    if (isLooking) noted.push(backend?.noteStuckCall());
    isLooking &&= noted.length < 5;
  });
  backend = await runBackend(project.options, { around });
  const before = new ConvexHttpClient(backend.addresses.url, { logger: false });
  expect(backend.noteStuckCall()).toBeUndefined();
  for (let at = 0; at < 5; at += 1) await before.mutation(counters.add, { name: `other ${at}` });
  await runLooking(before);
  expect(noted).toEqual([undefined, undefined, undefined, undefined, "counters:sum"]);
  expect(backend.noteStuckCall()).toBeUndefined();
  await backend.stop();
  backend = await runBackend(project.options);
  const after = new ConvexHttpClient(backend.addresses.url, { logger: false });
  await expect(after.query(counters.sum, {})).rejects.toThrow("timed out");
  expect(await after.query(counters.get, { name: "other 1" })).toBe(1);

  async function runLooking(client: ConvexHttpClient): Promise<void> {
    isLooking = true;
    await client.query(counters.sum, {});
    isLooking = false;
  }
});
