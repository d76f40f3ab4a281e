/** The files of deployment/, tried as they stand but for places and ports. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parseCommand } from "../flags";
import { freePort } from "../testkit/freePort";
import { eventually } from "../testkit/project";
import { PackedPackage } from "./packed";

const EMBEDDED = path.resolve(import.meta.dirname, "..");
const DEPLOYMENT = path.join(EMBEDDED, "deployment");
const UNIT = readFileSync(path.join(DEPLOYMENT, "mandi-embedded.service"), "utf8");
const INSTALLED = "/opt/mandi-embedded";
/** Docker's own, which is the shortest. */
const GRACE_MS = 10_000;
/** The time that the parent gives its child (watchdog.ts). */
const CHILD_STOP_MS = 10_000;
const TEST_MS = 120_000;
const START_MS = 60_000;

/** The user of the container's command: another one than root, where the tests may choose. */
const OTHER_USER = 65_534;
const isRoot = process.getuid?.() === 0;
const USER = isRoot ? { uid: OTHER_USER, gid: OTHER_USER } : {};

let packed: PackedPackage;

beforeAll(() => {
  packed = new PackedPackage();
  chmodSync(packed.folder, 0o755);
}, TEST_MS);

afterAll(() => packed.remove());

interface Instruction {
  readonly name: string;
  readonly text: string;
}

function readInstructions(): Instruction[] {
  const text = readFileSync(path.join(DEPLOYMENT, "Dockerfile"), "utf8");
  return text
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [, name = "", rest = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
      return { name, text: rest };
    });
}

const INSTRUCTIONS = readInstructions();

function textOfInstruction(name: string): string {
  const found = INSTRUCTIONS.filter((each) => each.name === name);
  expect(found, name).toHaveLength(1);
  return found[0]!.text;
}

/** The program and arguments of the form that starts no shell: JSON. */
function argumentsOf(name: string): string[] {
  return JSON.parse(textOfInstruction(name).replace(/^.*?(?=\[)/, "")) as string[];
}

interface Folder {
  readonly dir: string;
  readonly bin: string;
}

/** A folder in which the package is installed, with a folder for data that is the other user's. */
function install(name: string): Folder {
  const dir = packed.project(name, { "package.json": "{}" });
  const bin = packed.linkCommands(dir);
  mkdirSync(path.join(dir, "data"), { mode: 0o700 });
  if (isRoot) chownSync(path.join(dir, "data"), OTHER_USER, OTHER_USER);
  return { dir, bin };
}

interface Started {
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  readonly output: () => string;
}

function start({ dir, bin }: Folder, [program = "", ...args]: readonly string[]): Started {
  const child = spawn(program, args, {
    cwd: dir,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: `${bin}:${path.dirname(process.execPath)}:/usr/bin:/bin`, HOME: dir },
    ...USER,
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const exited = new Promise<number | null>((resolve) => child.on("exit", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  return { child, exited, output: () => text };
}

async function requireHealth(port: number, { exited, output }: Started): Promise<void> {
  const ended = exited.then((code) => {
    throw new Error(`It ended with ${code}: ${output()}`);
  });
  const isHealthy = eventually(async () => {
    expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
  }, START_MS);
  await Promise.race([isHealthy, ended]);
  ended.catch(() => undefined);
}

/** Stops it as Docker and systemd do, and returns the exit code and the time until then. */
async function stop({ child, exited }: Started) {
  const startedAt = performance.now();
  child.kill("SIGTERM");
  const code = await exited;
  return { code, ms: performance.now() - startedAt };
}

describe("the Dockerfile", () => {
  test("names what the package is, this version of Node and a user other than root", () => {
    expect(INSTRUCTIONS[0]?.name).toBe("FROM");
    const node = readFileSync(path.join(EMBEDDED, "../.node-version"), "utf8").trim();
    expect(textOfInstruction("FROM")).toBe(`node:${node}-bookworm-slim`);
    const [source = ""] = textOfInstruction("COPY").split(" ");
    expect(source).toBe(packed.tarball.filename);
    expect(
      INSTRUCTIONS.some(({ name, text }) => name === "RUN" && text.includes(`./${source}`)),
    ).toBe(true);
    expect(textOfInstruction("USER")).toBe("node");
    const names = INSTRUCTIONS.map(({ name }) => name);
    expect(names.lastIndexOf("RUN")).toBeLessThan(names.indexOf("USER"));
    expect(names).not.toContain("ARG");
    expect(textOfInstruction("ENV")).not.toMatch(/key|secret|token|password/i);
  });

  test("starts no shell, and gives flags that exist", () => {
    const [program, ...flags] = [...argumentsOf("ENTRYPOINT"), ...argumentsOf("CMD")];
    expect(Object.keys(packed.manifest.bin)).toContain(program);
    const { options } = parseCommand(flags);
    expect(path.dirname(options.dataDir)).toBe(textOfInstruction("VOLUME"));
    const exposed = textOfInstruction("EXPOSE").split(" ").map(Number);
    expect(exposed).toEqual([options.apiPort, options.port]);
    expect(argumentsOf("HEALTHCHECK").join(" ")).toContain(`:${options.apiPort}/api/health`);
  });

  test(
    "serves as another user from the installed package, is healthy, and stops in time",
    async () => {
      const folder = install("container");
      const apiPort = await freePort();
      const ports = ["--port", "0", "--api-port", String(apiPort)];
      const data = path.join(folder.dir, "data");
      const command = [...argumentsOf("ENTRYPOINT"), ...argumentsOf("CMD")].map((part) =>
        part.replace(/^\/data\//, `${data}/`),
      );
      const started = start(folder, [...command, ...ports]);
      await requireHealth(apiPort, started);
      const check = argumentsOf("HEALTHCHECK").map((part) => part.replace("3210", String(apiPort)));
      expect(await start(folder, check).exited).toBe(0);
      expect(statSync(path.join(data, "backend/store.lmdb")).uid).toBe(
        isRoot ? OTHER_USER : process.getuid?.(),
      );
      const { code, ms } = await stop(started);
      expect(code, started.output()).toBe(0);
      expect(ms).toBeLessThan(GRACE_MS);
      expect(existsSync(path.join(data, "backend/instance.json"))).toBe(false);
      expect(await start(folder, check).exited).toBe(1);
    },
    TEST_MS,
  );
});

function valueOf(name: string): string {
  const [, value = ""] = new RegExp(`^${name}=(.*)$`, "m").exec(UNIT) ?? [];
  return value;
}

describe("the unit of systemd", () => {
  const analyse = "/usr/bin/systemd-analyze";

  test.skipIf(!existsSync(analyse))("is accepted by systemd-analyze verify", () => {
    const file = path.join(packed.folder, "mandi-embedded.service");
    // It looks whether the program is there.
    writeFileSync(file, UNIT.replaceAll("/usr/bin/node", process.execPath));
    const { status, stdout, stderr } = spawnSync(analyse, ["verify", "--man=no", file], {
      encoding: "utf8",
    });
    const complaints = (stdout + stderr)
      .split("\n")
      .filter((line) => line.includes("mandi-embedded"));
    expect(complaints).toEqual([]);
    expect(status).toBe(0);
  });

  test(
    "runs its command, with the flags of the machine, and stops within its time",
    async () => {
      expect(Number(valueOf("TimeoutStopSec")) * 1_000).toBeGreaterThan(CHILD_STOP_MS);
      const folder = install("service");
      const apiPort = await freePort();
      const ofMachine = `--public-url https://shop.example --trust-proxy loopback --port 0 --api-port ${apiPort}`;
      expect(valueOf("StateDirectory")).toBe("%p");
      const command = valueOf("ExecStart")
        .replace("/usr/bin/node", process.execPath)
        .replaceAll(INSTALLED, folder.dir)
        .replaceAll("%S/%p", path.join(folder.dir, "data"))
        .replace("$MANDI_FLAGS", ofMachine)
        .split(" ");
      const started = start(folder, command);
      await requireHealth(apiPort, started);
      const { code } = await stop(started);
      expect(code, started.output()).toBe(0);
    },
    TEST_MS,
  );
});
