/** The entry point of the npm scripts: how it installs packages, and a task's real processes when npm ends. */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { ROOT } from "./steps";

const PROJECT = path.join(ROOT, "embedded/test/fixtures/counters");

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie process has ended.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

test.runIf(process.platform === "linux")(
  "packages are installed without their install scripts, also by an npm that does not know allowScripts",
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), "run-"));
    for (const file of ["scripts/run.mjs", "embedded/builtProgram.mjs"])
      cpSync(path.join(ROOT, file), path.join(folder, file));
    // In place of npm: it prints its arguments and fails, so that nothing is started.
    writeFileSync(path.join(folder, "npm"), '#!/bin/sh\necho "$@"\nexit 1\n', { mode: 0o755 });
    const { stdout } = spawnSync(process.execPath, ["scripts/run.mjs", "check"], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, PATH: `${folder}${path.delimiter}${process.env["PATH"] ?? ""}` },
    });
    expect(stdout).toMatch(/^ci .*--ignore-scripts/m);
    rmSync(folder, { recursive: true });
  },
);

test.runIf(process.platform === "linux")(
  "a task ends cleanly when the shell that npm started it in is ended",
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "run-"));
    const flags = `--project "${PROJECT}" --data "${folder}" --port 0 --api-port 0`;
    // The text after the semicolon keeps the shell from replacing itself with the task.
    const shell = spawn(
      "sh",
      ["-c", `"${process.execPath}" scripts/run.mjs embedded ${flags}; :`],
      {
        cwd: ROOT,
        stdio: "ignore",
        env: { ...process.env, npm_lifecycle_event: "embedded" },
      },
    );
    const file = path.join(folder, "instance.json");
    const pid = await vi.waitFor(
      () => (JSON.parse(readFileSync(file, "utf8")) as { pid: number }).pid,
      { timeout: 20_000, interval: 50 },
    );
    shell.kill("SIGTERM");
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000, interval: 50 });
    expect(existsSync(file)).toBe(false);
    rmSync(folder, { recursive: true });
  },
  40_000,
);
