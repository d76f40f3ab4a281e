/** Reads the counters that a running market serves at `/metrics`. */
import { type Market, instanceOf, readAgain } from "./market";

/** Returns one metric, in its own unit. */
export async function metricOf(market: Market, name: string): Promise<number> {
  const { apiUrl, adminKey } = instanceOf(market);
  const headers = { Authorization: `Convex ${adminKey}` };
  const text = await readAgain(async () => (await fetch(`${apiUrl}/metrics`, { headers })).text());
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  if (line === undefined) throw new Error(`There is no metric ${name}.`);
  return Number(line.split(" ")[1]);
}
