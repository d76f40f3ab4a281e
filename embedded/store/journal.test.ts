/** The two files of a journal. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Journal, leftIn, newMark } from "./journal";

const BATCH_BYTES = 10_000;
const ROTATIONS = 50;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "embedded-journal-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

test("[DUR7] a journal stays as small as what is in it, however often it has rotated", async () => {
  const mark = newMark();
  const journal = await Journal.begin(folder, mark, 0);
  const batch = (fill: number) => [
    { key: Uint8Array.of(1), value: new Uint8Array(BATCH_BYTES).fill(fill) },
  ];
  for (let at = 1; at <= ROTATIONS; at += 1) {
    await journal.append(batch(at));
    journal.rotate();
  }
  await journal.append(batch(0));
  await journal.close();
  for (const name of ["journal-0", "journal-1"])
    expect(statSync(path.join(folder, name)).size).toBeLessThan(2 * BATCH_BYTES);
  const { writes, newest } = await leftIn(folder, { number: ROTATIONS, mark });
  expect(newest).toBe(ROTATIONS + 1);
  expect(writes.map(({ value }) => value?.[0])).toEqual([0]);
});
