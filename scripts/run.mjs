/**
 * The door of every npm script. Plain JavaScript without a dependency, because
 * it has to work on a clone where nothing is installed yet: it checks Node,
 * installs what the lock file asks for, and hands over to `scripts/<task>.ts`.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import path from "node:path";
import { clearInterval, setInterval } from "node:timers";
import { fileURLToPath, pathToFileURL } from "node:url";
import { builtProgram } from "../embedded/builtProgram.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** The oldest Node that lmdb, Vite 8 and Convex's client all support. */
const OLDEST_NODE = [20, 19];

function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [wantedMajor, wantedMinor] = OLDEST_NODE;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  refuse(
    `Mandi needs Node ${OLDEST_NODE.join(".")} or newer, and this is ${process.versions.node}: install a newer Node from https://nodejs.org and start again.`,
  );
}

function packagesOf(lockFile) {
  return JSON.parse(readFileSync(lockFile, "utf8")).packages;
}

/** npm keeps what it really installed in a hidden lock file; any difference means stale. */
function installIsStale() {
  const installedFile = path.join(root, "node_modules/.package-lock.json");
  if (!existsSync(installedFile)) return true;
  const installed = packagesOf(installedFile);
  // The project itself and its workspaces are sources, not installed.
  return Object.entries(packagesOf(path.join(root, "package-lock.json"))).some(
    ([name, wanted]) =>
      name.includes("node_modules/") &&
      !wanted.optional &&
      installed[name]?.version !== wanted.version,
  );
}

function ensureInstalled() {
  if (!installIsStale()) return;
  console.log("Installing what package-lock.json asks for (once) …");
  const done = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  if (done.status !== 0) {
    refuse(
      "npm could not install the packages: check the connection to the npm registry, then run the command again.",
    );
  }
}

/** How often to look whether npm is still there. */
const ORPHAN_CHECK_MS = 250;

/**
 * A signal that is sent to npm ends npm and its shell, and the shell passes nothing on: what tells us is that we have another
 * parent. Without npm in front nobody is asked to stop in this way.
 */
function onOrphaned(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, ORPHAN_CHECK_MS);
}

function handOver(task, args) {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", path.join(root, "scripts", `${task}.ts`), ...args],
    { cwd: root, stdio: "inherit" },
  );
  // Ctrl-C reaches the child by itself; this process only waits for its answer.
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

/** In this very process, from one file: what people wait for most often. */
async function start(file, args) {
  onOrphaned(() => process.kill(process.pid, "SIGTERM"));
  process.argv.splice(1, Number.POSITIVE_INFINITY, file, ...args);
  await import(pathToFileURL(file).href);
}

const [task, ...args] = process.argv.slice(2);
checkNode();
ensureInstalled();
const program = task === "start" ? await builtProgram("scripts/start.ts").catch(() => null) : null;
if (program === null) handOver(task, args);
else await start(program, args);
