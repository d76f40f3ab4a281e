/** The backend as a process of its own, so that its work and that of its clients are told apart. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { TestProject } from "./project";
import { copyProject, eventually } from "./project";
import type { Addresses } from "../options";
import type { Instance as Running } from "./realProcess";

const COLLECT_ON_SIGNAL = pathToFileURL(path.join(import.meta.dirname, "collectOnSignal.mjs")).href;
const MAIN = path.resolve(import.meta.dirname, "../main.ts");
/** The content of `instance.json`. */
type Instance = Addresses & Pick<Running, "pid">;
/** A busy machine takes its time. */
const START_MS = 60_000;

export interface Server {
  readonly addresses: Addresses;
  /** A figure of `/metrics`, by its name. */
  figure(name: string): Promise<number>;
  /** Collects its garbage, which a server with little to do puts off. */
  collectGarbage(): void;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** @param served a folder of `embedded/test/fixtures`, or a project; one without a directory is pushed. */
export async function startServer(
  served: string | Pick<TestProject, "options" | "remove">,
): Promise<Server> {
  const project = typeof served === "string" ? copyProject(served) : served;
  const { options } = project;
  const source = options.projectDir === undefined ? ["--push"] : ["--project", options.projectDir];
  const folders = [...source, "--data", options.dataDir];
  const flags = [...folders, "--port", "0", "--api-port", "0"];
  const child = spawn(process.execPath, ["--import", "tsx", MAIN, ...flags], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_OPTIONS: `--import ${COLLECT_ON_SIGNAL}` },
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const read = () =>
    JSON.parse(readFileSync(path.join(options.dataDir, "instance.json"), "utf8")) as Instance;
  const addresses = await eventually(read, START_MS);
  return {
    addresses,
    async figure(name) {
      const headers = { Authorization: `Convex ${addresses.adminKey}` };
      const text = await (await fetch(`${addresses.apiUrl}/metrics`, { headers })).text();
      const line = text.split("\n").find((each) => each.startsWith(`${name} `));
      return Number(line?.split(" ")[1]);
    },
    collectGarbage() {
      process.kill(addresses.pid, "SIGUSR2");
    },
    async stop() {
      child.kill("SIGTERM");
      await exited;
      project.remove();
    },
  };
}
