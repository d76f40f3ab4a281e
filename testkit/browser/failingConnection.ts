/**
 * A sync connection of one page on which named functions fail on demand. It stands between the page's own Convex client and the
 * real backend and turns the answers of those functions into failures.
 */
import type { Page, Route, WebSocketRoute } from "@playwright/test";

/** The data of a refusal: `{ code: "STALE_STOCK", stock: 3 }`. Without it the function fails with a server error. */
type Refusal = Readonly<Record<string, unknown>>;

export type FailingConnection = {
  /** Makes a function fail from now on; a subscribed query gets the failure at once. */
  fail(udfPath: string, refusal?: Refusal): void;
  /** Makes a function work again, for calls from now on. */
  mend(udfPath: string): void;
  mendAll(): void;
  /** Counts the failures sent for a query, one per subscription. */
  failures(udfPath: string): number;
  /** Holds calls of a mutation or action back until `release`. */
  hold(udfPath: string): void;
  release(udfPath: string): void;
};

type Json = Readonly<Record<string, unknown>>;
type Modification = Json & { readonly type: string; readonly queryId: number };
type Added = { readonly type: string; readonly queryId: number; readonly udfPath: string };
type FromPage = { readonly type: string; readonly requestId: number; readonly udfPath: string } & {
  readonly modifications?: readonly Added[];
};
type FromServer = {
  readonly type: string;
  readonly endVersion: Json;
  readonly modifications: readonly Modification[];
};

const SERVER_ERROR = "[Request ID: 0000000000000000] Server Error";

function failureOf(refusal: Refusal | null): Json {
  return { logLines: [], ...(refusal !== null && { errorData: refusal }) };
}

/** One socket of the page. */
class SyncSocket {
  readonly #page: WebSocketRoute;
  readonly #failing: ReadonlyMap<string, Refusal | null>;
  readonly #pathOf = new Map<number, string>();
  /** Ids of the queries that were sent a failure, by function. */
  readonly failed = new Map<string, Set<number>>();
  #version: Json | null = null;

  constructor(page: WebSocketRoute, failing: ReadonlyMap<string, Refusal | null>) {
    this.#page = page;
    this.#failing = failing;
  }

  /** Records the function of each query id. */
  watch({ type, modifications = [] }: FromPage): void {
    if (type !== "ModifyQuerySet") return;
    for (const { type: change, queryId, udfPath } of modifications) {
      if (change === "Add") this.#pathOf.set(queryId, udfPath);
      else this.#pathOf.delete(queryId);
    }
  }

  /** Answers a call of a failing function; returns false if the function works. */
  refuse({ type, requestId, udfPath }: FromPage): boolean {
    const refusal = this.#failing.get(udfPath);
    if (refusal === undefined || (type !== "Mutation" && type !== "Action")) return false;
    const answer = { type: `${type}Response`, requestId, success: false, result: SERVER_ERROR };
    this.#page.send(JSON.stringify({ ...answer, ...failureOf(refusal) }));
    return true;
  }

  /** Returns the server's message with the results of failing queries replaced. */
  translated(message: string): string {
    const parsed = JSON.parse(message) as FromServer;
    if (parsed.type !== "Transition") return message;
    this.#version = parsed.endVersion;
    const modifications = parsed.modifications.map((one) =>
      one.type === "QueryRemoved" ? one : (this.#failed(one.queryId) ?? one),
    );
    return JSON.stringify({ ...parsed, modifications });
  }

  /** Sends a transition that contains only the failures of one function. */
  announce(udfPath: string): void {
    const modifications = [...this.#pathOf]
      .filter(([, path]) => path === udfPath)
      .flatMap(([queryId]) => this.#failed(queryId) ?? []);
    if (this.#version === null || modifications.length === 0) return;
    const at = { startVersion: this.#version, endVersion: this.#version };
    this.#page.send(JSON.stringify({ type: "Transition", ...at, modifications }));
  }

  #failed(queryId: number): Modification | null {
    const udfPath = this.#pathOf.get(queryId) ?? "";
    const refusal = this.#failing.get(udfPath);
    if (refusal === undefined) return null;
    this.failed.set(udfPath, (this.failed.get(udfPath) ?? new Set()).add(queryId));
    const failure = { errorMessage: SERVER_ERROR, journal: null, ...failureOf(refusal) };
    return { type: "QueryFailed", queryId, ...failure };
  }
}

/** Must be called before the page is opened. */
export async function failingConnection(page: Page): Promise<FailingConnection> {
  const failing = new Map<string, Refusal | null>();
  const held = new Map<string, (() => void)[]>();
  const connections: SyncSocket[] = [];

  await page.routeWebSocket(/\/api\/[^/]+\/sync$/, (socket) => {
    const server = socket.connectToServer();
    const own = new SyncSocket(socket, failing);
    connections.push(own);
    socket.onMessage((message) => {
      const parsed = JSON.parse(String(message)) as FromPage;
      own.watch(parsed);
      const pass = () => {
        if (!own.refuse(parsed)) server.send(message);
      };
      const kept = held.get(parsed.udfPath);
      if (kept === undefined) pass();
      else kept.push(pass);
    });
    server.onMessage((message) => socket.send(own.translated(String(message))));
  });

  return {
    fail(udfPath, refusal) {
      failing.set(udfPath, refusal ?? null);
      connections.at(-1)?.announce(udfPath);
    },
    failures: (udfPath) =>
      connections.reduce((sum, { failed }) => sum + (failed.get(udfPath)?.size ?? 0), 0),
    mend: (udfPath) => void failing.delete(udfPath),
    mendAll: () => failing.clear(),
    hold: (udfPath) => void held.set(udfPath, []),
    release(udfPath) {
      const kept = held.get(udfPath) ?? [];
      held.delete(udfPath);
      for (const pass of kept) pass();
    },
  };
}

/** Upload failures, which do not use the sync connection: a server error … */
export const BREAKS = (route: Route) => route.fulfill({ status: 502, body: "Bad gateway" });
/** … an unreachable server … */
export const IS_AWAY = (route: Route) => route.abort("connectionrefused");
/** … and a refusal with the server's text. */
export const REFUSES = (route: Route) =>
  route.fulfill({ status: 413, json: { error: "Image file must be smaller than 5MB" } });

/** Makes uploads of one kind fail during `work`. */
export async function duringUploads(
  page: Page,
  kind: "image" | "qr-code",
  failure: (route: Route) => Promise<void>,
  work: () => Promise<void>,
): Promise<void> {
  const address = `**/api/upload/${kind}`;
  await page.route(address, failure);
  await work();
  await page.unroute(address);
}
