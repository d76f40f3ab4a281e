/** The fallback to memory over the browser's own IndexedDB. No other test has this account. */
import { afterEach, expect, test, vi } from "vitest";
import { added, removed, UNCHANGED, type Entry } from "./entry";
import { discardEntries, FallbackStore, indexedEntries } from "./store";

const ACCOUNT = "stalled";
const ENTRY: Entry = {
  ...{ key: "k1", session: "stalled|s1", addedAt: 1, state: { at: "waiting" } },
  command: { kind: "message", to: "asha@mandi.test", content: "Given up" },
};

afterEach(() => discardEntries(ACCOUNT));

/** Holds the database with a transaction that does not end, until the returned function is called. */
async function stall(): Promise<() => Promise<void>> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open("mandi-outbox");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error("IndexedDB can not be opened."));
  });
  const transaction = database.transaction("accounts", "readwrite");
  let isOver = false;
  const goOn = () => {
    if (!isOver) transaction.objectStore("accounts").count().onsuccess = goOn;
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
  const disk = indexedEntries(ACCOUNT);
  const store = new FallbackStore(disk);
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
  expect(await disk.update(UNCHANGED)).toEqual([]);
});
