/**
 * Opens one market before the tests and keeps its folder, so that the others start from a copy: bundling the functions and filling
 * the demo takes most of a start. Called by Playwright, once for a run.
 */
import { rmSync } from "node:fs";
import { PREPARED_MARKET, startMarket } from "./market";

export default async function prepareMarket(): Promise<() => void> {
  const market = await startMarket();
  await market.end();
  process.env[PREPARED_MARKET] = market.dataDir;
  return () => rmSync(market.dataDir, { recursive: true, force: true });
}
