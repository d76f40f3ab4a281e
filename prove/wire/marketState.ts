/** Digests of a market's whole data, compared before and after calls that must not change it. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { entriesOf } from "../../embedded/extras/transfer/unzip";
import type { Addresses } from "../../embedded/options";
import { untilFoldEnds } from "../../testkit/clients";
import type { Market } from "../../testkit/market";

export class MarketState {
  readonly #market: Market;
  /** The export key of the last read. An unchanged key means unchanged data. */
  #exportKey = "";
  #tables = new Map<string, string>();

  constructor(market: Market) {
    this.#market = market;
  }

  /** Returns a digest of every table of the market and its components, by name, from an export of one snapshot. */
  async read(): Promise<ReadonlyMap<string, string>> {
    // It would change figures after the call that is judged.
    await untilFoldEnds(this.#market);
    await this.#request("POST", "/api/export/request/zip?includeStorage=true");
    const latest = await this.#request("POST", "/api/query", {
      path: "_system/cli/exports:getLatest",
      format: "convex_encoded_json",
      args: [{}],
    });
    const { value } = (await latest.json()) as { value: { zip_object_key: string } };
    if (value.zip_object_key === this.#exportKey) return this.#tables;
    const zip = await this.#request("GET", `/api/export/zip/${value.zip_object_key}`);
    const tables = new Map<string, string>();
    for (const entry of await entriesOf(Buffer.from(await zip.arrayBuffer()))) {
      const digest = createHash("sha256")
        .update(await entry.read())
        .digest("base64");
      tables.set(entry.name, digest);
    }
    [this.#exportKey, this.#tables] = [value.zip_object_key, tables];
    return tables;
  }

  async #request(method: string, address: string, body?: object): Promise<Response> {
    // Read each time, because a restart changes the key.
    const file = path.join(this.#market.dataDir, "instance.json");
    const { apiUrl, adminKey } = JSON.parse(readFileSync(file, "utf8")) as Addresses;
    const headers = { Authorization: `Convex ${adminKey}`, "Content-Type": "application/json" };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${apiUrl}${address}`, { method, headers, ...content });
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    return response;
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
