/** Memory for a long file, measured in a process of its own. */
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { FILE_FORMATS } from "./cells";

const ROWS = 100_000;
/** More than the program has of its own. */
const BYTES_MAX = 256_000_000;
/** A worker that keeps its rows needs far more. */
const HEAP_MB = 64;

const PROGRAM = path.join(import.meta.dirname, "writeRows.setup.ts");

test.each(FILE_FORMATS)(
  "[EXPORT6] %s: 100,000 rows are written within 256 MB, and a heap of 64 MB",
  { timeout: 120_000 },
  async (format) => {
    const asked = [`--max-old-space-size=${HEAP_MB}`, "--import", "tsx", PROGRAM, format];
    const { stdout } = await promisify(execFile)(process.execPath, [...asked, String(ROWS)]);
    const { size, before, after } = JSON.parse(stdout) as Record<string, number>;
    console.log(
      `${format}: ${Math.round((after! - before!) / 1e6)} MB for ${Math.round(size! / 1e6)} MB`,
    );
    expect(size).toBeGreaterThan(5_000_000);
    expect(after! - before!).toBeLessThan(BYTES_MAX);
  },
);
