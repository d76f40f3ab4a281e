/** Making, answering and ending connections. Which change is legal stands in `domain/connectionLifecycle.ts`. */
import {
  CONNECTION_MOVES,
  judgeConnectionMove,
  type ConnectionMove,
  type ConnectionStatus,
} from "../../domain/connectionLifecycle";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { bump } from "../admin/counters";
import { tellOfRequest } from "../developers/tell";
import { fail } from "../errors";
import { getConnection, requireDistributor, requireOwnConnection } from "./find";

/** The distributor's badge: requests that wait for an answer. */
async function countPending(
  ctx: MutationCtx,
  before: ConnectionStatus | null,
  after: ConnectionStatus,
  actorId: Id<"users">,
  distributorId: Id<"users">,
): Promise<void> {
  const by = Number(after === "pending") - Number(before === "pending");
  if (by !== 0) await bump(ctx, "requests.pending", by, actorId, distributorId);
}

/** Makes the move unless it was made before; ALREADY_ANSWERED {status} if the table does not allow it. */
async function move(
  ctx: MutationCtx,
  connection: Doc<"connections">,
  wanted: ConnectionMove,
  actorId: Id<"users">,
  now: number,
): Promise<ConnectionStatus> {
  const verdict = judgeConnectionMove(connection.status, wanted);
  if (verdict === "refused") fail("ALREADY_ANSWERED", { status: connection.status });
  if (verdict === "repeat") return connection.status;
  const status = CONNECTION_MOVES[wanted].to;
  const stamp = wanted === "request" ? { requestedAt: now } : { answeredAt: now };
  await ctx.db.patch("connections", connection._id, { status, ...stamp });
  await countPending(ctx, connection.status, status, actorId, connection.distributorId);
  return status;
}

/**
 * A retailer asks a distributor. There is one row per pair: asking again while the answer is open or positive changes nothing,
 * asking after a refusal opens the same row again.
 */
export async function connect(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  distributor: Doc<"users">,
  now: number,
): Promise<{ connection: Doc<"connections">; isNew: boolean }> {
  const before = await getConnection(ctx, retailer._id, distributor._id);
  if (before === null) {
    await ctx.db.insert("connections", {
      retailerId: retailer._id,
      distributorId: distributor._id,
      status: "pending",
      requestedAt: now,
    });
    await countPending(ctx, null, "pending", retailer._id, distributor._id);
  } else {
    await move(ctx, before, "request", retailer._id, now);
  }
  const connection = (await getConnection(ctx, retailer._id, distributor._id)) ?? fail("NOT_FOUND");
  const isNew = connection.status !== before?.status;
  if (isNew) await tellOfRequest(ctx, connection, { retailer, distributor }, now);
  return { connection, isNew };
}

/** What the retailer reads. */
export function addedMessage(distributor: Doc<"users">): string {
  return `${distributor.name} added to your network!`;
}

/** The same by id, for whoever need not know whether it was new. */
export async function request(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  distributorId: string,
  now: number,
): Promise<{ status: "pending" | "accepted"; message: string }> {
  const distributor = await requireDistributor(ctx, distributorId);
  const { connection } = await connect(ctx, retailer, distributor, now);
  const status = connection.status === "accepted" ? "accepted" : "pending";
  return { status, message: addedMessage(distributor) };
}

const ANSWER_MOVES = { accepted: "accept", rejected: "reject" } as const;

/** The distributor's answer to a request. The same answer twice is one; another one afterwards is ALREADY_ANSWERED. */
export async function answer(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  { connectionId, status }: { connectionId: string; status: "accepted" | "rejected" },
  now: number,
): Promise<string> {
  const connection = await requireOwnConnection(ctx, distributor, connectionId);
  await move(ctx, connection, ANSWER_MOVES[status], distributor._id, now);
  return `Request ${status} successfully.`;
}

/** The distributor ends a connection (or declines a request). What was said and ordered stays. */
export async function remove(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  connectionId: string,
  now: number,
): Promise<string> {
  const connection = await requireOwnConnection(ctx, distributor, connectionId);
  await move(ctx, connection, "remove", distributor._id, now);
  return "Removed from your network.";
}
