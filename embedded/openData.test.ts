import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openData } from "./openData";
import { openDiskStore } from "./store/disk";
import { StartupError } from "./store/startupError";

const CATALOG_KEY = Uint8Array.of(0, 1);

async function catalogIn(folder: string, written?: string): Promise<string> {
  const store = await openDiskStore(folder);
  if (written !== undefined) await store.write([{ key: CATALOG_KEY, value: Buffer.from(written) }]);
  const snapshot = store.snapshot();
  const catalog = Buffer.from(snapshot.get(CATALOG_KEY)!).toString();
  snapshot.release();
  await store.close();
  return catalog;
}

test.each([
  ["of before there were numbers", ""],
  ["of a later version", '"format":99,'],
])("[FIRST2] refuses a folder %s, and leaves it as it is", async (_, format) => {
  const folder = mkdtempSync(path.join(tmpdir(), "open-data-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { database } = await openData(folder);
  const transaction = database.begin();
  transaction.tables("").insert("goods", { name: "rice" });
  await database.commit(transaction).durable;
  await database.close();
  const own = await catalogIn(folder);
  const other = own.replace(/"format":\d+,/, format);
  expect(other).not.toBe(own);
  await catalogIn(folder, other);

  const refused = openData(folder);
  await expect(refused).rejects.toThrow(StartupError);
  await expect(refused).rejects.toThrow(/`npx convex export` with that version/);
  expect(await catalogIn(folder)).toBe(other);

  await catalogIn(folder, own);
  const opened = await openData(folder);
  await opened.database.close();
});
