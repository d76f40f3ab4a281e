/** The network calls: asking for connections, answering, ending them, and who is connected with whom. */
import { z } from "@hono/zod-openapi";
import { CONNECTION_STATUSES } from "../../domain/connectionLifecycle";
import { TRADE_ROLES, type TradeRole } from "../../domain/roles";
import { spend } from "../auth/limits";
import { fail } from "../errors";
import { CONNECT_ERRORS, MOVE_ERRORS, answer, connect, disconnect } from "../network/change";
import { listConnections } from "../network/list";
import { toConnectionView } from "../network/view";
import { requireDistributorByEmail } from "../users/find";
import { toConnectionPayload } from "../webhooks/payload";
import { Message, ownEmail } from "./entities";
import { ASHA, MEENA, asDistributor, asRetailer, first } from "./exampleParts";
import {
  type Operation,
  type Page,
  type ReadCtx,
  created,
  mutation,
  ok,
  pageAnswer,
  pageOf,
  pageQuery,
  query,
  toPage,
} from "./operation";
import { requireOwnEmail } from "./own";

/** The same object as in webhooks. */
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

type ListQuery = Parameters<typeof pageOf>[0] & { readonly email?: string | undefined };

/** Returns a page of the caller's connections. Errors: FORBIDDEN for another's e-mail. */
async function listOwn(
  ctx: ReadCtx,
  status: "pending" | "accepted",
  { email, ...page }: ListQuery,
): Promise<Page<z.infer<typeof Connection>[]>> {
  requireOwnEmail(ctx.user, email);
  const result = await listConnections(ctx, ctx.user, status, pageOf(page), toConnectionView);
  return toPage(result, toConnectionPayload);
}

/** Defines a list for the connections of one side. */
function ownList(
  path: `/${string}`,
  status: "pending" | "accepted",
  role: TradeRole,
  summary: string,
): Operation {
  const email = role === "retailer" ? MEENA : ASHA;
  return query({
    call: `GET ${path}`,
    tag: "network",
    summary,
    who: [role],
    query: { ...pageQuery, email: ownEmail },
    answer: pageAnswer(Connection),
    example: { as: role, path: `${path}?email=${email}` },
    run: (ctx, input) => listOwn(ctx, status, input.query),
  });
}

const params = { id: z.string() };

export const NETWORK_OPERATIONS: readonly Operation[] = [
  mutation({
    call: "POST /api/network/add",
    tag: "network",
    summary: "Ask a distributor for a connection",
    description:
      "After a rejection it may be asked for again. While a request is pending or accepted, nothing changes and the answer is 409.",
    who: ["retailer"],
    once: true,
    body: z.object({ distributorEmail: z.string().default(""), userEmail: ownEmail.nullable() }),
    words: {
      BAD_REQUEST: "An error occurred while adding to the network.",
      NOT_FOUND: "An error occurred while adding to the network.",
    },
    answer: created(Connection.extend({ message: z.string() })),
    errors: ["NOT_FOUND", "ALREADY_CONNECTED", ...CONNECT_ERRORS],
    example: {
      ...asRetailer,
      json: { distributorEmail: "$DISTRIBUTOR", userEmail: MEENA },
      needs: {
        DISTRIBUTOR: { words: "the email of a distributor whom one is not connected with" },
      },
    },
    run: async (ctx, { body: { distributorEmail, userEmail } }) => {
      requireOwnEmail(ctx.user, userEmail ?? undefined);
      await spend(ctx, "connectionsAsked", ctx.user._id);
      const distributor = await requireDistributorByEmail(ctx, distributorEmail);
      const { connection, isNew } = await connect(ctx, ctx.user, distributor, Date.now());
      if (!isNew) fail("ALREADY_CONNECTED", { status: connection.status });
      const view = await toConnectionView(ctx, connection, { retailer: ctx.user, distributor });
      const message = `${distributor.name} added to your network!`;
      return { ...toConnectionPayload(view), message };
    },
  }),
  ownList(
    "/api/network/pending",
    "pending",
    "distributor",
    "Requests that wait for the distributor's answer, the latest first",
  ),
  ownList(
    "/api/network/accepted",
    "accepted",
    "distributor",
    "A distributor's accepted connections, the latest first",
  ),
  ownList(
    "/api/network/all/accepted/retailer",
    "accepted",
    "retailer",
    "A retailer's accepted connections, the latest first",
  ),
  query({
    call: "GET /api/network/accepted/{email}",
    tag: "network",
    summary: "Whom the caller may talk with: the accepted connections of either side",
    who: TRADE_ROLES,
    params: { email: z.string().openapi({ description: "The caller's own." }) },
    query: pageQuery,
    answer: pageAnswer(Connection),
    example: { ...asRetailer, path: `/api/network/accepted/${MEENA}` },
    run: (ctx, input) => listOwn(ctx, "accepted", { ...input.query, ...input.params }),
  }),
  mutation({
    call: "PUT /api/network/status/{id}",
    tag: "network",
    summary: "Accept or reject a request",
    description: "The same answer twice is one; another answer afterwards is 409.",
    who: ["distributor"],
    params,
    body: z.object({ status: z.enum(["accepted", "rejected"]) }),
    invalid: "BAD_STATUS",
    answer: ok(Message),
    errors: ["BAD_STATUS", ...MOVE_ERRORS],
    example: {
      ...asDistributor,
      path: "/api/network/status/$REQUEST",
      json: { status: "accepted" },
      needs: { REQUEST: first("/api/network/pending") },
    },
    run: async (ctx, { params: { id: connectionId }, body: { status } }) => {
      await answer(ctx, ctx.user, { connectionId, status }, Date.now());
      return { message: `Request ${status} successfully.` };
    },
  }),
  mutation({
    call: "PUT /api/network/reject/status/{id}",
    tag: "network",
    summary: "End a connection, or decline a request",
    description: "The two can't write to each other any more; what was said stays readable.",
    who: ["distributor"],
    params,
    body: z.object({ status: z.literal("rejected") }),
    invalid: "BAD_STATUS",
    answer: ok(Message),
    errors: ["BAD_STATUS", "NOT_FOUND"],
    example: {
      ...asDistributor,
      path: "/api/network/reject/status/$CONNECTION",
      json: { status: "rejected" },
      needs: { CONNECTION: first("/api/network/accepted") },
    },
    run: async (ctx, { params: { id } }) => {
      await disconnect(ctx, ctx.user, id, Date.now());
      return { message: "Request rejected successfully." };
    },
  }),
];
