/** A sign-out on a shared computer: IndexedDB itself is looked at, as its next user could. No other test has these accounts. */
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { MEENA } from "../testing/fixtures.setup";
import { clientFor, open } from "../testing/screen.setup";
import { storedKeys } from "../testing/storedKeys.setup";
import { accountStore } from "../accountStore/accountStore";
import { type ImportJob, importJobs, withJob } from "../features/imports/importJob";
import { draftPictures, outboxPictures } from "./pictures/kept";
import type { Entry } from "./entry";
import { storedEntries } from "./store";

const JOB = {
  ...{ importId: "i1", mode: "products", fileName: "prices.csv", rows: [], reasons: [] },
  sheet: { header: [], rows: [] },
} as unknown as ImportJob;
const sessionOf = (accountId: string) => ({ accountId, id: `${accountId}|s1` });

const entryOf = (accountId: string): Entry => ({
  ...{ key: `k-${accountId}`, addedAt: 1, state: { at: "waiting" } },
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
  const session = sessionOf(accountId);
  await storedEntries(session)((entries) => [...entries, entryOf(accountId)]);
  await outboxPictures.put(session, "p1", new Blob([`Bytes of ${accountId}`]));
  await draftPictures.put(session, "d1", new Blob([`Draft of ${accountId}`]));
  await importJobs(session).update(withJob({ ...JOB, fileName: `File of ${accountId}` }));
}

test("a sign-out leaves no entry, picture, draft or import of the account, and all of another one's", async () => {
  await keepAll("leela");
  const second = { ...JOB, importId: "i2", fileName: "Second file of leela" };
  await importJobs(sessionOf("leela")).update(withJob(second));
  await keepAll("kiran");
  const before = await everythingKept();
  const files = ["File of leela", "Second file of leela"];
  for (const text of ["Secret of leela", "Bytes of leela", "Draft of leela", ...files])
    expect(before).toContain(text);

  await accountStore.discard("leela");
  const after = await everythingKept();
  expect(after).not.toContain("leela");
  for (const text of ["Bytes of kiran", "Draft of kiran", "File of kiran"])
    expect(after).toContain(text);
  expect(await outboxPictures.get(sessionOf("leela"), "p1")).toBeNull();
  expect(await importJobs(sessionOf("leela")).update((jobs) => jobs)).toEqual([]);
  await accountStore.discard("kiran");
  expect(await everythingKept()).not.toContain("kiran");
});

test("a sign-out discards before the login page shows, for the next user may leave the page at once", async () => {
  const { _id: accountId } = MEENA;
  const client = clientFor(MEENA);
  await storedEntries(client.session!)(() => [entryOf(accountId)]);
  await open("/about", client);
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  const kept: Promise<string[][]>[] = [];
  vi.spyOn(history, "replaceState").mockImplementationOnce(() => {
    kept.push(storedKeys());
  });
  await page.getByRole("button", { name: "Sign out and discard" }).click();
  await expect.poll(() => kept).toHaveLength(1);
  expect((await kept[0])!.filter(([owner]) => owner === accountId)).toEqual([]);
});
