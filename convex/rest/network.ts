/** The network calls: asking for connections, answering, ending them, and who is connected with whom. */
import { z } from "@hono/zod-openapi";
import type { PaginationOptions } from "convex/server";
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
import { ASHA, MEENA, first } from "./exampleParts";
import { type Operation, type ReadCtx, created, list, mutation, ok } from "./operation";
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

type Listed = "pending" | "accepted";

/** Returns a page of the caller's connections. Errors: FORBIDDEN for another's e-mail. */
function listOwn(ctx: ReadCtx, status: Listed, page: PaginationOptions, email?: string) {
  requireOwnEmail(ctx.user, email);
  return listConnections(ctx, ctx.user, status, page, toConnectionView);
}

/** Defines a list for the connections of one side. */
function ownList(path: `/${string}`, status: Listed, role: TradeRole, summary: string): Operation {
  const email = role === "retailer" ? MEENA : ASHA;
  return list({
    call: `GET ${path}`,
    summary,
    who: [role],
    query: { email: ownEmail },
    row: Connection,
    example: { path: `${path}?email=${email}` },
    rows: (ctx, page, input) => listOwn(ctx, status, page, input.query.email),
    toRow: toConnectionPayload,
  });
}

export const NETWORK_OPERATIONS: readonly Operation[] = [
  mutation({
    call: "POST /api/network/add",
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
  list({
    call: "GET /api/network/accepted/{email}",
    summary: "Whom the caller may talk with: the accepted connections of either side",
    who: TRADE_ROLES,
    params: { email: z.string().openapi({ description: "The caller's own." }) },
    row: Connection,
    example: { path: `/api/network/accepted/${MEENA}` },
    rows: (ctx, page, { params: { email } }) => listOwn(ctx, "accepted", page, email),
    toRow: toConnectionPayload,
  }),
  mutation({
    call: "PUT /api/network/status/{id}",
    summary: "Accept or reject a request",
    description: "The same answer twice is one; another answer afterwards is 409.",
    who: ["distributor"],
    body: z.object({ status: z.enum(["accepted", "rejected"]) }),
    invalid: "BAD_STATUS",
    answer: ok(Message),
    errors: ["BAD_STATUS", ...MOVE_ERRORS],
    example: {
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
    summary: "End a connection, or decline a request",
    description: "The two can't write to each other any more; what was said stays readable.",
    who: ["distributor"],
    body: z.object({ status: z.literal("rejected") }),
    invalid: "BAD_STATUS",
    answer: ok(Message),
    errors: ["BAD_STATUS", "NOT_FOUND"],
    example: {
      json: { status: "rejected" },
      needs: { CONNECTION: first("/api/network/accepted") },
    },
    run: async (ctx, { params: { id } }) => {
      await disconnect(ctx, ctx.user, id, Date.now());
      return { message: "Request rejected successfully." };
    },
  }),
];
