/** Reads the database of the account store itself, as the browser has it. */
import { createStore, keys } from "idb-keyval";

/** Returns the keys of all collections' entries: account, lifetime, collection and id. */
export async function storedKeys(): Promise<string[][]> {
  const all = await keys<string | string[]>(createStore("mandi-account", "entries"));
  return all.filter((key) => Array.isArray(key)).filter(({ length }) => length === 4);
}
