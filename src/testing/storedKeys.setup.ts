/** Reads the database of the account store itself, as the browser has it. */
import { createStore, keys } from "idb-keyval";

/** Returns the keys of all records of accounts: account, lifetime, name, and the id of an entry of a collection. */
export async function storedKeys(): Promise<string[][]> {
  const all = await keys<string | string[]>(createStore("mandi-account", "entries"));
  return all.filter((key) => Array.isArray(key));
}
