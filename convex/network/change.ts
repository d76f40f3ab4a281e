/** Making, answering and ending connections. Which change is legal stands in `domain/connectionLifecycle.ts`. */
import {
  CONNECTION_MOVES,
  validateConnectionMove,
  type ConnectionMove,
} from "../../domain/connectionLifecycle";
import type { ErrorCode } from "../../domain/errors";
import { REQUEST_PAUSE_MS, REQUEST_REFUSALS_MAX } from "../../domain/limits";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { openConversation } from "./conversation";
import { fail } from "../errors";
import { emit } from "../events";
import { spend } from "../auth/limits";
import { getConnection, requireDistributor, requireOwnConnection, requireUnblocked } from "./find";

/** Refused requests in a row, and withdrawn ones, which disturb as much: an accepted one ends the row. */
function refusalsAfter(
  { status, refusals }: Doc<"connections">,
  action: ConnectionMove,
): number | undefined {
  if (action === "accept") return undefined;
  return status === "pending" ? (refusals ?? 0) + 1 : refusals;
}

/** Errors: REQUESTS_PAUSED {until, retryAfterMs} to a retailer who was refused, or withdrew, several times in a row, for some days. */
function requireNoPause({ status, refusals = 0, answeredAt = 0 }: Doc<"connections">, now: number) {
  const until = answeredAt + REQUEST_PAUSE_MS;
  if (status === "rejected" && refusals >= REQUEST_REFUSALS_MAX && now < until)
    fail("REQUESTS_PAUSED", { until, retryAfterMs: until - now });
}

/** The errors of an answer and of an end: ALREADY_ANSWERED {status} if the table of moves does not allow it. */
export const MOVE_ERRORS = [
  "NOT_FOUND",
  "ALREADY_ANSWERED",
] as const satisfies readonly ErrorCode[];

/** Makes the move unless it was made before. Errors: ALREADY_ANSWERED {status}. */
async function move(
  ctx: MutationCtx,
  connection: Doc<"connections">,
  action: ConnectionMove,
  now: number,
): Promise<void> {
  const result = validateConnectionMove(connection.status, action);
  if (result === "refused") fail("ALREADY_ANSWERED", { status: connection.status });
  if (result === "repeat") return;
  const status = CONNECTION_MOVES[action].to;
  const stamp = action === "request" ? { requestedAt: now } : { answeredAt: now };
  const changes = {
    status,
    ...stamp,
    refusals: refusalsAfter(connection, action),
    ...(action === "accept" && { conversationId: await openConversation(ctx, connection) }),
  };
  await ctx.db.patch("connections", connection._id, changes);
  if (action === "request") return;
  const moved = { ...connection, ...changes };
  const isAnswer = action !== "leave";
  const event = { before: connection, connection: moved, isAnswer, now };
  await emit(ctx, { type: "connectionMoved", ...event });
}

export const CONNECT_ERRORS = [
  "NOT_AVAILABLE",
  "YOU_BLOCKED",
  "REQUESTS_PAUSED",
  "TOO_MANY",
] as const satisfies readonly ErrorCode[];

/**
 * A retailer asks a distributor. There is one row per pair: asking again while the answer is open or positive changes nothing,
 * asking after a refusal opens the same row again. Errors: `CONNECT_ERRORS`.
 */
export async function connect(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  distributor: Doc<"users">,
  now: number,
): Promise<{ connection: Doc<"connections">; isNew: boolean }> {
  const pair = { retailerId: retailer._id, distributorId: distributor._id };
  const before = await requireUnblocked(ctx, pair, "retailer");
  if (before !== null) requireNoPause(before, now);
  if (before === null || before.status === "rejected")
    await spend(ctx, "connectionRequests", retailer._id);
  if (before === null) {
    await ctx.db.insert("connections", {
      ...pair,
      status: "pending",
      requestedAt: now,
    });
  } else {
    await move(ctx, before, "request", now);
  }
  const connection = (await getConnection(ctx, retailer._id, distributor._id)) ?? fail("NOT_FOUND");
  const isNew = connection.status !== before?.status;
  if (isNew)
    await emit(ctx, { type: "connectionRequested", connection, retailer, distributor, now });
  return { connection, isNew };
}

/** `connect` by the distributor's id. Returns the pair's connection, new or not. */
export async function request(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  distributorId: string,
  now: number,
): Promise<Id<"connections">> {
  const distributor = await requireDistributor(ctx, distributorId);
  return (await connect(ctx, retailer, distributor, now)).connection._id;
}

const ANSWER_MOVES = { accepted: "accept", rejected: "reject" } as const;

/** The distributor's answer to a request. The same answer twice is one; another one afterwards is ALREADY_ANSWERED. */
export async function answer(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  { connectionId, status }: { connectionId: string; status: "accepted" | "rejected" },
  now: number,
): Promise<void> {
  const connection = await requireOwnConnection(ctx, distributor, connectionId);
  await move(ctx, connection, ANSWER_MOVES[status], now);
}

/**
 * Ends a connection or a pending request, from either side. Messages and orders stay. Errors: NOT_FOUND, ALREADY_ANSWERED {status}.
 */
export async function disconnect(
  ctx: MutationCtx,
  trader: Doc<"users">,
  connectionId: string,
  now: number,
): Promise<void> {
  const connection = await requireOwnConnection(ctx, trader, connectionId);
  const action = trader.role === "retailer" ? "leave" : "remove";
  await move(ctx, connection, action, now);
}

/** Ends whatever the pair has, because one of the two blocks the other. */
export async function end(
  ctx: MutationCtx,
  connection: Doc<"connections">,
  now: number,
): Promise<void> {
  if (connection.status !== "rejected") await move(ctx, connection, "leave", now);
}
