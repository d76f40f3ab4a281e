/** The network calls: asking for connections, answering, ending them, and who is connected with whom. */
import { createRoute, z } from "@hono/zod-openapi";
import { CONNECTION_STATUSES } from "../../domain/connectionLifecycle";
import { internal } from "../_generated/api";
import { toConnectionPayload } from "../webhooks/payload";
import type { ConnectionView } from "../network/view";
import {
  ok,
  idempotency,
  json,
  linkNext,
  pageAnswer,
  created,
  pageOf,
  pageQuery,
  refusals,
  policy,
} from "./call";
import { Message, ownEmail } from "./entities";
import type { RestApp } from "./env";

const calls = internal.rest.calls.network;

export const Connection = z
  .object({
    _id: z.string(),
    userName: z.string().openapi({ description: "The retailer." }),
    userEmail: z.string(),
    distributorName: z.string(),
    distributorEmail: z.string(),
    status: z.enum(CONNECTION_STATUSES),
    createdAt: z.string().openapi({ description: "When the retailer last asked." }),
    retail_img: z.string().nullable(),
    dist_img: z.string().nullable(),
  })
  .openapi("Connection");

/** The same payload as in webhooks. */
const toConnection: (row: ConnectionView) => z.infer<typeof Connection> = toConnectionPayload;

const add = createRoute({
  method: "post",
  path: "/api/network/add",
  tags: ["network"],
  summary: "Ask a distributor for a connection",
  description:
    "After a rejection it may be asked for again. While a request is pending or accepted, nothing changes and the answer is 409.",
  ...policy({
    who: ["retailer"],
    body: "json",
    once: true,
    words: {
      BAD_REQUEST: "An error occurred while adding to the network.",
      NOT_FOUND: "An error occurred while adding to the network.",
    },
  }),
  request: {
    headers: idempotency,
    body: json(
      z.object({ distributorEmail: z.string().default(""), userEmail: ownEmail.nullable() }),
    ),
  },
  responses: {
    201: created(Connection.extend({ message: z.string() })),
    ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429),
  },
});

function addAsking(app: RestApp): void {
  app.openapi(add, async (c) => {
    const { distributorEmail, userEmail } = c.req.valid("json");
    const { connection, message } = await c.env.runMutation(calls.add, {
      caller: c.get("caller"),
      once: c.get("once"),
      distributorEmail,
      userEmail: userEmail ?? undefined,
    });
    return c.json({ ...toConnection(connection), message }, 201);
  });
}

const query = z.object({ ...pageQuery, email: ownEmail });

const lists = {
  pending: createRoute({
    method: "get",
    path: "/api/network/pending",
    tags: ["network"],
    summary: "Requests that wait for the distributor's answer, the latest first",
    ...policy({ who: ["distributor"] }),
    request: { query },
    responses: { 200: pageAnswer(Connection), ...refusals(400, 401, 403) },
  }),
  ofDistributor: createRoute({
    method: "get",
    path: "/api/network/accepted",
    tags: ["network"],
    summary: "A distributor's accepted connections, the latest first",
    ...policy({ who: ["distributor"] }),
    request: { query },
    responses: { 200: pageAnswer(Connection), ...refusals(400, 401, 403) },
  }),
  ofRetailer: createRoute({
    method: "get",
    path: "/api/network/all/accepted/retailer",
    tags: ["network"],
    summary: "A retailer's accepted connections, the latest first",
    ...policy({ who: ["retailer"] }),
    request: { query },
    responses: { 200: pageAnswer(Connection), ...refusals(400, 401, 403) },
  }),
  ofEither: createRoute({
    method: "get",
    path: "/api/network/accepted/{email}",
    tags: ["network"],
    summary: "Whom the caller may talk with: the accepted connections of either side",
    ...policy({ who: ["retailer", "distributor"] }),
    request: {
      params: z.object({ email: z.string().openapi({ description: "The caller's own." }) }),
      query: z.object(pageQuery),
    },
    responses: { 200: pageAnswer(Connection), ...refusals(400, 401, 403) },
  }),
};

function addLists(app: RestApp): void {
  app.openapi(lists.pending, async (c) => {
    const { email, ...page } = c.req.valid("query");
    const asked = { caller: c.get("caller"), email, paginationOpts: pageOf(page) };
    const result = await c.env.runQuery(calls.pending, asked);
    linkNext(c, result);
    return c.json(result.page.map(toConnection), 200);
  });
  for (const route of [lists.ofDistributor, lists.ofRetailer]) {
    app.openapi(route, async (c) => {
      const { email, ...page } = c.req.valid("query");
      const asked = { caller: c.get("caller"), email, paginationOpts: pageOf(page) };
      const result = await c.env.runQuery(calls.accepted, asked);
      linkNext(c, result);
      return c.json(result.page.map(toConnection), 200);
    });
  }
  app.openapi(lists.ofEither, async (c) => {
    const { email } = c.req.valid("param");
    const asked = { caller: c.get("caller"), email, paginationOpts: pageOf(c.req.valid("query")) };
    const result = await c.env.runQuery(calls.accepted, asked);
    linkNext(c, result);
    return c.json(result.page.map(toConnection), 200);
  });
}

const id = z.object({ id: z.string() });

const changes = {
  answer: createRoute({
    method: "put",
    path: "/api/network/status/{id}",
    tags: ["network"],
    summary: "Accept or reject a request",
    description: "The same answer twice is one; another answer afterwards is 409.",
    ...policy({ who: ["distributor"], body: "json", invalid: "BAD_STATUS" }),
    request: {
      params: id,
      body: json(z.object({ status: z.enum(["accepted", "rejected"]) })),
    },
    responses: { 200: ok(Message), ...refusals(400, 401, 403, 404, 409, 413, 415) },
  }),
  remove: createRoute({
    method: "put",
    path: "/api/network/reject/status/{id}",
    tags: ["network"],
    summary: "End a connection, or decline a request",
    description: "The two can't write to each other any more; what was said stays readable.",
    ...policy({ who: ["distributor"], body: "json", invalid: "BAD_STATUS" }),
    request: { params: id, body: json(z.object({ status: z.literal("rejected") })) },
    responses: { 200: ok(Message), ...refusals(400, 401, 403, 404, 413, 415) },
  }),
};

function addChanges(app: RestApp): void {
  app.openapi(changes.answer, async (c) => {
    const { status } = c.req.valid("json");
    const asked = { caller: c.get("caller"), connectionId: c.req.valid("param").id, status };
    await c.env.runMutation(calls.answer, asked);
    return c.json({ message: `Request ${status} successfully.` }, 200);
  });
  app.openapi(changes.remove, async (c) => {
    const asked = { caller: c.get("caller"), connectionId: c.req.valid("param").id };
    await c.env.runMutation(calls.remove, asked);
    return c.json({ message: "Request rejected successfully." }, 200);
  });
}

export function addNetwork(app: RestApp): void {
  addAsking(app);
  addLists(app);
  addChanges(app);
}
