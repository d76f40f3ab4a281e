/**
 * Entry point of every npm script, in plain JavaScript without dependencies, because it also runs on a fresh clone, on any Node
 * from 18 on. It goes on with the Node that the project is made for, installs the lock file's packages, and hands over to
 * `scripts/<task>.ts`.
 */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import path from "node:path";
import { clearInterval, setInterval } from "node:timers";
import { fileURLToPath, pathToFileURL } from "node:url";
import { withProgress } from "./progress.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const nodeVersion = readFileSync(path.join(root, ".node-version"), "utf8").trim();
/** The oldest Node that can read this file and the npm beside it the lock file. */
const OLDEST_MAJOR = 18;
/** Tasks that traders and operators run. All others need the packages of development, too. */
const TASKS_OF_USE = ["start", "build", "admin", "embedded"];

const majorOf = (version) => Number(version.split(".")[0]);

function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Resolves with the exit code; npm's output passes through. */
function npm(args, cwd) {
  return new Promise((resolve) => {
    const child = spawn(
      "npm",
      [...args, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
      {
        cwd,
        stdio: ["ignore", "inherit", "inherit"],
        shell: process.platform === "win32",
      },
    );
    child.on("error", () => resolve(1));
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

/** Returns the program of a Node that was installed in `folder`, or undefined where npm has none for this machine. */
function nodeIn(folder) {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const file = process.platform === "win32" ? "node.exe" : "node";
  const program = path.join(folder, "node_modules", name, "bin", file);
  const { status, stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  return status === 0 && stdout.trim() === `v${nodeVersion}` ? program : undefined;
}

/** Returns a Node that is new enough: this one, or one that npm installs once from `scripts/node`, by its checksum. */
async function newEnoughNode() {
  if (majorOf(process.versions.node) >= majorOf(nodeVersion)) return process.execPath;
  const advice = `Mandi needs Node ${majorOf(nodeVersion)} or newer, and this is ${process.versions.node}`;
  if (majorOf(process.versions.node) < OLDEST_MAJOR)
    refuse(`${advice}: install a newer Node from https://nodejs.org and start again.`);
  const folder = path.join(root, ".cache/node", nodeVersion);
  const installed = nodeIn(folder);
  if (installed !== undefined) return installed;
  mkdirSync(folder, { recursive: true });
  cpSync(path.join(root, "scripts/node"), folder, { recursive: true });
  await withProgress(
    `${advice}: fetching Node ${nodeVersion} from npm into .cache/node (once)`,
    () => npm(["ci"], folder),
  );
  const fetched = nodeIn(folder);
  if (fetched === undefined)
    refuse(
      `${advice}, and npm could not fetch one: check the connection to the npm registry, or install a newer Node from https://nodejs.org.`,
    );
  return fetched;
}

function packagesOf(lockFile) {
  return JSON.parse(readFileSync(lockFile, "utf8")).packages;
}

/** Returns the places of the packages that a task needs, with their versions. */
function neededPackages(withDevelopment) {
  const leftOut = withDevelopment ? ["optional"] : ["optional", "dev", "devOptional"];
  return Object.entries(packagesOf(path.join(root, "package-lock.json"))).filter(
    // The project itself and its workspaces are sources, not installed.
    ([place, entry]) =>
      place.includes("node_modules/") && !leftOut.some((kind) => entry[kind] === true),
  );
}

/** npm records the installed packages in a hidden lock file; any difference means stale. */
function isInstalled(needed) {
  const record = path.join(root, "node_modules/.package-lock.json");
  if (!existsSync(record)) return false;
  const installed = packagesOf(record);
  return needed.every(([place, { version }]) => installed[place]?.version === version);
}

async function ensureInstalled(task) {
  const withDevelopment = !TASKS_OF_USE.includes(task);
  const needed = neededPackages(withDevelopment);
  if (isInstalled(needed)) return;
  // What runs already keeps its packages: only a first installation may empty the folder.
  const isFirst = !existsSync(path.join(root, "node_modules"));
  const command = isFirst ? ["ci"] : ["install", "--no-save"];
  const kinds = withDevelopment ? "--include=dev" : "--omit=dev";
  const count = () =>
    `${needed.filter(([place]) => existsSync(path.join(root, place, "package.json"))).length} of ${needed.length} packages`;
  const code = await withProgress(
    "Installing what package-lock.json asks for (once)",
    () => npm([...command, kinds], root),
    count,
  );
  if (code !== 0)
    refuse(
      "npm could not install the packages: check the connection to the npm registry, then run the command again.",
    );
}

/** The interval of checks that npm still runs. */
const ORPHAN_CHECK_MS = 250;

/** A signal ends npm and its shell, and the shell does not forward it; a changed parent reveals that. Without npm nothing is watched. */
function onOrphaned(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, ORPHAN_CHECK_MS);
}

/** Runs a program in this one's place: it gets the signals, and its end is this one's end. */
function handOver(program, args) {
  const child = spawn(program, args, { cwd: root, stdio: "inherit" });
  // Ctrl-C reaches the child by itself; this process only waits for its exit.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  onOrphaned(() => child.kill("SIGTERM"));
  child.on("exit", (code, signal) => {
    process.exit(code ?? 128 + (constants.signals[signal] ?? 1));
  });
}

/** Runs in this process from one bundled file, because the start is what users wait for most often. */
async function start(file, args) {
  onOrphaned(() => process.kill(process.pid, "SIGTERM"));
  process.argv.splice(1, Number.POSITIVE_INFINITY, file, ...args);
  await import(pathToFileURL(file).href);
}

async function runTask([task, ...args]) {
  await ensureInstalled(task);
  if (task === "start") {
    // Only now, because an older Node could not load it.
    const { builtProgram } = await import("../embedded/builtProgram.mjs");
    const program = await builtProgram("scripts/start.ts").catch(() => null);
    if (program !== null) return start(program, args);
  }
  handOver(process.execPath, [
    "--import",
    "tsx",
    path.join(root, "scripts", `${task}.ts`),
    ...args,
  ]);
}

const node = await newEnoughNode();
if (node === process.execPath) await runTask(process.argv.slice(2));
else {
  // Also what is started from here, npm among it, runs on it.
  process.env.PATH = `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ""}`;
  handOver(node, process.argv.slice(1));
}
