/** The description of all calls, made from the table of operations: OpenAPI 3.1, with a command to try each call. */
import { type RouteConfig, z } from "@hono/zod-openapi";
import { ERRORS, type ErrorCode } from "../../domain/errors";
import { ROLES } from "../../domain/roles";
import { Refusal } from "./entities";
import type { RestApp } from "./env";
import { curlOf, sourcesOf } from "./exampleCommands";
import { addressOf, type Operation } from "./operation";
import { OPERATIONS } from "./operations";

const DESCRIPTION = [
  "A live wholesale market. Money is in rupees with at most two decimals; times are ISO 8601 in UTC; days are India's.",
  "Sign in with `POST /api/auth/login` and send its token as `Authorization: Bearer …`, or use a key made on the settings page.",
  "An order may have several lines. Lists have a row for each line, with its own `_id` and the order's `orderId`; calls with `/api/orders/{id}` take the whole order.",
  "Lists answer at most 1,000 rows; while more follow, the `Link` header names the next page.",
  "Addresses of pictures are good for seven days at least: ask again rather than keep them.",
  "Refusals carry `error` and `message` (the same sentence), a stable `code`, and a `requestId`.",
].join("\n\n");

const TAGS = {
  auth: "Signing up and in, and bringing pictures.",
  users: "Who trades here.",
  products: "What is on sale, and its stock.",
  network: "Connections between retailers and distributors.",
  basket: "What a retailer means to order.",
  orders: "From placing to completing.",
  invoices: "What accepted orders come with.",
  "credit notes": "What distributors give back of their invoices.",
  khata: "What retailers owe distributors, on which terms.",
  payments: "What was paid, as its two sides say. Mandi takes no money.",
  chat: "Talk between connected parties.",
  notifications: "What the caller was told.",
  feedback: "Complaints and reviews.",
  news: "What the day brought.",
  admin: "What administrators oversee.",
  system: "About the deployment.",
};

function describeAccess({ openAPIRegistry }: RestApp): void {
  openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description: "The token of a login, or a key made on the settings page.",
  });
  openAPIRegistry.registerComponent("securitySchemes", "cookie", {
    type: "apiKey",
    in: "cookie",
    name: "token",
    description: "Kept by browsers after a login.",
  });
}

const REFUSAL_SENTENCES: Readonly<Partial<Record<number, string>>> = {
  400: "The input does not fit; nothing changed.",
  401: "The caller is not signed in.",
  403: "The call is not for this role, or names another account.",
  404: "There is no such thing, or it belongs to another account.",
  409: "The state of things does not allow it; nothing changed.",
  413: "The body is too large.",
  415: "The content has a type that is not understood.",
  422: "The key was used with another body.",
  429: "There were too many calls; `Retry-After` says when to try again.",
};

/** Returns the codes that come with the kind of a call rather than with its command. */
export function kindErrors({ who, query, body, form, once, answer }: Operation): ErrorCode[] {
  const hasBody = body !== undefined || form !== undefined;
  return [
    ...(who === "anyone" ? [] : (["UNAUTHENTICATED"] as const)),
    ...(who === "anyone" || who.length === ROLES.length ? [] : (["FORBIDDEN"] as const)),
    ...(hasBody || hasFields(query) ? (["BAD_REQUEST"] as const) : []),
    ...(answer.isPage ? (["BAD_CURSOR"] as const) : []),
    ...(body === undefined ? [] : (["BAD_JSON"] as const)),
    ...(form === undefined ? [] : (["IMAGE_TOO_LARGE"] as const)),
    ...(hasBody ? (["TOO_LARGE", "UNSUPPORTED_MEDIA"] as const) : []),
    ...(once === false ? [] : (["BAD_KEY", "KEY_REUSED", "TOO_MANY"] as const)),
  ];
}

function refusalAnswers(operation: Operation): RouteConfig["responses"] {
  const codes = [...kindErrors(operation), ...(operation.errors ?? [])];
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const own = (operation.errors ?? []).filter((code) => ERRORS[code].status === status);
      const sentence = operation.refusals?.[status] ?? REFUSAL_SENTENCES[status] ?? "";
      const named = own.length === 0 ? "" : ` Codes: ${own.join(", ")}.`;
      const schema = operation.refusalSchemas?.[status] ?? Refusal;
      const content = { "application/json": { schema } };
      return [status, { description: `${sentence}${named}`, content }];
    }),
  );
}

const idempotency = z.object({
  "Idempotency-Key": z.string().optional().openapi({
    description:
      "1 to 128 visible ASCII characters. The same key with the same body is given the same answer for a day.",
  }),
});

const pageHeaders = z.object({
  Link: z.string().optional().openapi({ description: '`<…>; rel="next"` while more follows.' }),
  "X-Limit": z.string().openapi({
    description: "The most rows that this answer may hold. An order of more lines is whole.",
  }),
});

function hasFields({ shape }: z.ZodObject): boolean {
  return Object.keys(shape).length > 0;
}

/** An operation as OpenAPI describes it, with a command to try it. */
function routeOf(operation: Operation): RouteConfig {
  const { method, path } = addressOf(operation);
  const { call, who, params, query, body, form, once, answer, example } = operation;
  const { tag = path.split("/")[2] ?? "", summary, description, security } = operation;
  const content =
    body === undefined
      ? form && { "multipart/form-data": { schema: form } }
      : { "application/json": { schema: body } };
  const answerContent = { "application/json": { schema: answer.schema } };
  return {
    method: method.toLowerCase() as RouteConfig["method"],
    path,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    security: [...(security ?? (who === "anyone" ? [] : [{ bearer: [] }, { cookie: [] }]))],
    request: {
      ...(hasFields(params) && { params }),
      ...(hasFields(query) && { query }),
      ...(once !== false && { headers: idempotency }),
      ...(content !== undefined && {
        body: { content, ...(body !== undefined && { required: true }) },
      }),
    },
    responses: {
      ...(answer.existing !== undefined && {
        200: { description: answer.existing, content: answerContent },
      }),
      [answer.status]: {
        description: answer.description,
        content: answerContent,
        ...(answer.isPage && { headers: pageHeaders }),
      },
      ...refusalAnswers(operation),
    },
    "x-codeSamples": [{ lang: "Shell", label: "curl", source: curlOf(call, example) }],
    "x-needs": sourcesOf(example),
  };
}

/** `GET /api/openapi.json`. */
export function serveDocument(app: RestApp): void {
  describeAccess(app);
  for (const operation of OPERATIONS) app.openAPIRegistry.registerPath(routeOf(operation));
  app.get("/api/openapi.json", (c) => {
    const document = app.getOpenAPI31Document({
      openapi: "3.1.0",
      info: { title: "Mandi", version: "1", description: DESCRIPTION },
      servers: [{ url: new URL(c.req.url).origin }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    });
    c.header("Cache-Control", "public, max-age=60");
    return c.json(document);
  });
}
