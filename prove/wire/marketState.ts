/** Digests of a market's whole data, compared before and after calls that must not change it. */
import { createHash } from "node:crypto";
import { untilFoldEnds } from "../../testkit/clients";
import type { Market } from "../../testkit/market";
import { archiveOf, requestExport } from "../faults/consistency";

export class MarketState {
  readonly #market: Market;
  #exportKey = "";
  #tables = new Map<string, string>();

  constructor(market: Market) {
    this.#market = market;
  }

  /** Returns a digest of every table of the market and its components, by name, from an export of one snapshot. */
  async read(): Promise<ReadonlyMap<string, string>> {
    // It would change figures after the call that is judged.
    await untilFoldEnds(this.#market);
    const key = await requestExport(this.#market, true);
    if (key === this.#exportKey) return this.#tables;
    const digest = (content: Buffer) => createHash("sha256").update(content).digest("base64");
    const files = await archiveOf(this.#market, key);
    this.#tables = new Map([...files].map(([name, content]) => [name, digest(content)]));
    this.#exportKey = key;
    return this.#tables;
  }
}

/** Returns the names of the tables that differ. */
export function changesBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
}
