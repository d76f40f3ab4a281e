/** Reads the counters that a running market serves at `/metrics`. */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Addresses } from "../embedded/options";
import type { Market } from "./market";

/** Returns one metric, in its own unit. */
export async function metricOf({ dataDir }: Market, name: string): Promise<number> {
  const file = path.join(dataDir, "instance.json");
  const { apiUrl, adminKey } = JSON.parse(readFileSync(file, "utf8")) as Addresses;
  const headers = { Authorization: `Convex ${adminKey}` };
  const text = await (await fetch(`${apiUrl}/metrics`, { headers })).text();
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  if (line === undefined) throw new Error(`There is no metric ${name}.`);
  return Number(line.split(" ")[1]);
}
