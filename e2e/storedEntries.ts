/** Reads the outbox as it is stored in the page's browser. */
import type { Page } from "@playwright/test";

/** Every account's entries in IndexedDB, as text. The app must have opened the database. */
export function storedEntries(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open("mandi-outbox");
        opening.onerror = () => reject(new Error("IndexedDB can not be opened."));
        opening.onsuccess = () => {
          const reading = opening.result.transaction("accounts").objectStore("accounts").getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(reading.result));
          };
        };
      }),
  );
}
