/** The endpoints of `npx convex dev` and `npx convex deploy`. */
import type { JSONValue } from "convex/values";
import type { ComponentPath } from "../../contracts";
import type { Pushes, StartedPush } from "../../functions/pushing/pushes";
import { PushFailure } from "../../functions/pushing/pushes";
import { getAppDefinition, hashModule, NOTHING_PUSHED } from "../../functions/pushing/push";
import type { ServedDirectory } from "../../functions/pushing/servedDirectory";
import type { Exchange } from "../../http/exchange";
import { readJsonObject } from "../../http/exchange";
import { HttpError } from "../../http/httpError";
import { analysePush, appModulePaths } from "./definitions";
import { parsePush } from "./pushRequest";
import {
  evaluateSchemaAnswer,
  finishAnswer,
  NO_DIFF,
  NO_EVALUATION,
  toSchemaChange,
  startAnswer,
} from "./pushAnswers";
import type { DeploymentVariables } from "./systemFunctions";

/** A push carries the project's bundles. */
const PUSH_BYTES_MAX = 64 * 1024 * 1024;

export interface PushServices {
  /** Null where a project directory is served. */
  readonly pushes: Pushes | null;
  /** Null where pushes are served, or nothing. */
  readonly directory: ServedDirectory | null;
  readonly variables: DeploymentVariables;
  /** Counts the documents of a table. */
  readonly count: (component: ComponentPath, table: string) => number;
}

type Answer = (exchange: Exchange) => Promise<unknown>;

/** Stand for the push of a project directory: of the one that is served, and of any other. */
const SERVED = "served";
const OTHER = "other";
const NOTHING_CHANGED = { allocatedComponentIds: {}, schemaIds: { "": SERVED } };

/** Not 404 and no server's error, which the command line would try again. */
function notPushable(directory: ServedDirectory | null): HttpError {
  return new HttpError(
    400,
    "NotPushable",
    `This backend serves ${directory?.path ?? "no pushes"}, and other modules were pushed: push from there, or start the backend with --push instead of --project.`,
  );
}

async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PushFailure) throw new HttpError(400, error.code, error.message);
    throw error;
  }
}

function idIn(schemaChange: unknown): string {
  const { schemaIds } = (schemaChange ?? {}) as { schemaIds?: Readonly<Record<string, unknown>> };
  const id = schemaIds?.[""];
  if (typeof id === "string") return id;
  throw new HttpError(400, "InvalidConfig", "schemaChange must be that of a started push.");
}

export class PushApi {
  readonly #services: PushServices;

  constructor(services: PushServices) {
    this.#services = services;
  }

  /** The answers by address; each address takes POST alone. */
  get answers(): Readonly<Record<string, Answer>> {
    return {
      "/api/get_config_hashes": () => this.#hashes(),
      "/api/deploy2/start_push": (exchange) => this.#start(exchange),
      "/api/deploy2/evaluate_push": (exchange) => this.#evaluate(exchange),
      "/api/deploy2/evaluate_schema": (exchange) => this.#evaluateSchema(exchange),
      "/api/deploy2/wait_for_schema": (exchange) => this.#waitForSchema(exchange),
      "/api/deploy2/finish_push": (exchange) => this.#finish(exchange),
      "/api/deploy2/report_push_completed": async (exchange) => {
        await exchange.body.read(PUSH_BYTES_MAX);
        return null;
      },
    };
  }

  async #hashes(): Promise<JSONValue> {
    // A project directory is sent whole, and looked at afresh.
    const last = (await this.#services.pushes?.current()) ?? NOTHING_PUSHED;
    return {
      config: { projectSlug: null, teamSlug: null, functions: "convex/", authInfo: [] },
      moduleHashes: getAppDefinition(last).modules.map((module) => ({
        path: module.path,
        environment: module.environment,
        hash: hashModule(module),
      })),
      nodeDependencies: last.packages.map((each) => ({ ...each })),
      udfServerVersion: last.serverVersion === "" ? null : last.serverVersion,
    };
  }

  async #start(exchange: Exchange): Promise<unknown> {
    const { pushes, directory, variables } = this.#services;
    const request = await readJsonObject(exchange, PUSH_BYTES_MAX);
    if (pushes === null) {
      // Codegen pushes any directory, and never finishes.
      const isServed = directory?.hasModules(appModulePaths(request)) === true;
      const schemaIds = { "": isServed ? SERVED : OTHER };
      return analysePush(request, { allocatedComponentIds: {}, schemaIds });
    }
    const started = await refusing(pushes.start(parsePush(request, await pushes.current())));
    const set = variables.list().map(({ name, value }) => [name, value] as const);
    return startAnswer(started, Object.fromEntries(set));
  }

  async #started(exchange: Exchange, pushes: Pushes): Promise<StartedPush> {
    const request = await readJsonObject(exchange, PUSH_BYTES_MAX);
    return refusing(pushes.start(parsePush(request, await pushes.current())));
  }

  async #evaluate(exchange: Exchange): Promise<unknown> {
    const { pushes } = this.#services;
    if (pushes === null) return { schemaChange: NOTHING_CHANGED };
    return { schemaChange: toSchemaChange(await this.#started(exchange, pushes)) };
  }

  async #evaluateSchema(exchange: Exchange): Promise<unknown> {
    const { pushes, count } = this.#services;
    if (pushes === null) return NO_EVALUATION;
    return evaluateSchemaAnswer(await this.#started(exchange, pushes), count);
  }

  async #waitForSchema(exchange: Exchange): Promise<JSONValue> {
    const { pushes } = this.#services;
    const { schemaChange } = await readJsonObject(exchange, PUSH_BYTES_MAX);
    const id = idIn(schemaChange);
    if (pushes === null) {
      this.#requireServed(id);
      return { type: "complete" };
    }
    const misfit = pushes.misfit(id);
    if (misfit === undefined) return { type: "complete" };
    if (misfit === "raceDetected") return { type: "raceDetected" };
    const { component, table, message } = misfit;
    return { type: "failed", error: message, componentPath: component, tableName: table };
  }

  async #finish(exchange: Exchange): Promise<unknown> {
    const { pushes } = this.#services;
    const { startPush, dryRun } = await readJsonObject(exchange, PUSH_BYTES_MAX);
    if (dryRun === true) return NO_DIFF;
    const { schemaChange } = (startPush ?? {}) as { schemaChange?: unknown };
    const id = idIn(schemaChange);
    if (pushes !== null) return finishAnswer(await refusing(pushes.finish(id)));
    await refusing(this.#requireServed(id).reload());
    return NO_DIFF;
  }

  /** @throws HttpError 400 unless the push is of the served directory. */
  #requireServed(id: string): ServedDirectory {
    const { directory } = this.#services;
    if (id === SERVED && directory !== null) return directory;
    throw notPushable(directory);
  }
}
