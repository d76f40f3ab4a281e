/** The fallback to memory over the browser's own IndexedDB. No other test has this account. */
import { afterEach, expect, test, vi } from "vitest";
import { accountStore } from "../accountStore/accountStore";
import { added, removed, UNCHANGED, type Entry } from "./entry";
import { storedEntries, withMemory } from "./store";

const SESSION = { accountId: "stalled", id: "stalled|s1" };
const ENTRY: Entry = {
  ...{ key: "k1", addedAt: 1, state: { at: "waiting" } },
  command: { kind: "message", to: "asha@mandi.test", content: "Given up" },
};

afterEach(() => accountStore.discard(SESSION.accountId));

/** Holds the database with a transaction that does not end, until the returned function is called. */
async function stall(): Promise<() => Promise<void>> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open("mandi-account");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error("IndexedDB can not be opened."));
  });
  const transaction = database.transaction("entries", "readwrite");
  let isOver = false;
  const goOn = () => {
    if (!isOver) transaction.objectStore("entries").count().onsuccess = goOn;
  };
  goOn();
  return () =>
    new Promise((resolve) => {
      transaction.oncomplete = () => {
        database.close();
        resolve();
      };
      isOver = true;
    });
}

test("an order that is given up while IndexedDB stalls is not there afterwards", async () => {
  const updateStored = storedEntries(SESSION);
  const store = withMemory(updateStored);
  await store.update(UNCHANGED);
  const goOn = await stall();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const adding = store.update(added(ENTRY));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await adding).toEqual([ENTRY]);
  } finally {
    vi.useRealTimers();
  }
  expect(await store.update(removed(ENTRY.key))).toEqual([]);
  await goOn();
  expect(await updateStored(UNCHANGED)).toEqual([]);
});
