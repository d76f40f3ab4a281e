/**
 * What happened is written down here in the transaction in which it happens: webhooks are told of it if and only if it did. Where
 * nobody listens this costs a look at each party's webhooks, and nothing else.
 */
import type { ToldEvent, WebhookEvent } from "../../domain/webhooks";
import { PING } from "../../domain/webhooks";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { toConnectionView } from "../network/list";
import { toOrderView } from "../orders/view";
import { toOutsideConnection, toOutsideOrder } from "./outside";
import { webhooksOf } from "./webhooks";

type WebhookIds = readonly Id<"webhooks">[];

async function listeners(
  ctx: MutationCtx,
  userIds: readonly Id<"users">[],
  event: WebhookEvent,
): Promise<WebhookIds> {
  const webhooks = await Promise.all(userIds.map((userId) => webhooksOf(ctx, userId)));
  return webhooks
    .flat()
    .filter(({ events, pausedAt }) => pausedAt === undefined && events.includes(event))
    .map(({ _id }) => _id);
}

async function tell(
  ctx: MutationCtx,
  webhookIds: WebhookIds,
  { type, data, now }: { type: ToldEvent; data: object; now: number },
): Promise<void> {
  const event = { type, at: now, data: JSON.stringify(data) };
  const eventId = await ctx.db.insert("webhookEvents", event);
  await ctx.scheduler.runAfter(0, internal.developers.deliver.begin, {
    eventId,
    webhookIds: [...webhookIds],
  });
}

type Parties = Pick<Doc<"orders">, "retailerId" | "distributorId">;
type OrderEvent = Exclude<WebhookEvent, "connection.requested">;

/** Both parties, of orders between them as these are now. */
export async function tellOfOrders(
  ctx: MutationCtx,
  type: OrderEvent,
  { retailerId, distributorId }: Parties,
  orderIds: readonly Id<"orders">[],
  now: number,
): Promise<void> {
  const webhookIds = await listeners(ctx, [retailerId, distributorId], type);
  if (webhookIds.length === 0) return;
  for (const orderId of orderIds) {
    const order = await ctx.db.get("orders", orderId);
    if (order === null) continue;
    const data = { order: toOutsideOrder(await toOrderView(ctx, order)) };
    await tell(ctx, webhookIds, { type, data, now });
  }
}

/** The distributor, of a retailer who asks. */
export async function tellOfRequest(
  ctx: MutationCtx,
  connection: Doc<"connections">,
  sides: { readonly retailer: Doc<"users">; readonly distributor: Doc<"users"> },
  now: number,
): Promise<void> {
  const type = "connection.requested";
  const webhookIds = await listeners(ctx, [sides.distributor._id], type);
  if (webhookIds.length === 0) return;
  const view = await toConnectionView(ctx, connection, sides);
  await tell(ctx, webhookIds, { type, data: { connection: toOutsideConnection(view) }, now });
}

/** A test: to this webhook alone, paused or not. */
export function tellTest(ctx: MutationCtx, webhook: Doc<"webhooks">, now: number): Promise<void> {
  return tell(ctx, [webhook._id], { type: PING, data: {}, now });
}
