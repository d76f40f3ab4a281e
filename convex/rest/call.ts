/**
 * Building blocks of a REST route: the access policy and checks that run before its handler, and the repeated parts of its OpenAPI
 * description. A handler answers what its route declares, and throws refusals as codes of `domain/errors.ts`.
 */
import { z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import type { ErrorData, FieldCode } from "../../domain/errors";
import { PAGE_ROWS_MAX } from "../../domain/limits";
import type { Role } from "../../domain/roles";
import { internal } from "../_generated/api";
import { fail } from "../errors";
import type { RestContext, RestEnv, Words } from "./env";
import { noteKey, requireJsonObject, requireMultipart } from "./body";

type Policy = {
  readonly who: readonly Role[] | "anyone";
  /** Scope that an API key must have; by default "read" for GET and "write" for everything else. */
  readonly needs?: "read" | "write";
  /** Kind of body that the call takes, if any. */
  readonly body?: "json" | "form";
  /** Honours `Idempotency-Key`. A call with files notes the key itself, once it has read them. */
  readonly once?: boolean;
  /** Texts of this call for some error codes. */
  readonly words?: Words;
  /** Error for a field that does not fit; BAD_REQUEST by default. */
  readonly invalid?: FieldCode | ((field: string) => ErrorData);
};

/** Body of every error answer. */
export const Refusal = z
  .object({
    code: z.string().openapi({ example: "UNAUTHENTICATED" }),
    error: z.string().openapi({ example: "Please log in to continue." }),
    message: z.string().openapi({ description: "The same text as `error`." }),
    requestId: z.string(),
  })
  .openapi("Refusal");

/** Query parameters of a paginated list. */
export const pageQuery = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(PAGE_ROWS_MAX)
    .optional()
    .openapi({
      description: `Rows of one answer; without it ${PAGE_ROWS_MAX}. A page of long rows, such as invoices with their lines, ends earlier.`,
      example: 50,
    }),
  cursor: z
    .string()
    .max(4_096)
    .optional()
    .openapi({ description: 'From the `Link` header of the answer before: `rel="next"`.' }),
};

/** A reading call needs less than a changing one. */
function scopeOf(c: RestContext): "read" | "write" {
  return c.req.method === "GET" || c.req.method === "HEAD" ? "read" : "write";
}

/** Notes the use of an API key, then refuses callers whom the policy does not admit. Calls for anyone look up a caller only when a bearer token came. */
async function admit(c: RestContext, { who, needs = scopeOf(c) }: Policy): Promise<void> {
  const caller = c.get("caller");
  if (who === "anyone" && caller.bearerHash === undefined) return;
  const asked = { caller, who: who === "anyone" ? who : [...who], needs };
  const { usedKey, refusal, userId } = await c.env.runQuery(internal.rest.run.admission, asked);
  if (usedKey !== null)
    await c.env.runMutation(internal.developers.internal.noteKeyUse, { keyId: usedKey });
  if (refusal !== null) fail(refusal);
  c.set("userId", userId ?? undefined);
}

function codeFor(code: FieldCode = "BAD_REQUEST") {
  return (field: string): ErrorData => (field === "" ? { code } : { code, field });
}

/** Checks in the order in which they refuse: authentication, role, then the shape of the request. */
function admission(policy: Policy): MiddlewareHandler<RestEnv> {
  const { body, once, words, invalid } = policy;
  return async (c, next) => {
    c.set("words", words ?? {});
    c.set("invalid", typeof invalid === "function" ? invalid : codeFor(invalid));
    await admit(c, policy);
    if (body === "form") await requireMultipart(c);
    const sent = body === "json" ? await requireJsonObject(c) : null;
    if (once === true && body !== "form") await noteKey(c, sent);
    await next();
  };
}

/** Access policy of a route: spread into `createRoute`. */
export function policy(of: Policy): {
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

/** A successful answer: `200: ok(Schema)`. */
export function ok<Schema extends z.ZodType>(schema: Schema, description = "Done.") {
  return { description, content: { "application/json": { schema } } };
}

/** Answer of a call that created something: `201: created(Schema)`. */
export function created<Schema extends z.ZodType>(schema: Schema) {
  return ok(schema, "Made.");
}

/** A page of a list; its `Link` header leads to the next one. */
export function pageAnswer<Schema extends z.ZodType>(schema: Schema) {
  return {
    ...ok(z.array(schema), "A list; empty when there is nothing."),
    headers: z.object({
      Link: z.string().optional().openapi({ description: '`<…>; rel="next"` while more follows.' }),
      "X-Limit": z.string().openapi({
        description: "The most rows that this answer may hold. An order of more lines is whole.",
      }),
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

/** Error answers of a call: spread into `responses`. */
export function refusals(...statuses: readonly (keyof typeof REFUSALS)[]) {
  const content = { "application/json": { schema: Refusal } };
  return Object.fromEntries(
    statuses.map((status) => [status, { description: REFUSALS[status], content }]),
  );
}

/** Header of calls that create something. */
export const idempotency = z.object({
  "Idempotency-Key": z.string().optional().openapi({
    description:
      "1 to 128 visible ASCII characters. The same key with the same body is given the same answer for a day.",
  }),
});

/** Pagination options of the database query for a REST page. */
export function pageOf({
  limit,
  cursor,
}: {
  limit?: number | undefined;
  cursor?: string | undefined;
}) {
  return { numItems: limit ?? PAGE_ROWS_MAX, cursor: cursor ?? null };
}

/** Sets `X-Limit`, and `Link` to the next page if there is one. */
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

/** Path of the first field that failed validation: `price`, or `user.email`. */
export function firstField(issues: readonly { readonly path: readonly PropertyKey[] }[]): string {
  return issues[0]?.path.map(String).join(".") ?? "";
}

export { noteKey };
