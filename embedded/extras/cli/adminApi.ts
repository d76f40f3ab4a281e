/** The command line's HTTP endpoints. Every one of them but the network test's needs the admin key. */
import path from "node:path";
import type { Outcome } from "../../contracts";
import type { InlineQuery } from "../../functions/inlineQuery";
import { InlineQueryError } from "../../functions/inlineQuery";
import type { Authenticate } from "../../http/callers";
import { requireAdmin } from "../../http/callers";
import type { Exchange } from "../../http/exchange";
import { getCallOrigin, endAnswer, readJsonObject, sendJson } from "../../http/exchange";
import { HttpError } from "../../http/httpError";
import type { DiskReserve } from "../../diskReserve";
import type { Route } from "../../http/routes";
import type { Addresses } from "../../options";
import type { ExecutionLog } from "./executionLog";
import type { PushServices } from "./pushApi";
import { PushApi } from "./pushApi";
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

export interface AdminServices extends Pick<PushServices, "pushes" | "directory" | "count"> {
  readonly authenticate: Authenticate;
  readonly variables: ChangeableVariables;
  readonly log: ExecutionLog;
  readonly disk: DiskReserve;
  readonly addresses: Addresses;
  /** Runs a query that no module has. @throws InlineQueryError */
  readonly runQuery: (query: InlineQuery) => Promise<Outcome>;
  /** Copies everything as it is at one moment into a new folder. Rejects with a message for people. */
  backup(to: string): Promise<void>;
}

/** Convex's limit of the sum of all variables, with room for their envelope. */
const VARIABLES_BYTES_MAX = 1024 * 1024;
/** The network test sends 4 MiB, and 64 when it measures the speed. */
const ECHO_BYTES_MAX = 8 * 1024 * 1024;
/** The most bytes of a query's source. */
const QUERY_BYTES_MAX = 1024 * 1024;

const TOO_OLD =
  "This needs a command line of convex 1.28 or newer: run npm install convex@latest and push again.";
/** Said instead of 404, which the command line would take for a network fault and try again. */
const LEFT_OUT = [
  ["/api/v1/", "This part of Convex's management interface is not part of the embedded backend."],
  ["/api/push_config", TOO_OLD],
  ["/api/prepare_schema", TOO_OLD],
  ["/api/shapes2", "The shapes of tables are not part of the embedded backend."],
] as const;
/** The route of `npx convex network-test`, which sends no key. */
const ECHO: Route = {
  method: "POST",
  path: "/echo",
  handle: async (exchange) => {
    const bytes = await exchange.body.read(ECHO_BYTES_MAX);
    exchange.response.setHeader("Content-Type", "application/octet-stream");
    exchange.response.setHeader("Content-Length", bytes.length);
    endAnswer(exchange, bytes);
  },
};
/** The command line compresses what it pushes, and nothing else. */
const PUSHED: readonly string[] = ["br"];

function parseVariableChanges(value: unknown): VariableChange[] {
  if (!Array.isArray(value)) throw new HttpError(400, "BadRequest", "changes must be an array.");
  return value.map((change: unknown) => {
    const { name, value: text } = (change ?? {}) as Record<string, unknown>;
    const isText = typeof text === "string" || text === null || text === undefined;
    if (typeof name !== "string" || !isText)
      throw new HttpError(400, "BadRequest", "A change is a name and a value.");
    return { name, value: text ?? null };
  });
}

function outcomeJson(outcome: Outcome): Record<string, unknown> {
  const { logLines } = outcome;
  if (outcome.kind === "success") return { status: "success", value: outcome.value, logLines };
  const { message, errorData } = outcome;
  const data = errorData === undefined ? {} : { errorData };
  return { status: "error", errorMessage: message, ...data, logLines };
}

function toErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export class AdminApi {
  readonly #services: AdminServices;
  readonly #pushApi: PushApi;

  constructor(services: AdminServices) {
    this.#services = services;
    this.#pushApi = new PushApi(services);
  }

  get routes(): Route[] {
    const { addresses, log, disk } = this.#services;
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
      ECHO,
      this.#route("POST", "/api/run_test_function", (exchange) => this.#runQuery(exchange)),
      ...Object.entries(this.#pushApi.answers).map(([address, answer]) => ({
        ...this.#route("POST", address, (exchange) => {
          disk.requireSpace();
          return answer(exchange);
        }),
        encodings: PUSHED,
      })),
      ...LEFT_OUT.flatMap(([address, sentence]) =>
        (["GET", "POST", "PUT"] as const).map((method) =>
          this.#route(method, address, () => {
            throw new HttpError(400, "NotSupported", sentence);
          }),
        ),
      ),
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

  async #runQuery(exchange: Exchange): Promise<unknown> {
    const { bundle, componentId } = await readJsonObject(exchange, QUERY_BYTES_MAX);
    const { source } = (bundle ?? {}) as { source?: unknown };
    if (typeof source !== "string")
      throw new HttpError(400, "BadRequest", "A query needs the source of its module.");
    const component = typeof componentId === "string" ? componentId : "";
    const origin = { ...getCallOrigin(exchange.request), requestId: exchange.requestId };
    try {
      return outcomeJson(await this.#services.runQuery({ source, component, origin }));
    } catch (error) {
      if (!(error instanceof InlineQueryError)) throw error;
      throw new HttpError(400, error.code, error.message);
    }
  }

  async #backup(exchange: Exchange): Promise<Record<string, never>> {
    const { to } = await readJsonObject(exchange, VARIABLES_BYTES_MAX);
    if (typeof to !== "string" || !path.isAbsolute(to))
      throw new HttpError(400, "BadRequest", "`to` must be the absolute path of a folder.");
    try {
      await this.#services.backup(to);
    } catch (error) {
      throw new HttpError(400, "BackupFailed", toErrorMessage(error));
    }
    return {};
  }

  async #updateVariables(exchange: Exchange): Promise<Record<string, never>> {
    const { changes } = await readJsonObject(exchange, VARIABLES_BYTES_MAX);
    try {
      await this.#services.variables.update(parseVariableChanges(changes));
    } catch (error) {
      if (error instanceof HttpError) throw error;
      throw new HttpError(400, "BadVariable", toErrorMessage(error));
    }
    return {};
  }
}
