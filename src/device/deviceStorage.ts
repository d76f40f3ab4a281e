/** Reads and writes the browser's two storages of texts. One that is blocked reads as empty; like a full one, it takes nothing. */

/** Texts in "local" outlive the tab and are shared by all tabs; those in "session" are of one tab. */
export type StorageArea = "local" | "session";

function attempt<Result>(area: StorageArea, work: (storage: Storage) => Result): Result | null {
  try {
    // A storage that is blocked throws when it is looked at.
    return work(area === "local" ? localStorage : sessionStorage);
  } catch {
    return null;
  }
}

export function readItem(key: string, area: StorageArea = "local"): string | null {
  return attempt(area, (storage) => storage.getItem(key));
}

/** Stores a text, or removes it where `text` is null. Returns false if the storage did not take it. */
export function writeItem(key: string, text: string | null, area: StorageArea = "local"): boolean {
  const isDone = attempt(area, (storage) => {
    if (text === null) storage.removeItem(key);
    else storage.setItem(key, text);
    return true;
  });
  return isDone ?? false;
}

export function itemKeys(area: StorageArea = "local"): string[] {
  return attempt(area, (storage) => Object.keys(storage)) ?? [];
}

/** Returns the object that a text stands for as JSON; null for a text of anything else, and for none. */
export function parseObject(text: string | null): object | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
