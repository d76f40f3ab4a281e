/**
 * Entry point of every npm script, in plain JavaScript without dependencies, because it also runs on a fresh clone. It checks
 * Node, installs the lock file's packages, and hands over to `scripts/<task>.ts`.
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

/** npm records the installed packages in a hidden lock file; any difference means stale. */
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
  // Only newer versions of npm know `allowScripts` of package.json.
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const done = spawnSync("npm", ["ci", ...flags], {
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

function handOver(task, args) {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", path.join(root, "scripts", `${task}.ts`), ...args],
    { cwd: root, stdio: "inherit" },
  );
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

const [task, ...args] = process.argv.slice(2);
checkNode();
ensureInstalled();
const program = task === "start" ? await builtProgram("scripts/start.ts").catch(() => null) : null;
if (program === null) handOver(task, args);
else await start(program, args);
