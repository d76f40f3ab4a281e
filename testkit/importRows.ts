/** Imports many rows with the stock `convex import`. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type Market, instanceOf } from "./market";

const ROOT = path.resolve(import.meta.dirname, "..");
const CLI = path.join(ROOT, "node_modules/convex/bin/main.js");
/** The largest number of rows per append, as in Convex. */
const APPENDED_MAX = 10_000;

/** Appends this many rows, made from their numbers, to a table. */
export async function importRows(
  market: Market,
  table: string,
  count: number,
  row: (n: number) => object,
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "mandi-import-"));
  for (let from = 0; from < count; from += APPENDED_MAX) {
    const file = path.join(folder, `from-${from}.jsonl`);
    const length = Math.min(APPENDED_MAX, count - from);
    const lines = Array.from({ length }, (_, n) => JSON.stringify(row(from + n)));
    writeFileSync(file, lines.join("\n"));
    await append(market, table, file);
  }
  rmSync(folder, { recursive: true });
}

/** Yields between chunks, because a blocked process would let its open connections time out. */
async function append(market: Market, table: string, file: string): Promise<void> {
  const { apiUrl, adminKey } = instanceOf(market);
  const asked = ["import", "--table", table, "--append", "-y", file];
  await promisify(execFile)(process.execPath, [CLI, ...asked], {
    cwd: ROOT,
    env: { ...process.env, CONVEX_SELF_HOSTED_URL: apiUrl, CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey },
  });
}
