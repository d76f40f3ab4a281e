/** The entry point of the npm scripts: how it installs packages, and a task's real processes when npm ends. */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
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

/** Files that the entry point needs on a fresh clone. */
const ENTRY_FILES = [
  "scripts/run.mjs",
  "scripts/progress.mjs",
  "scripts/node",
  "embedded/builtProgram.mjs",
  "package-lock.json",
  ".node-version",
];
const NODE_VERSION = readFileSync(path.join(ROOT, ".node-version"), "utf8").trim();

/** Runs a task of a clone without packages, on a Node that says it is `version`, with a shell script in place of npm. */
function runTask(task: string, npm: string, version = NODE_VERSION) {
  const folder = mkdtempSync(path.join(tmpdir(), "run-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of ENTRY_FILES)
    cpSync(path.join(ROOT, file), path.join(folder, file), { recursive: true });
  writeFileSync(path.join(folder, "npm"), `#!/bin/sh\n${npm}\n`, { mode: 0o755 });
  const pretended = `Object.defineProperty(process.versions, "node", { value: "${version}" })`;
  const flags = ["--import", `data:text/javascript,${encodeURIComponent(pretended)}`];
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...flags, "scripts/run.mjs", task, "--port", "0"],
    {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, PATH: `${folder}${path.delimiter}${process.env["PATH"] ?? ""}` },
    },
  );
  return { stdout, stderr, status };
}

/** It prints its arguments and fails, so that nothing is started. */
const FAILING_NPM = 'echo "$@"; exit 1';

describe.runIf(process.platform === "linux")("packages are installed", () => {
  test("without their install scripts, also by an npm that does not know allowScripts", () => {
    const { stdout, stderr, status } = runTask("check", FAILING_NPM);
    expect(stdout).toMatch(/^ci --include=dev .*--ignore-scripts/m);
    expect(stderr).toContain("check the connection to the npm registry");
    expect(status).toBe(1);
  });

  test.each(["start", "build", "admin", "embedded"])(
    "without those of development for %s",
    (task) => {
      expect(runTask(task, FAILING_NPM).stdout).toMatch(/^ci --omit=dev .*--ignore-scripts/m);
    },
  );
});

describe.runIf(process.platform === "linux")("an older Node", () => {
  const program = `.cache/node/${NODE_VERSION}/node_modules/node-linux-${process.arch}/bin`;

  test.each(["18.20.8", "20.19.0", "22.22.1"])("%s goes on with the one that npm brings", (old) => {
    const newer = `#!/bin/sh\n[ "$1" = --version ] && echo v${NODE_VERSION} || echo "newer: $@"`;
    const npm = `cd ../../..; mkdir -p ${program}; echo "$@"; printf '%s\\n' '${newer.replaceAll("\n", "' '")}' > ${program}/node; chmod +x ${program}/node`;
    const { stdout, status } = runTask("start", npm, old);
    expect(stdout).toContain(`this is ${old}: fetching Node ${NODE_VERSION}`);
    expect(stdout).toMatch(/^ci --ignore-scripts/m);
    expect(stdout).toMatch(/^newer: .*run\.mjs start --port 0$/m);
    expect(status).toBe(0);
  });

  test.each([
    ["20.19.0", "npm could not fetch one"],
    ["16.20.2", "install a newer Node"],
  ])("%s without a newer one is told what it takes in one sentence", (old, sentence) => {
    const { stderr, status } = runTask("start", "exit 1", old);
    expect(stderr.trim().split("\n")).toEqual([expect.stringContaining(sentence)]);
    expect(stderr).toContain(`this is ${old}`);
    expect(status).toBe(1);
  });

  test("gets the version that is tested, by its checksum", () => {
    const read = (file: string) =>
      JSON.parse(readFileSync(path.join(ROOT, "scripts/node", file), "utf8")) as Record<
        string,
        Record<string, Record<string, string>>
      >;
    const wanted = Object.values(read("package.json")["optionalDependencies"] ?? {});
    expect(new Set(wanted)).toEqual(new Set([NODE_VERSION]));
    const { "": own, ...packages } = read("package-lock.json")["packages"] ?? {};
    expect(own?.["optionalDependencies"]).toEqual(read("package.json")["optionalDependencies"]);
    for (const { version, integrity } of Object.values(packages))
      expect([version, integrity]).toEqual([NODE_VERSION, expect.stringMatching(/^sha512-/)]);
    expect(Object.keys(packages)).toHaveLength(wanted.length);
  });
});

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
