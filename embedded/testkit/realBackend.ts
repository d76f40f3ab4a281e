/** A project in processes of its own, which a test kills. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { ConvexHttpClient } from "convex/browser";
import type { FunctionReference } from "convex/server";
import { makeFunctionReference } from "convex/server";
import { copyProject, eventually } from "./project";
import type { Instance, Running } from "./realProcess";
import { freePorts, instanceOf, startProcess } from "./realProcess";

const LATER_CLOCK = pathToFileURL(path.join(import.meta.dirname, "laterClock.mjs")).href;

type Args = Record<string, unknown>;

export class RealBackend {
  readonly #project;
  readonly #ports: string[];
  #running: Running;
  #instance: Instance;
  #aheadMs = 0;

  private constructor(
    project: ReturnType<typeof copyProject>,
    ports: string[],
    running: Running,
    instance: Instance,
  ) {
    this.#project = project;
    this.#ports = ports;
    this.#running = running;
    this.#instance = instance;
  }

  /** @param fixture a folder of `embedded/test/fixtures`. */
  static async start(fixture: string): Promise<RealBackend> {
    const project = copyProject(fixture);
    const ports = await freePorts();
    const running = startProcess(project.options, ports);
    const failed = running.exited.then(() => {
      throw new Error(running.output());
    });
    const instance = await Promise.race([instanceOf(project), failed]);
    return new RealBackend(project, ports, running, instance);
  }

  get url(): string {
    return this.#instance.url;
  }

  get output(): string {
    return this.#running.output();
  }

  /** Calls as the administrator, who reaches internal functions. */
  async run<Result>(
    kind: "query" | "mutation" | "action",
    name: string,
    args: Args = {},
  ): Promise<Result> {
    const client = new ConvexHttpClient(this.url, { logger: false });
    (client as unknown as { setAdminAuth(key: string): void }).setAdminAuth(
      this.#instance.adminKey,
    );
    const reference = makeFunctionReference(name) as unknown;
    if (kind === "query")
      return (await client.query(reference as FunctionReference<"query">, args)) as Result;
    if (kind === "action")
      return (await client.action(reference as FunctionReference<"action">, args)) as Result;
    return (await client.mutation(reference as FunctionReference<"mutation">, args)) as Result;
  }

  query<Result>(name: string, args?: Args): Promise<Result> {
    return this.run("query", name, args);
  }

  mutation<Result>(name: string, args?: Args): Promise<Result> {
    return this.run("mutation", name, args);
  }

  action<Result>(name: string, args?: Args): Promise<Result> {
    return this.run("action", name, args);
  }

  /** Kills the serving process; resolves when its parent has replaced it. */
  async crash(): Promise<void> {
    const { pid } = this.#instance;
    process.kill(pid, "SIGKILL");
    await this.#serves(pid);
  }

  /** Kills everything, and starts again as if so much time had passed. */
  async crashFor(absentMs: number): Promise<void> {
    this.#aheadMs += absentMs;
    const { pid } = this.#instance;
    this.#running.kill("SIGKILL");
    process.kill(pid, "SIGKILL");
    await this.#running.exited;
    const program = [
      "env",
      `CLOCK_AHEAD_MS=${this.#aheadMs}`,
      `NODE_OPTIONS=--import ${LATER_CLOCK}`,
      process.execPath,
    ];
    this.#running = startProcess(this.#project.options, this.#ports, program);
    await this.#serves(pid);
  }

  async #serves(formerPid: number): Promise<void> {
    await eventually(async () => {
      const instance = await instanceOf(this.#project);
      if (instance.pid === formerPid) throw new Error("It was not replaced yet.");
      await fetch(`${instance.url}/version`);
      this.#instance = instance;
    }, 30_000);
  }

  async stop(): Promise<void> {
    this.#running.kill("SIGTERM");
    await this.#running.exited;
    this.#project.remove();
  }
}
