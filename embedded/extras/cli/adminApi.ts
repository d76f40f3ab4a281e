/** The command line's HTTP endpoints. Every one of them needs the admin key. */
import path from "node:path";
import type { Authenticate } from "../../http/callers";
import { requireAdmin } from "../../http/callers";
import type { Exchange } from "../../http/exchange";
import { readJsonObject, sendJson } from "../../http/exchange";
import { HttpError } from "../../http/httpError";
import type { Route } from "../../http/routes";
import type { Addresses } from "../../options";
import { analysePush } from "./definitions";
import type { ExecutionLog } from "./executionLog";
import type { DeploymentVariables } from "./systemFunctions";

interface VariableChange {
  readonly name: string;
  /** Null removes the variable. */
  readonly value: string | null;
}

interface ChangeableVariables extends DeploymentVariables {
  /** All or none. Rejects with a message for people when a change makes no sense. */
  update(changes: readonly VariableChange[]): Promise<void>;
}

export interface AdminServices {
  readonly authenticate: Authenticate;
  readonly variables: ChangeableVariables;
  readonly log: ExecutionLog;
  readonly addresses: Addresses;
  /** Copies everything as it is at one moment into a new folder. Rejects with a message for people. */
  backup(to: string): Promise<void>;
}

/** Convex's limit of the sum of all variables, with room for their envelope. */
const MAX_VARIABLES_BYTES = 1024 * 1024;
/** A push carries the project's bundles. */
const MAX_PUSH_BYTES = 64 * 1024 * 1024;

/** Said instead of 404, which the command line would take for a network fault and try again. */
const LEFT_OUT = [
  ["POST", "/api/deploy2/evaluate_push", "Deploying"],
  ["POST", "/api/deploy2/evaluate_schema", "Deploying"],
  ["POST", "/api/deploy2/finish_push", "Deploying"],
  ["POST", "/api/run_test_function", "Running one-off queries"],
] as const;
/** The command line compresses what it pushes, and nothing else. */
const PUSHED: readonly string[] = ["br"];

function changesOf(value: unknown): VariableChange[] {
  if (!Array.isArray(value)) throw new HttpError(400, "BadRequest", "changes must be an array.");
  return value.map((change: unknown) => {
    const { name, value: text } = (change ?? {}) as Record<string, unknown>;
    const isText = typeof text === "string" || text === null || text === undefined;
    if (typeof name !== "string" || !isText)
      throw new HttpError(400, "BadRequest", "A change is a name and a value.");
    return { name, value: text ?? null };
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export class AdminApi {
  readonly #services: AdminServices;

  constructor(services: AdminServices) {
    this.#services = services;
  }

  get routes(): Route[] {
    const { addresses, log } = this.#services;
    return [
      this.#route("POST", "/api/update_environment_variables", (exchange) =>
        this.#updateVariables(exchange),
      ),
      this.#route("POST", "/api/backup", (exchange) => this.#backup(exchange)),
      this.#route("GET", "/api/v1/get_canonical_urls", () => ({
        convexCloudUrl: addresses.url,
        convexSiteUrl: addresses.url,
      })),
      this.#route("GET", "/api/stream_function_logs", ({ url }) =>
        log.since(Number(url.searchParams.get("cursor") ?? 0)),
      ),
      this.#route("POST", "/api/get_config_hashes", () => ({
        config: { projectSlug: null, teamSlug: null, functions: "convex/", authInfo: [] },
        // No hash at all: the whole project is sent, and looked at afresh.
        moduleHashes: [],
        nodeDependencies: [],
        udfServerVersion: null,
      })),
      {
        ...this.#route("POST", "/api/deploy2/start_push", async (exchange) =>
          analysePush(await readJsonObject(exchange, MAX_PUSH_BYTES)),
        ),
        encodings: PUSHED,
      },
      ...LEFT_OUT.map(([method, address, what]) => ({
        ...this.#route(method, address, () => {
          throw new HttpError(400, "NotSupported", `${what} is not part of the embedded backend.`);
        }),
        encodings: PUSHED,
      })),
    ];
  }

  #route(method: Route["method"], address: string, answer: (exchange: Exchange) => unknown): Route {
    return {
      method,
      path: address,
      handle: async (exchange) => {
        await requireAdmin(exchange, this.#services.authenticate);
        sendJson(exchange, 200, await answer(exchange));
      },
    };
  }

  async #backup(exchange: Exchange): Promise<Record<string, never>> {
    const { to } = await readJsonObject(exchange, MAX_VARIABLES_BYTES);
    if (typeof to !== "string" || !path.isAbsolute(to))
      throw new HttpError(400, "BadRequest", "`to` must be the absolute path of a folder.");
    try {
      await this.#services.backup(to);
    } catch (error) {
      throw new HttpError(400, "BackupFailed", messageOf(error));
    }
    return {};
  }

  async #updateVariables(exchange: Exchange): Promise<Record<string, never>> {
    const { changes } = await readJsonObject(exchange, MAX_VARIABLES_BYTES);
    try {
      await this.#services.variables.update(changesOf(changes));
    } catch (error) {
      if (error instanceof HttpError) throw error;
      throw new HttpError(400, "BadVariable", messageOf(error));
    }
    return {};
  }
}
