/** Convex functions over plain HTTP, as `ConvexHttpClient`, curl and the CLI call them. */
import type { JSONValue } from "convex/values";
import type {
  CallOrigin,
  Database,
  FunctionPath,
  FunctionRunner,
  Identity,
  Outcome,
} from "../contracts";
import type { Budget } from "../budget";
import { functionAddress } from "../functionAddress";
import { PinnedSnapshots } from "../subscriptions/pinnedSnapshots";
import type { QueryCache } from "../subscriptions/queryCache";
import { Answer } from "../sync/answer";
import { canonicalPath } from "../sync/protocol";
import type { Authenticate } from "./callers";
import { authenticateRequest } from "./callers";
import type { Exchange } from "./exchange";
import { getCallOrigin, readJsonObject, sendJson, sendJsonText } from "./exchange";
import type { RunQueue } from "../subscriptions/runQueue";
import { callerKey } from "../callerKey";
import type { CallerKeys } from "../callerTime";
import { callerKeys } from "../callerTime";
import { HttpError, overloadedError } from "./httpError";
import { plainJson } from "./plainJson";
import type { Route } from "./routes";

/** Convex's limit of a call's arguments, and room for their envelope. */
const CALL_BYTES_MAX = 16 * 1024 * 1024 + 64 * 1024;

export interface ClientApiServices {
  readonly database: Database;
  readonly runner: FunctionRunner;
  readonly authenticate: Authenticate;
  /** Shared with the sockets: a query has one run for everybody. */
  readonly queries: Pick<QueryCache<unknown>, "answer" | "atHand">;
  /** Shared with the sockets: whoever asks for much makes nobody else wait. */
  readonly runQueue: RunQueue;
  /** Shared with the sockets: mutations and actions that are not answered. */
  readonly calls: Budget;
}

interface Call {
  readonly path: FunctionPath;
  readonly args: JSONValue;
  readonly identity: Identity;
  readonly origin: CallOrigin;
  readonly hungUp: AbortSignal;
  /** Values as Convex encodes them, or as plain JSON for people with curl. */
  readonly format: "encoded" | "plain";
  readonly ts: string | null;
}

type Kind = "query" | "mutation" | "action";

function parseArgs(value: unknown): JSONValue {
  const args: unknown = Array.isArray(value) ? (value[0] ?? {}) : (value ?? {});
  if (typeof args === "object" && args !== null && !Array.isArray(args)) return args as JSONValue;
  throw new HttpError(400, "BadArguments", "args must be an object.");
}

function stringField(body: Record<string, unknown>, name: string): string | null {
  const value = body[name];
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value;
  throw new HttpError(400, "BadRequest", `${name} must be a string.`);
}

function getFormat({ request }: Exchange, format: string | null): Call["format"] {
  if (format === null) return request.headers["convex-client"] === undefined ? "plain" : "encoded";
  if (format === "json") return "plain";
  if (format === "convex_encoded_json" || format === "convex_json") return "encoded";
  throw new HttpError(400, "BadFormat", "format must be json or convex_encoded_json.");
}

/** Calls of one address share its running time. */
function toLane({ ip, requestId }: CallOrigin): string {
  return callerKey(ip, requestId);
}

function toCallerKeys({ origin, identity }: Pick<Call, "origin" | "identity">): CallerKeys {
  return callerKeys(origin.ip, origin.requestId, identity);
}

/** The beginning of a value that plain JSON has in another form. Inside a string the quotation mark would be escaped. */
const ENCODED = '{"$';

/** The response's body. An answer is serialised already, and plain JSON is made of it only where it differs. */
function responseText(answer: Answer, format: Call["format"]): string {
  const status = answer.type === "QueryUpdated" ? "success" : "error";
  const logLines = answer.logLines === "[]" ? "" : `,"logLines":${answer.logLines}`;
  const fields =
    format === "encoded" || !answer.content.includes(ENCODED)
      ? answer.content.toString()
      : JSON.stringify(plainJson(answer.fields())).slice(1, -1);
  return `{"status":"${status}",${fields}${logLines}}`;
}

export class ClientApi {
  readonly #services: ClientApiServices;
  readonly #pinned: PinnedSnapshots;

  constructor(services: ClientApiServices) {
    this.#services = services;
    this.#pinned = new PinnedSnapshots(services.database);
  }

  get routes(): Route[] {
    const call = (kind: Kind) => (exchange: Exchange) => this.#answer(exchange, () => kind);
    return [
      { method: "POST", path: "/api/query", handle: call("query") },
      { method: "POST", path: "/api/query_at_ts", handle: call("query") },
      { method: "POST", path: "/api/mutation", handle: call("mutation") },
      { method: "POST", path: "/api/action", handle: call("action") },
      {
        method: "POST",
        path: "/api/function",
        handle: (exchange) => this.#answer(exchange, (path) => this.#getKind(path)),
      },
      {
        method: "POST",
        path: "/api/query_ts",
        handle: (exchange) => sendJson(exchange, 200, { ts: this.#pinned.keep() }),
      },
    ];
  }

  close(): void {
    this.#pinned.close();
  }

  /** An unknown name is run as a query, whose answer says that there is no such function. */
  #getKind(path: FunctionPath): Kind {
    const kind = this.#services.runner.getKind(path);
    return kind === "mutation" || kind === "action" ? kind : "query";
  }

  async #answer(exchange: Exchange, kindOf: (path: FunctionPath) => Kind): Promise<void> {
    const call = await this.#read(exchange);
    const kind = kindOf(call.path);
    const answer =
      kind === "query" ? await this.#query(call) : new Answer(await this.#runCounted(kind, call));
    sendJsonText(exchange, 200, responseText(answer, call.format));
  }

  async #read(exchange: Exchange): Promise<Call> {
    const identity = await authenticateRequest(exchange, this.#services.authenticate);
    const origin = { ...getCallOrigin(exchange.request), requestId: exchange.requestId };
    const { hungUp } = exchange;
    const beforeParsing = () =>
      this.#services.runQueue.next(toLane(origin), toCallerKeys({ origin, identity }), hungUp);
    const body = await readJsonObject(exchange, CALL_BYTES_MAX, beforeParsing);
    const path = stringField(body, "path");
    if (path === null) throw new HttpError(400, "BadRequest", "path must name a function.");
    const component = stringField(body, "componentPath") ?? "";
    return {
      path: functionAddress({ path: canonicalPath(path), component }, identity),
      args: parseArgs(body["args"]),
      identity,
      origin,
      hungUp,
      format: getFormat(exchange, stringField(body, "format")),
      ts: exchange.url.pathname === "/api/query_at_ts" ? (stringField(body, "ts") ?? "") : null,
    };
  }

  /** Counted to its end also when the client is gone: so long the call is kept. */
  async #runCounted(kind: "mutation" | "action", call: Call): Promise<Outcome> {
    const { calls } = this.#services;
    const key = toLane(call.origin);
    if (!calls.take(key, 1))
      throw overloadedError("Too many calls are under way: try again in a moment.");
    try {
      return await this.#run(kind, call);
    } finally {
      calls.give(key, 1);
    }
  }

  async #run(kind: "mutation" | "action", call: Call): Promise<Outcome> {
    const { runner, runQueue } = this.#services;
    const { path, args, identity, origin, hungUp } = call;
    // Mutations have a queue of their own.
    if (kind === "mutation") {
      const { outcome, sendAgain } = await runner.mutation(path, args, identity, {
        ...origin,
        hungUp,
      });
      if (sendAgain === undefined || outcome.kind === "success") return outcome;
      throw new HttpError(503, sendAgain, outcome.message);
    }
    await runQueue.next(toLane(origin), toCallerKeys(call), hungUp);
    return runner.action(path, args, identity, origin);
  }

  async #query(call: Call): Promise<Answer> {
    const { path, args, identity, origin, hungUp, ts } = call;
    const { queries, runQueue } = this.#services;
    const queryCall = { path, args, journal: null };
    if (ts === null) {
      const answerAtHand = queries.atHand(queryCall, identity);
      if (answerAtHand !== undefined) return answerAtHand;
    }
    await runQueue.next(toLane(origin), toCallerKeys(call), hungUp);
    if (ts === null) return queries.answer(queryCall, identity, origin);
    const snapshot = this.#pinned.at(ts);
    if (snapshot === null)
      throw new HttpError(400, "TimestampOutOfRetention", "That moment is not kept any more.");
    try {
      return new Answer(
        (await this.#services.runner.query(queryCall, identity, snapshot, origin)).outcome,
      );
    } finally {
      this.#pinned.leave(ts);
    }
  }
}
