/** A sign-out on a shared computer: IndexedDB itself is looked at, as its next user could. No other test has these accounts. */
import { createStore, get } from "idb-keyval";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { MEENA } from "../../testing/fixtures.setup";
import { clientFor, open } from "../../testing/screen.setup";
import { keepJob, keptJob } from "../importJob";
import { keepDraft } from "../pictures/drafts";
import { keepPicture, keptPicture } from "../pictures/kept";
import type { Entry } from "./entry";
import { discardEntries, indexedEntries } from "./store";

const JOB = {
  ...{ importId: "i1", mode: "products", fileName: "prices.csv", rows: [], reasons: [] },
  sheet: { header: [], rows: [] },
} as unknown as Parameters<typeof keepJob>[1];

const entryOf = (accountId: string): Entry => ({
  ...{ key: `k-${accountId}`, session: `${accountId}|s1`, addedAt: 1, state: { at: "waiting" } },
  command: { kind: "message", to: "asha@mandi.test", content: `Secret of ${accountId}` },
});

/** Every record of every database of this page, as text. */
async function everythingKept(): Promise<string> {
  const texts: string[] = [];
  for (const { name = "" } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name));
    for (const storeName of database.objectStoreNames) {
      const store = database.transaction(storeName).objectStore(storeName);
      const records: unknown[] = await settled(store.getAll());
      const keys = await settled(store.getAllKeys());
      for (const record of [...records, ...keys]) texts.push(textOf(record));
    }
    database.close();
  }
  return texts.join("\n");
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error("IndexedDB can't be read."));
  });
}

/** As JSON, with bytes as the text that they hold. */
function textOf(record: unknown): string {
  return JSON.stringify(record, (_, value: unknown) =>
    value instanceof ArrayBuffer ? new TextDecoder().decode(value) : value,
  );
}

async function keepAll(accountId: string): Promise<void> {
  await indexedEntries(accountId).update((entries) => [...entries, entryOf(accountId)]);
  await keepPicture(accountId, `p-${accountId}`, new Blob([`Bytes of ${accountId}`]), []);
  await keepDraft(accountId, new Blob([`Draft of ${accountId}`]));
  await keepJob(accountId, { ...JOB, fileName: `File of ${accountId}` });
}

test("a sign-out leaves no entry, picture, draft or import of the account, and all of another one's", async () => {
  await keepAll("leela");
  await keepJob("leela", { ...JOB, importId: "i2", fileName: "Second file of leela" });
  await keepAll("kiran");
  const before = await everythingKept();
  const files = ["File of leela", "Second file of leela"];
  for (const text of ["Secret of leela", "Bytes of leela", "Draft of leela", ...files])
    expect(before).toContain(text);

  await discardEntries("leela");
  const after = await everythingKept();
  expect(after).not.toContain("leela");
  for (const text of ["Bytes of kiran", "Draft of kiran", "File of kiran"])
    expect(after).toContain(text);
  expect(await keptPicture("leela", "p-leela")).toBeNull();
  expect(await keptJob("leela")).toBeNull();
  await discardEntries("kiran");
  expect(await everythingKept()).not.toContain("kiran");
});

test("a sign-out discards before the login page shows, for the next user may leave the page at once", async () => {
  const { _id: accountId } = MEENA;
  const session = `${accountId}|session-${accountId}`;
  await indexedEntries(accountId).update(() => [{ ...entryOf(accountId), session }]);
  await open("/about", clientFor(MEENA));
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  const kept: Promise<unknown>[] = [];
  vi.spyOn(history, "replaceState").mockImplementationOnce(() => {
    kept.push(get(accountId, createStore("mandi-outbox", "accounts")));
  });
  await page.getByRole("button", { name: "Sign out and discard" }).click();
  await expect.poll(() => kept).toHaveLength(1);
  expect(await kept[0]).toBeUndefined();
});
