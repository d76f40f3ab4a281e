/** A table of reserved paths. A path that is not in it belongs to the app. */
import { requireEncoding } from "./body";
import type { Exchange } from "./exchange";
import { HttpError } from "./httpError";

type Method = "GET" | "POST" | "PUT";
/** `rest` is what followed a path that ends in `/`. */
type Handler = (exchange: Exchange, rest: string) => Promise<void> | void;

export interface Route {
  readonly method: Method;
  /** Exact, or, with a slash at its end, the beginning of longer paths. */
  readonly path: string;
  /** The encodings that a body may be compressed with; none if absent. */
  readonly encodings?: readonly string[];
  readonly handle: Handler;
}

/** The same routes, with a check before each. */
export function guarded(routes: readonly Route[], check: () => void): Route[] {
  return routes.map((route) => ({
    ...route,
    handle: (exchange, rest) => {
      check();
      return route.handle(exchange, rest);
    },
  }));
}

function restAfter(route: Route, pathname: string): string | null {
  if (!route.path.endsWith("/")) return route.path === pathname ? "" : null;
  return pathname.startsWith(route.path) && pathname.length > route.path.length
    ? pathname.slice(route.path.length)
    : null;
}

export class Routes {
  readonly #routes: readonly Route[];

  /** Earlier routes win. */
  constructor(routes: readonly Route[]) {
    this.#routes = routes;
  }

  owns(pathname: string): boolean {
    return this.#routes.some((route) => restAfter(route, pathname) !== null);
  }

  /** Returns the methods of a path, for 405 and for preflights. */
  getMethods(pathname: string): string[] {
    const methods = this.#routes
      .filter((route) => restAfter(route, pathname) !== null)
      .map((route) => route.method);
    return [
      ...new Set<string>(methods.includes("GET") ? [...methods, "HEAD"] : methods),
      "OPTIONS",
    ];
  }

  /** @throws HttpError 405 when the path is here but not with this method; 415 for a compressed body that it does not take. */
  async handle(exchange: Exchange): Promise<void> {
    const { pathname } = exchange.url;
    const method = exchange.request.method === "HEAD" ? "GET" : exchange.request.method;
    for (const route of this.#routes) {
      const rest = restAfter(route, pathname);
      if (rest === null || route.method !== method) continue;
      requireEncoding(exchange.request, route.encodings ?? []);
      await route.handle(exchange, rest);
      return;
    }
    const allow = this.getMethods(pathname).join(", ");
    throw new HttpError(405, "MethodNotAllowed", "This path does not take this method.", {
      Allow: allow,
    });
  }
}
