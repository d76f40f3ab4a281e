import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { pauseAfter, watchBackend } from "./watchdog";

function pausesAfter(...servedMs: number[]): number[] {
  const pauses: number[] = [];
  for (const served of servedMs) pauses.push(pauseAfter(pauses.at(-1) ?? 0, served));
  return pauses;
}

test("[DUR3] increases the pause before restarts of a process that dies at its start", () => {
  expect(pausesAfter(0, 100, 0, 2_000, 500, 0, 0)).toEqual([10, 40, 160, 640, 2_560, 5_000, 5_000]);
});

test("[DUR3] restarts a process that served for some seconds without a pause", () => {
  expect(pausesAfter(60_000, 4_000, 4_000, 4_000)).toEqual([10, 10, 10, 10]);
  expect(pausesAfter(0, 0, 0, 4_000, 0)).toEqual([10, 40, 160, 10, 40]);
});

test("opens nothing before it is prepared, and reports why it is not", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "watchdog-"));
  const options = {
    host: "127.0.0.1",
    port: 0,
    apiPort: 0,
    variables: {},
    origins: [],
    watch: false,
  };
  let prepare: () => void = () => undefined;
  const prepared = new Promise<void>((resolve) => (prepare = resolve));
  const dataDir = path.join(folder, "data");
  const watched = watchBackend({ ...options, dataDir }, prepared);
  const refused = path.join(folder, "refused");
  const failure = new Error("The screens could not be built.");
  const failing = watchBackend({ ...options, dataDir: refused }, Promise.reject(failure));
  try {
    await expect(failing.ready).rejects.toBe(failure);
    expect(existsSync(dataDir)).toBe(false);
    prepare();
    expect((await watched.ready).url).toContain("127.0.0.1");
    expect(existsSync(dataDir)).toBe(true);
    expect(await failing.stop()).toBe(0);
    expect(existsSync(refused)).toBe(false);
  } finally {
    await watched.stop();
    await failing.stop();
    rmSync(folder, { recursive: true });
  }
}, 60_000);
