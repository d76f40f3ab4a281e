/**
 * The dispatch of operations. Checks refuse in one order: the caller, then the body, then its shape, then the command. The transaction
 * itself admits the caller, so an input that does not fit travels there as its refusal. Long bodies and files are another thing:
 * their callers are admitted before they are read.
 */
import type { z } from "@hono/zod-openapi";
import { todayIst } from "../../domain/dates";
import type { ErrorData } from "../../domain/errors";
import { PAGE_ROWS_MAX } from "../../domain/limits";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { fail, failWith } from "../errors";
import { noteKey, requireJsonObject, requireMultipart } from "./body";
import type { RestApp, RestContext } from "./env";
import { admitRead, hasLongBody } from "./limits";
import { addressOf, type Operation } from "./operation";
import { errorDataOf } from "./respond";

type SentInput = { readonly params: object; readonly query: object; readonly body?: unknown };
type Read = { readonly input: SentInput } | { readonly misfit: ErrorData };

/** Returns the path of the first field that failed validation: `price`, or `user.email`. */
function firstField(issues: readonly { readonly path: readonly PropertyKey[] }[]): string {
  return issues[0]?.path.map(String).join(".") ?? "";
}

function errorFor(invalid: Operation["invalid"] = "BAD_REQUEST") {
  if (typeof invalid === "function") return invalid;
  return (field: string): ErrorData => {
    const code = typeof invalid === "string" ? invalid : (invalid[field] ?? "BAD_REQUEST");
    return field === "" ? { code } : { code, field };
  };
}

/** A parameter that comes several times is a list. */
function queryOf(c: RestContext): Record<string, string | string[] | undefined> {
  return Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => [
      name,
      values.length === 1 ? values[0] : values,
    ]),
  );
}

/** Errors: that of `invalid` for the first field that does not fit. */
function parse<Schema extends z.ZodType>(
  c: RestContext,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value);
  return result.success ? result.data : failWith(c.get("invalid")(firstField(result.error.issues)));
}

/** Reads the input; what is wrong with it is an answer, because the caller's right is judged first. */
async function readInput(c: RestContext, operation: Operation): Promise<Read> {
  try {
    const sent = operation.body === undefined ? undefined : await requireJsonObject(c);
    if (operation.form !== undefined) await requireMultipart(c);
    else if (operation.once !== false && operation.kind !== "action")
      await noteKey(c, sent ?? null);
    const query = parse(c, operation.query, queryOf(c));
    const params = parse(c, operation.params, c.req.param());
    const body = operation.body && parse(c, operation.body, sent);
    return { input: { params, query, ...(body !== undefined && { body }) } };
  } catch (error) {
    const misfit = errorDataOf(error, c);
    if (misfit === undefined) throw error;
    return { misfit };
  }
}

async function noteUse(c: RestContext, keyId: Id<"apiKeys"> | null): Promise<void> {
  if (keyId !== null) await c.env.runMutation(internal.developers.internal.noteKeyUse, { keyId });
}

/** Notes the use of an API key, then refuses a caller whom the operation does not admit. */
async function admit(c: RestContext, operation: Operation): Promise<void> {
  const { who } = operation;
  const caller = c.get("caller");
  if (who === "anyone" && caller.bearerHash === undefined) return;
  const { needs = addressOf(operation).method === "GET" ? "read" : "write" } = operation;
  const roles = who === "anyone" ? who : [...who];
  const admission = { caller, who: roles, needs };
  const { usedKey, refusal, userId } = await c.env.runQuery(internal.rest.run.admission, admission);
  await noteUse(c, usedKey);
  if (refusal !== null) fail(refusal);
  c.set("userId", userId ?? undefined);
}

/** Refuses a request without any credentials where the operation needs a caller: it costs no transaction, and no body is read. */
function requireCredentials(c: RestContext, { who }: Operation): void {
  const { bearerHash, cookieHash, isOwnScreen } = c.get("caller");
  const hasNone = bearerHash === undefined && cookieHash === undefined && !isOwnScreen;
  if (who !== "anyone" && hasNone) fail("UNAUTHENTICATED");
}

/** Sets `X-Limit`, and `Link` to the next page if there is one. */
function linkNext(c: RestContext, next: string | null): void {
  const url = new URL(c.req.url);
  c.header("X-Limit", url.searchParams.get("limit") ?? String(PAGE_ROWS_MAX));
  if (next === null) return;
  url.searchParams.set("cursor", next);
  c.header("Link", `<${url.pathname}${url.search}>; rel="next"`);
}

function argsOf(c: RestContext, { call }: Operation, read: Read) {
  const { caller } = c.var;
  return { call, caller, ...("input" in read ? { input: JSON.stringify(read.input) } : read) };
}

async function runQuery(c: RestContext, operation: Operation, read: Read) {
  const args = { ...argsOf(c, operation, read), today: todayIst(Date.now()) };
  const answer = await c.env.runQuery(internal.rest.run.query, args);
  await noteUse(c, answer.usedKey);
  const { fewerRows } = answer;
  if (fewerRows === undefined || "misfit" in read) return answer;
  const { input } = read;
  return runQuery(c, operation, { input: { ...input, query: { ...input.query, fewerRows } } });
}

async function runMutation(
  c: RestContext,
  operation: Operation & { readonly kind: "mutation" },
  read: Read,
) {
  const { mutation, essentialMutation } = internal.rest.run;
  const reference = operation.isEssential === true ? essentialMutation : mutation;
  const args = { ...argsOf(c, operation, read), once: c.get("once") };
  let batch;
  do {
    batch = await c.env.runMutation(reference, args);
  } while (batch.isUnfinished);
  return batch;
}

/** Runs the operation; returns the JSON of its body, and for a page where the list goes on. */
async function run(
  c: RestContext,
  operation: Operation,
): Promise<{ readonly body: string; readonly next?: string | null; readonly status?: 200 }> {
  requireCredentials(c, operation);
  if (operation.kind === "action") {
    await admit(c, operation);
    const read = await readInput(c, operation);
    if ("misfit" in read) return failWith(read.misfit);
    return { body: JSON.stringify(await operation.handle(c, read.input as never)) };
  }
  if (operation.kind === "query" && operation.readLimit !== undefined)
    await admitRead(c.env, operation.readLimit);
  if (hasLongBody(c)) await admit(c, operation);
  const read = await readInput(c, operation);
  try {
    return await (operation.kind === "query"
      ? runQuery(c, operation, read)
      : runMutation(c, operation, read));
  } catch (error) {
    // What a mutation noted of the key went with it, and a query that throws says nothing of it.
    const { caller } = c.var;
    if (caller.bearerHash !== undefined)
      await noteUse(c, await c.env.runQuery(internal.rest.run.keyToNote, { caller }));
    throw error;
  }
}

async function answer(c: RestContext, operation: Operation): Promise<Response> {
  const { words, invalid } = operation;
  c.set("words", words ?? {});
  c.set("invalid", errorFor(invalid));
  const { body, next, status = operation.answer.status } = await run(c, operation);
  if (next !== undefined) linkNext(c, next);
  if (operation.kind === "query" && operation.cacheControl !== undefined)
    c.header("Cache-Control", operation.cacheControl);
  return c.body(body, status, { "Content-Type": "application/json" });
}

/** Returns a sort key that puts fixed paths before those with a parameter in the same place. */
function routeOrder(operation: Operation): string {
  const parts = addressOf(operation).path.split("/");
  return parts.map((part) => Number(part.startsWith("{"))).join("");
}

/** The specification's calls have paths in the place of an order's id: another method is not known there. */
const IN_PLACE_OF_ORDER = /^\/api\/orders\/[\w-]+$/;

function addRoute(app: RestApp, operation: Operation): void {
  const { method, path } = addressOf(operation);
  app.on(method, path.replaceAll(/\{(\w+)\}/g, ":$1"), (c) => answer(c, operation));
}

/** Adds a route for each operation. */
export function serve(app: RestApp, operations: readonly Operation[]): void {
  const sorted = [...operations].sort((a, b) => routeOrder(a).localeCompare(routeOrder(b)));
  const fixed = sorted.filter(({ call }) => !call.includes("{"));
  for (const operation of fixed) addRoute(app, operation);
  for (const path of new Set(fixed.map((operation) => addressOf(operation).path)))
    if (IN_PLACE_OF_ORDER.test(path)) app.all(path, (c) => c.notFound());
  for (const operation of sorted.slice(fixed.length)) addRoute(app, operation);
}
