/**
 * All paginated lists of a running market for each persona, found in the API specification of the functions and in the OpenAPI
 * document. New lists are included automatically.
 */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { api } from "../../convex/_generated/api";
import { requestFor } from "../../convex/rest/requests.setup";
import { ROWS, type Persona } from "../../convex/rest/rightsTable.setup";
import { type PublicFunction, fieldsOf } from "./arguments";
import { fixturesFor } from "./fixtures";
import { type Tenants, parametersFor, sideOf, tokenOf } from "./tenants";
import { type Args, sendRequest } from "./clients";

/** The requested part of a list. */
interface PageRequest {
  readonly cursor?: string;
  readonly endCursor?: string;
  readonly rows: number;
}

export type Answer =
  | { readonly kind: "page"; readonly rows: readonly string[]; readonly cursor: string | null }
  /** The cursor was refused as invalid, which makes clients restart the list. */
  | { readonly kind: "invalid cursor" }
  | { readonly kind: "refused"; readonly code: string }
  | { readonly kind: "failed"; readonly message: string };

/** One list with its arguments for one persona. */
export interface List {
  /** The function or the route. */
  readonly source: string;
  readonly name: string;
  readonly persona: Persona;
  /** The arguments of the function; a route has none. */
  readonly args?: Args;
  read(page: PageRequest, onReceived: (text: string) => void): Promise<Answer>;
}

const CALLERS = [
  "retailerA",
  "retailerB",
  "distributorA",
  "distributorB",
  "admin",
  "anonymous",
] as const satisfies readonly Persona[];

/** Returns the identity of a row across pages. Its file URLs may change between reads. */
export function keyOf(row: unknown): string {
  const { _id, id } = (row ?? {}) as { _id?: string; id?: string };
  return _id ?? id ?? JSON.stringify(row);
}

function literalsIn({ type, value }: { type: string; value?: unknown }): unknown[] {
  if (type === "literal") return [value];
  return type === "union" ? (value as { type: string }[]).flatMap(literalsIn) : [];
}

/** Finds rows of all tenants, because every canary begins with it. */
const CANARY_PREFIX = "zq";

/** Returns every combination of the function's literal arguments, such as lists, sections and sort orders. */
function argumentsOf(fn: PublicFunction, parameters: Readonly<Record<string, unknown>>): Args[] {
  let all: Args[] = [{}];
  for (const [name, { fieldType, optional }] of Object.entries(fieldsOf(fn))) {
    if (name === "paginationOpts") continue;
    const literals = literalsIn(fieldType);
    const given =
      name === "search" ? [CANARY_PREFIX] : name in parameters ? [parameters[name]] : literals;
    const values = [...(optional ? [undefined] : []), ...given];
    const choices = values.length > 0 ? values : ["text"];
    all = all.flatMap((args) =>
      choices.map((value) => (value === undefined ? args : { ...args, [name]: value })),
    );
  }
  return all;
}

function answerOf(error: unknown): Answer {
  const { data, message } = error as { data?: Record<string, unknown>; message: string };
  if (data?.["paginationError"] === "InvalidCursor") return { kind: "invalid cursor" };
  const code = data?.["code"];
  return typeof code === "string" ? { kind: "refused", code } : { kind: "failed", message };
}

function isPaginated(fn: PublicFunction): boolean {
  return fn.kind === "query" && "paginationOpts" in fieldsOf(fn);
}

export async function listsOfFunctions(
  tenants: Tenants,
  functions: readonly PublicFunction[],
): Promise<List[]> {
  const reader = new ConvexHttpClient(tenants.market.url, { logger: false });
  const { key } = await reader.action(api.auth.openMailbox, {});
  return CALLERS.flatMap((persona) => {
    const http =
      persona === "anonymous"
        ? new ConvexHttpClient(tenants.market.url, { logger: false })
        : tenants.accounts[persona].http;
    const about = { persona, of: sideOf(persona), random: () => 0 } as const;
    return functions.filter(isPaginated).flatMap((fn) =>
      argumentsOf(fn, { ...fixturesFor(tenants, fn, about).values, key }).map((args): List => ({
        source: fn.path,
        name: `${fn.path} ${JSON.stringify(args)}`,
        ...{ persona, args },
        async read({ cursor = null, endCursor, rows }, onReceived) {
          const paginationOpts = { numItems: rows, cursor, ...(endCursor && { endCursor }) };
          const query = makeFunctionReference<"query", Args>(fn.path);
          try {
            const answer: unknown = await http.query(query, { ...args, paginationOpts });
            onReceived(JSON.stringify(answer));
            const { page, continueCursor } = answer as { page: unknown[]; continueCursor: string };
            return { kind: "page", rows: page.map(keyOf), cursor: continueCursor || null };
          } catch (error) {
            onReceived(JSON.stringify(error));
            return answerOf(error);
          }
        },
      })),
    );
  });
}

/** Removes the names of a path's parameters, and its query string. */
const withoutParameterNames = (path: string) =>
  path.replace(/\?.*$/, "").replaceAll(/\{[^}]*\}/g, "{}");

type OpenApi = { paths: Record<string, { get?: { parameters?: { name: string }[] } }> };

/** Returns the documented routes with a cursor parameter, and those of them that the rights table lacks. */
export async function routesOf(url: string): Promise<{ routes: string[]; missing: string[] }> {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApi;
  const paginated = Object.entries(paths)
    .filter(([, { get }]) => get?.parameters?.some(({ name }) => name === "cursor"))
    .map(([path]) => path);
  const rowsOf = (path: string) =>
    ROWS.filter(
      (row) =>
        row.method === "GET" && withoutParameterNames(row.path) === withoutParameterNames(path),
    );
  return {
    routes: paginated.flatMap((path) => rowsOf(path).map((row) => row.path)),
    missing: paginated.filter((path) => rowsOf(path).length === 0),
  };
}

export async function listsOfRest(tenants: Tenants, routes: readonly string[]): Promise<List[]> {
  const { url } = tenants.market;
  const listOf = async (route: string, persona: Persona): Promise<List> => {
    const { path } = await requestFor(
      `GET ${route}`,
      parametersFor(tenants, persona, sideOf(persona)),
    );
    const token = tokenOf(tenants, persona);
    return {
      source: `GET ${route}`,
      name: `GET ${route}`,
      persona,
      async read({ cursor, rows }, onReceived) {
        const address = new URL(path, url);
        address.searchParams.set("limit", String(rows));
        if (cursor !== undefined) address.searchParams.set("cursor", cursor);
        const request = { path: address.pathname + address.search };
        const { status, headers, text } = await sendRequest(url, "GET", request, {
          token,
          onReceived,
        });
        // A URL over the limit is refused before its cursor is read.
        if (status === 400 || status === 414 || status === 431) return { kind: "invalid cursor" };
        if (status >= 500) return { kind: "failed", message: text };
        const body = JSON.parse(text) as unknown[] | { code: string; entries?: unknown[] };
        // A statement has its page beside its balances.
        const found = Array.isArray(body) ? body : body.entries;
        if (status === 200 && found !== undefined) {
          const [, next] = /<([^>]*)>; rel="next"/.exec(headers.get("Link") ?? "") ?? [];
          const following =
            next === undefined ? null : new URL(next, url).searchParams.get("cursor");
          return { kind: "page", rows: found.map(keyOf), cursor: following };
        }
        return { kind: "refused", code: (body as { code: string }).code };
      },
    };
  };
  return Promise.all(routes.flatMap((route) => CALLERS.map((persona) => listOf(route, persona))));
}
