/** The backend as users start it: parent and child processes, with flags. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { FolderOptions } from "../options";
import { freePort } from "./freePort";
import type { TestProject } from "./project";
import { eventually } from "./project";

/** A busy machine takes its time. */
const START_MS = 60_000;
const MAIN = path.resolve(import.meta.dirname, "../main.ts");

export interface Running {
  readonly pid: number;
  readonly output: () => string;
  readonly exited: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
}

/** The content of `instance.json` while it runs. */
export interface Instance {
  readonly url: string;
  readonly apiUrl: string;
  readonly adminKey: string;
  /** Of the child. */
  readonly pid: number;
}

/** @param program - What is to run Node's arguments: Node itself, or a shell that does. */
export function startProcess(
  options: Pick<FolderOptions, "projectDir" | "dataDir">,
  flags: readonly string[],
  [program = "", ...before]: readonly string[] = [process.execPath],
): Running {
  const { projectDir, dataDir } = options;
  const source = projectDir === undefined ? ["--push"] : ["--project", projectDir];
  const places = [...source, "--data", dataDir];
  const args = [...before, "--import", "tsx", MAIN, ...places, ...flags];
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return {
    pid: child.pid ?? 0,
    output: () => text,
    exited: new Promise((resolve) => child.on("exit", resolve)),
    kill: (signal) => void child.kill(signal),
  };
}

/** Node with a limit of the file size in KiB, as if the disk were full. */
export function onSmallDisk(kib: number): string[] {
  return ["bash", "-c", `trap '' XFSZ; ulimit -f ${kib}; exec "$0" "$@"`, process.execPath];
}

/** Returns the instance that serves this project; waits for its start. */
export function instanceOf({ options }: Pick<TestProject, "options">): Promise<Instance> {
  const file = path.join(options.dataDir, "instance.json");
  return eventually(() => JSON.parse(readFileSync(file, "utf8")) as Instance, START_MS);
}

/** Flags with ports that stay the same over restarts. */
export async function freePorts(): Promise<string[]> {
  return ["--port", String(await freePort()), "--api-port", String(await freePort())];
}
