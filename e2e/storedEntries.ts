/** Reads what the page's browser keeps for its accounts. */
import type { Page } from "@playwright/test";

/**
 * Returns all accounts' records of this name in the account store's database, as text: a value, and an entry of a collection after its
 * id. Nothing before the app has made the database.
 */
export function storedEntries(page: Page, name: "outbox" | "results" = "outbox"): Promise<string> {
  return page.evaluate(async (recordName) => {
    const databases = await indexedDB.databases();
    if (!databases.some((one) => one.name === "mandi-account")) return "[]";
    const opening = indexedDB.open("mandi-account");
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onerror = () => reject(new Error("IndexedDB can not be opened."));
      opening.onsuccess = () => resolve(opening.result);
    });
    const records: unknown[] = [];
    const reading = database.transaction("entries").objectStore("entries").openCursor();
    await new Promise<void>((resolve) => {
      reading.onsuccess = () => {
        const cursor = reading.result;
        if (cursor === null) {
          resolve();
          return;
        }
        const [, , collection, id] = Array.isArray(cursor.key) ? cursor.key : [];
        if (recordName === collection)
          records.push(id === undefined ? cursor.value : [id, cursor.value]);
        cursor.continue();
      };
    });
    database.close();
    return JSON.stringify(records);
  }, name);
}
