/**
 * The pieces that every route is made of: who may call and what is looked at before its handler runs, and the parts of its
 * description that are always the same. A handler answers with what its route declares, and throws refusals as codes of
 * `domain/errors.ts`.
 */
import { z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ErrorCode, ErrorData } from "../../domain/errors";
import { PAGE_ROWS_MAX } from "../../domain/limits";
import type { Role } from "../../domain/roles";
import { internal } from "../_generated/api";
import { digest } from "../auth/secrets";
import { fail } from "../errors";
import type { RestContext, RestEnv, Words } from "./env";

/** Bodies that are larger are not read. */
const JSON_BYTES_MAX = 2 ** 20;
const MULTIPART_BYTES_MAX = 6 * 2 ** 20;
const JSON_DEPTH_MAX = 32;
const IDEMPOTENCY_KEY = /^[!-~]{1,128}$/;

type Terms = {
  readonly who: readonly Role[] | "anyone";
  /** What a key must allow; without it, "read" for GET and "write" for everything else. */
  readonly needs?: "read" | "write";
  /** What the call takes besides its address. */
  readonly body?: "json" | "form";
  /** Honours `Idempotency-Key`. A call with files notes the key itself, once it has read them. */
  readonly once?: boolean;
  /** Its own words for some refusals. */
  readonly words?: Words;
  /** What is refused when something that was sent does not fit, by field; BAD_REQUEST unless said otherwise. */
  readonly invalid?: ErrorCode | ((field: string) => ErrorData);
};

/** What every refusal looks like. */
export const Refusal = z
  .object({
    code: z.string().openapi({ example: "UNAUTHENTICATED" }),
    error: z.string().openapi({ example: "Please log in to continue." }),
    message: z.string().openapi({ description: "The same text as `error`." }),
    requestId: z.string(),
  })
  .openapi("Refusal");

/** How much of a list is wanted, and from where on. */
export const pageQuery = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(PAGE_ROWS_MAX)
    .optional()
    .openapi({ description: `Rows of one answer; without it ${PAGE_ROWS_MAX}.`, example: 50 }),
  cursor: z
    .string()
    .max(4_096)
    .optional()
    .openapi({ description: 'From the `Link` header of the answer before: `rel="next"`.' }),
};

function depthOf(value: unknown, limit: number): number {
  if (typeof value !== "object" || value === null) return 0;
  if (limit === 0) return 1;
  let deepest = 0;
  // Half a million values fit into a body: more than a call can have as arguments.
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner, limit - 1));
  return 1 + deepest;
}

/** The same text for the same object, whatever order its fields came in. */
function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(",")}}`;
}

/**
 * Refuses a compressed body, and one that is longer than it may be: by the length that it announces, or as soon as so much of it
 * has come. Errors: UNSUPPORTED_MEDIA, `tooLarge`.
 */
async function requireBodyWithin(
  c: RestContext,
  maxSize: number,
  tooLarge: ErrorCode,
): Promise<void> {
  if (c.req.header("Content-Encoding") !== undefined) fail("UNSUPPORTED_MEDIA");
  const limit = bodyLimit({ maxSize, onError: () => fail(tooLarge) });
  await limit(c as Context<RestEnv, string>, () => Promise.resolve());
}

/** @throws UNSUPPORTED_MEDIA, TOO_LARGE, BAD_JSON. */
async function requireJsonObject(c: RestContext): Promise<object> {
  const type = (c.req.header("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") fail("UNSUPPORTED_MEDIA");
  await requireBodyWithin(c, JSON_BYTES_MAX, "TOO_LARGE");
  const text = await c.req.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return fail("BAD_JSON");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) return fail("BAD_JSON");
  return depthOf(body, JSON_DEPTH_MAX) > JSON_DEPTH_MAX ? fail("BAD_JSON") : body;
}

/** Errors: UNSUPPORTED_MEDIA, IMAGE_TOO_LARGE. */
async function requireMultipart(c: RestContext): Promise<void> {
  if (!(c.req.header("Content-Type") ?? "").startsWith("multipart/form-data"))
    fail("UNSUPPORTED_MEDIA");
  await requireBodyWithin(c, MULTIPART_BYTES_MAX, "IMAGE_TOO_LARGE");
}

/** Notes the key and what came with it, for `once.ts`. Errors: BAD_KEY. */
export async function noteKey(c: RestContext, body: unknown): Promise<void> {
  const key = c.req.header("Idempotency-Key");
  if (key === undefined) return;
  if (!IDEMPOTENCY_KEY.test(key)) fail("BAD_KEY");
  const call = `${c.req.method} ${c.req.path}`;
  c.set("once", { key, call, fingerprint: await digest(canonical(body)) });
}

/** A reading call needs less than a changing one. */
function scopeOf(c: RestContext): "read" | "write" {
  return c.req.method === "GET" || c.req.method === "HEAD" ? "read" : "write";
}

/** Notes the use of a key, then refuses whoever may not make the call. Visitors' calls ask only for what may be a key. */
async function admit(c: RestContext, { who, needs = scopeOf(c) }: Terms): Promise<void> {
  const caller = c.get("caller");
  if (who === "anyone" && caller.bearerHash === undefined) return;
  const asked = { caller, who: who === "anyone" ? who : [...who], needs };
  const { usedKey, refusal } = await c.env.runQuery(internal.rest.caller.admit, asked);
  if (usedKey !== null)
    await c.env.runMutation(internal.developers.steps.noteKeyUse, { keyId: usedKey });
  if (refusal !== null) fail(refusal);
}

function codeFor(code: ErrorCode = "BAD_REQUEST") {
  return (field: string): ErrorData => (field === "" ? { code } : { code, field });
}

/** In the order in which refusals are given: authentication, role, then the shape of what was sent. */
function admission(terms: Terms): MiddlewareHandler<RestEnv> {
  const { body, once, words, invalid } = terms;
  return async (c, next) => {
    c.set("words", words ?? {});
    c.set("invalid", typeof invalid === "function" ? invalid : codeFor(invalid));
    await admit(c, terms);
    if (body === "form") await requireMultipart(c);
    const sent = body === "json" ? await requireJsonObject(c) : null;
    if (once === true && body !== "form") await noteKey(c, sent);
    await next();
  };
}

/** Who may call: spread into `createRoute`. */
export function terms(of: Terms): {
  middleware: MiddlewareHandler<RestEnv>;
  security: Record<string, string[]>[];
} {
  return {
    middleware: admission(of),
    security: of.who === "anyone" ? [] : [{ bearer: [] }, { cookie: [] }],
  };
}

/** A JSON body: `request: { body: json(Schema) }`. */
export function json<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { "application/json": { schema } } };
}

/** An answer: `200: done(Schema)`. */
export function done<Schema extends z.ZodType>(schema: Schema, description = "Done.") {
  return { description, content: { "application/json": { schema } } };
}

/** An answer that made something: `201: made(Schema)`. */
export function made<Schema extends z.ZodType>(schema: Schema) {
  return done(schema, "Made.");
}

/** A page of a list; the place of the next one is in its `Link` header. */
export function listed<Schema extends z.ZodType>(schema: Schema) {
  return {
    ...done(z.array(schema), "A list; empty when there is nothing."),
    headers: z.object({
      Link: z.string().optional().openapi({ description: '`<…>; rel="next"` while more follows.' }),
      "X-Limit": z.string().openapi({ description: "The most rows that this answer may hold." }),
    }),
  };
}

const REFUSALS = {
  400: "What was sent does not fit; nothing changed.",
  401: "Nobody is signed in.",
  403: "Not for this role, or in somebody else's name.",
  404: "There is no such thing, or it is somebody else's.",
  409: "The state of things does not allow it; nothing changed.",
  413: "Too large.",
  415: "Of a kind that is not understood.",
  422: "The key was used with another body.",
  429: "Too often; `Retry-After` says when again.",
} as const;

/** The refusals that a call is known for: spread into `responses`. */
export function refusals(...statuses: readonly (keyof typeof REFUSALS)[]) {
  const content = { "application/json": { schema: Refusal } };
  return Object.fromEntries(
    statuses.map((status) => [status, { description: REFUSALS[status], content }]),
  );
}

/** The header of calls that make something. */
export const idempotency = z.object({
  "Idempotency-Key": z.string().optional().openapi({
    description:
      "1 to 128 visible ASCII characters. The same key with the same body is given the same answer for a day.",
  }),
});

/** What the database is asked for. */
export function pageOf({
  limit,
  cursor,
}: {
  limit?: number | undefined;
  cursor?: string | undefined;
}) {
  return { numItems: limit ?? PAGE_ROWS_MAX, cursor: cursor ?? null };
}

/** Says how to go on: the same address with the next cursor. */
export function linkNext(
  c: RestContext,
  { isDone, continueCursor }: { isDone: boolean; continueCursor: string },
): void {
  const url = new URL(c.req.url);
  c.header("X-Limit", url.searchParams.get("limit") ?? String(PAGE_ROWS_MAX));
  if (isDone) return;
  url.searchParams.set("cursor", continueCursor);
  c.header("Link", `<${url.pathname}${url.search}>; rel="next"`);
}

/** Of a refused body, the field that was wrong: `price`, or `user.email`. */
export function firstField(issues: readonly { readonly path: readonly PropertyKey[] }[]): string {
  return issues[0]?.path.map(String).join(".") ?? "";
}
