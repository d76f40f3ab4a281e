/** The endpoints of `npx convex dev` and `npx convex deploy`. */
import type { JSONValue } from "convex/values";
import type { ComponentPath } from "../../contracts";
import type { Pushes, StartedPush } from "../../functions/pushing/pushes";
import { PushFailure } from "../../functions/pushing/pushes";
import { getAppDefinition, hashModule, NOTHING_PUSHED } from "../../functions/pushing/push";
import type { Exchange } from "../../http/exchange";
import { readJsonObject } from "../../http/exchange";
import { HttpError } from "../../http/httpError";
import { analysePush } from "./definitions";
import { parsePush } from "./pushRequest";
import {
  evaluateSchemaAnswer,
  finishAnswer,
  NO_DIFF,
  toSchemaChange,
  startAnswer,
} from "./pushAnswers";
import type { DeploymentVariables } from "./systemFunctions";

/** A push carries the project's bundles. */
const PUSH_BYTES_MAX = 64 * 1024 * 1024;

export interface PushServices {
  /** Null where a project directory is served. */
  readonly pushes: Pushes | null;
  readonly variables: DeploymentVariables;
  /** Counts the documents of a table. */
  readonly count: (component: ComponentPath, table: string) => number;
}

type Answer = (exchange: Exchange) => Promise<unknown>;

/** Not 404 and no server's error, which the command line would try again. */
function notPushable(): HttpError {
  return new HttpError(
    400,
    "NotPushable",
    "This backend serves the functions of a project directory: start it with --push instead of --project to push to it.",
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
      "/api/deploy2/evaluate_push": async (exchange) => ({
        schemaChange: toSchemaChange(await this.#started(exchange)),
      }),
      "/api/deploy2/evaluate_schema": async (exchange) =>
        evaluateSchemaAnswer(await this.#started(exchange), this.#services.count),
      "/api/deploy2/wait_for_schema": (exchange) => this.#waitForSchema(exchange),
      "/api/deploy2/finish_push": (exchange) => this.#finish(exchange),
      "/api/deploy2/report_push_completed": async (exchange) => {
        await exchange.body.read(PUSH_BYTES_MAX);
        return null;
      },
    };
  }

  get #pushes(): Pushes {
    const { pushes } = this.#services;
    if (pushes === null) throw notPushable();
    return pushes;
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
    const { pushes, variables } = this.#services;
    const request = await readJsonObject(exchange, PUSH_BYTES_MAX);
    if (pushes === null) return analysePush(request);
    const started = await refusing(pushes.start(parsePush(request, await pushes.current())));
    const set = variables.list().map(({ name, value }) => [name, value] as const);
    return startAnswer(started, Object.fromEntries(set));
  }

  async #started(exchange: Exchange): Promise<StartedPush> {
    const pushes = this.#pushes;
    const request = await readJsonObject(exchange, PUSH_BYTES_MAX);
    return refusing(pushes.start(parsePush(request, await pushes.current())));
  }

  async #waitForSchema(exchange: Exchange): Promise<JSONValue> {
    const pushes = this.#pushes;
    const { schemaChange } = await readJsonObject(exchange, PUSH_BYTES_MAX);
    const misfit = pushes.misfit(idIn(schemaChange));
    if (misfit === undefined) return { type: "complete" };
    if (misfit === "raceDetected") return { type: "raceDetected" };
    const { component, table, message } = misfit;
    return { type: "failed", error: message, componentPath: component, tableName: table };
  }

  async #finish(exchange: Exchange): Promise<unknown> {
    const pushes = this.#pushes;
    const { startPush, dryRun } = await readJsonObject(exchange, PUSH_BYTES_MAX);
    if (dryRun === true) return NO_DIFF;
    const { schemaChange } = (startPush ?? {}) as { schemaChange?: unknown };
    return finishAnswer(await refusing(pushes.finish(idIn(schemaChange))));
  }
}
