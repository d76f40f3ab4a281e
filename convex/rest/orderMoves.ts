/** The calls that move an order or a line of it on, take it off a list, or change its message. */
import { z } from "@hono/zod-openapi";
import { MESSAGE_MAX, ORDER_LINES_MAX, ORDER_QUANTITY_MAX, REASON_MAX } from "../../domain/limits";
import { lineIdOf } from "../../domain/orderLines";
import type { Doc, Id } from "../_generated/dataModel";
import { fail } from "../errors";
import { hide, REWORD_ERRORS, updateMessage } from "../orders/amend";
import { answer } from "../orders/answer";
import * as moves from "../orders/moves";
import {
  acceptance,
  acceptanceRefused,
  invalidDelivery,
  MISSING_TEXT,
  toAcceptance,
} from "./delivery";
import { ignored, Message } from "./entities";
import { orderLine, orderOfOneLine, wholeOrder } from "./exampleParts";
import { mutation, ok, type Operation, type WriteCtx } from "./operation";
import {
  currentLine,
  currentOrder,
  requireLine,
  requireOnlyLine,
  requireOrder,
  requireRefusable,
} from "./orderLines";
import { Order, toWholeOrder, WholeOrder } from "./orders";

const byRetailer = { who: ["retailer"], isEssential: true } as const;
const byDistributor = { who: ["distributor"], isEssential: true } as const;

const MOVE_ERRORS = ["NOT_FOUND", "WHOLE_ORDER", "ILLEGAL_MOVE"] as const;
const REFUSING_ERRORS = [...MOVE_ERRORS, "NO_REASON"] as const;

const wholeParams = {
  id: z
    .string()
    .openapi({ description: "The order's. An order of one line has that of its line." }),
};

const DELIVERY_DAY = { DAY: { words: "a day from today on, such as 2026-12-31" } };

/** Rejects or cancels an order, or a line of it, by the caller. */
function refuse(
  ctx: WriteCtx,
  move: "reject" | "cancel",
  orderId: string,
  reason: string | null = "",
): Promise<void> {
  return moves[move](ctx, ctx.user, { orderIds: [orderId], reason: reason ?? "" }, Date.now());
}

async function refuseLine(
  ctx: WriteCtx,
  move: "reject" | "cancel",
  id: string,
  reason: string | null | undefined,
) {
  const line = await requireRefusable(ctx, id, move);
  await refuse(ctx, move, id, reason);
  return currentLine(ctx, line);
}

/** Moves the order that the id names as a whole, and returns it as it is then. */
async function movedOrder(
  ctx: WriteCtx,
  id: string,
  call: string,
  move: (order: Id<"orders">) => Promise<unknown>,
) {
  const { _id } = await requireOrder(ctx, id, call);
  await move(_id);
  return { order: toWholeOrder(await currentOrder(ctx, _id)) };
}

const movedAnswer = ok(z.object({ order: WholeOrder }));

function complete(ctx: WriteCtx, id: string): Promise<void> {
  return moves.complete(ctx, ctx.user, { orderIds: [id] }, Date.now());
}

/** Rewords the message that all lines of an order have. */
async function reword(ctx: WriteCtx, orderId: string, msg: string) {
  const named = await requireLine(ctx, orderId, "PATCH /api/orders/retail/msg/{id}-1");
  await updateMessage(ctx, ctx.user, { orderId, msg }, Date.now());
  return currentLine(ctx, named);
}

const rewording = {
  who: ["retailer"],
  invalid: "NO_MESSAGE",
  words: { ILLEGAL_MOVE: "Failed to update the message." },
  answer: ok(Order),
  errors: ["WHOLE_ORDER", ...REWORD_ERRORS],
} as const;

const newWords = z.string().openapi({ minLength: 1, maxLength: MESSAGE_MAX });

const removal = { answer: ok(Message), errors: MOVE_ERRORS } as const;

/** Takes the order off the caller's lists. */
async function remove(ctx: WriteCtx, { _id }: Doc<"orders">) {
  await hide(ctx, ctx.user, [_id]);
  return { message: "Order removed successfully." };
}

/** Takes an order of one line off the caller's lists. */
async function removeOnlyLine(ctx: WriteCtx, id: string) {
  return remove(ctx, (await requireOnlyLine(ctx, id, "DELETE /api/orders/{id}")).order);
}

const Acceptance = z
  .object({
    ...acceptance,
    lines: z
      .array(
        z.object({
          lineId: z.string().openapi({ description: "The `_id` of the line." }),
          quantity: z.number().openapi({
            description: "Pieces to be sent, 0 to those that were asked for.",
            minimum: 0,
            maximum: ORDER_QUANTITY_MAX,
          }),
        }),
      )
      .nullish()
      .openapi({
        description:
          "Lines of which fewer pieces than asked are sent. The others are sent in full.",
        maxItems: ORDER_LINES_MAX,
      }),
  })
  .openapi("Acceptance");

type SentLines = NonNullable<z.infer<typeof Acceptance>["lines"]>;

/** Returns the lines by their places. Errors: NOT_FOUND for one that is not the order's. */
function withPlaces(order: Doc<"orders">, sent: SentLines) {
  const places = new Map(order.lines.map((_, at) => [lineIdOf(order, at), at]));
  return sent.map(({ lineId, quantity }) => ({
    line: places.get(lineId) ?? fail("NOT_FOUND"),
    quantity,
  }));
}

const reason = z.string().nullish().openapi({ maxLength: REASON_MAX });

/** The call by which a party refuses an order with all its lines. */
function wholeRefusal(
  move: "reject" | "cancel",
  texts: Pick<Operation, "summary" | "description" | "example">,
): Operation {
  const call = `POST /api/orders/{id}/${move}` as const;
  return mutation({
    ...(move === "reject" ? byDistributor : byRetailer),
    ...texts,
    call,
    params: wholeParams,
    body: z.object({ orderCancelReason: reason }),
    invalid: () => ({ code: "NO_REASON" }),
    answer: movedAnswer,
    errors: REFUSING_ERRORS,
    run: (ctx, { params: { id }, body }) =>
      movedOrder(ctx, id, call, (orderId) => refuse(ctx, move, orderId, body.orderCancelReason)),
  });
}

const Answer = z.discriminatedUnion("status", [
  z.object({ status: z.literal("accepted"), ...acceptance }),
  z.object({ status: z.literal("rejected"), orderCancelReason: reason }),
]);

export const ORDER_MOVE_OPERATIONS: readonly Operation[] = [
  mutation({
    ...rewording,
    call: "PATCH /api/orders/retail/msg/{orderId}",
    summary: "Change the message of a pending or accepted order",
    body: z.object({ msg: newWords }),
    example: { json: { msg: "Before noon, please." }, needs: orderLine("pending-by-email") },
    run: (ctx, { params: { orderId }, body }) => reword(ctx, orderId, body.msg),
  }),
  mutation({
    ...rewording,
    call: "PUT /api/orders/update-message/{orderId}",
    summary: "The same under its other name",
    body: z.object({ newMessage: newWords }),
    example: { json: { newMessage: "After two, please." }, needs: orderLine("pending-by-email") },
    run: (ctx, { params: { orderId }, body }) => reword(ctx, orderId, body.newMessage),
  }),
  mutation({
    ...byRetailer,
    call: "PATCH /api/orders/retail/status/{orderId}",
    summary: "Cancel a pending order with a reason; its pieces return to the stock",
    body: z.object({
      status: z.literal("cancelled"),
      msg: z.string().nullish().openapi({
        description: "The reason, with or without 'Cancelled by Retailer. Reason: ' before it.",
        maxLength: REASON_MAX,
      }),
    }),
    invalid: (field) => ({ code: field === "msg" ? "NO_REASON" : "BAD_STATUS" }),
    words: { ILLEGAL_MOVE: "Failed to cancel the order and update product stock." },
    answer: ok(Order),
    errors: [...REFUSING_ERRORS, "BAD_STATUS"],
    example: {
      json: { status: "cancelled", msg: "Ordered twice" },
      needs: orderLine("pending-by-email"),
    },
    run: (ctx, { params, body }) => refuseLine(ctx, "cancel", params.orderId, body.msg),
  }),
  wholeRefusal("cancel", {
    summary: "Cancel a pending order with all its lines, with a reason",
    description:
      "Its pieces return to the stock, and an open offer of fewer ends. The same again changes nothing.",
    example: {
      json: { orderCancelReason: "Ordered twice" },
      needs: wholeOrder("pending-by-email"),
    },
  }),
  mutation({
    ...removal,
    call: "DELETE /api/orders/{id}",
    summary:
      "Take a rejected or cancelled order off the caller's lists, or a retailer's completed one",
    who: ["retailer", "distributor"],
    params: wholeParams,
    example: { needs: wholeOrder("rejected-by-email") },
    run: async (ctx, { params: { id } }) =>
      remove(ctx, await requireOrder(ctx, id, "DELETE /api/orders/{id}")),
  }),
  mutation({
    ...removal,
    call: "DELETE /api/orders/delete-rejected/{orderId}",
    summary: "Take a rejected, cancelled or completed order off the retailer's lists",
    who: ["retailer"],
    words: { ILLEGAL_MOVE: "Failed to remove the order. Please try again." },
    example: { needs: orderOfOneLine("rejected-by-email") },
    run: (ctx, { params: { orderId } }) => removeOnlyLine(ctx, orderId),
  }),
  mutation({
    ...byDistributor,
    ...acceptanceRefused,
    call: "POST /api/orders/{id}/accept",
    summary: "Accept an order with its lines and one invoice, or offer fewer pieces",
    description: `With fewer pieces of a line than asked nothing is accepted yet if the order's \`shortage\` is \`ask\`: the answer has an \`offerId\` in place of an \`invoiceId\`, and the retailer agrees or declines within 48 hours. Lines of 0 pieces are rejected with the others' acceptance; if all are, there is neither id. The same answer again changes nothing and has the same ids. ${MISSING_TEXT}`,
    params: wholeParams,
    body: Acceptance,
    invalid: (field) => invalidDelivery(field) ?? { code: "BAD_REQUEST", field },
    words: { BAD_QUANTITY: "Quantity (must be from 0 to the pieces that were asked for)" },
    answer: ok(
      z.object({
        order: WholeOrder,
        invoiceId: z.string().nullable(),
        offerId: z.string().nullable(),
      }),
    ),
    example: {
      json: { deliveryBefore: "$DAY" },
      needs: { ...wholeOrder("pending"), ...DELIVERY_DAY },
    },
    run: async (ctx, { params: { id }, body: { lines, ...sent } }) => {
      if (lines != null && lines.length > ORDER_LINES_MAX) fail("BAD_LINES");
      const order = await requireOrder(ctx, id, "POST /api/orders/{id}/accept");
      const places = withPlaces(order, lines ?? []);
      const accepted = { ...toAcceptance(sent), orderId: order._id, lines: places };
      const ids = await answer(ctx, ctx.user, accepted, Date.now());
      return { order: toWholeOrder(await currentOrder(ctx, order._id)), ...ids };
    },
  }),
  mutation({
    ...byDistributor,
    call: "POST /api/orders/{id}/complete",
    summary: "Complete an accepted order with all its lines; the moment is the server's",
    params: wholeParams,
    answer: movedAnswer,
    errors: MOVE_ERRORS,
    example: { needs: wholeOrder("accepted") },
    run: (ctx, { params: { id } }) =>
      movedOrder(ctx, id, "POST /api/orders/{id}/complete", (orderId) => complete(ctx, orderId)),
  }),
  wholeRefusal("reject", {
    summary: "Reject an order with all its lines, with a reason",
    description:
      "Its pieces return to the stock, and an open offer of fewer ends. The same answer again changes nothing.",
    example: { json: { orderCancelReason: "Out of season" }, needs: wholeOrder("pending") },
  }),
  mutation({
    ...byDistributor,
    ...acceptanceRefused,
    call: "PATCH /api/orders/status/{id}",
    summary: "Accept an order with a delivery date, or reject it with a reason",
    description: `Accepting issues the invoice in the same step; a rejection returns the pieces to the stock. An order that needs more GST on top of its price than was agreed on stays pending, as an offer. ${MISSING_TEXT}`,
    body: Answer,
    // A status that the call does not know is one mistake; a date or reason of the wrong kind another.
    invalid: (field) =>
      invalidDelivery(field) ?? {
        code: field === "orderCancelReason" ? "NO_REASON" : "BAD_STATUS",
      },
    answer: ok(Order),
    errors: [...acceptanceRefused.errors, "NO_REASON", "BAD_STATUS"],
    example: {
      json: { status: "rejected", orderCancelReason: "Out of season" },
      needs: orderLine("pending"),
    },
    run: async (ctx, { params: { id: orderId }, body }) => {
      if (body.status === "rejected")
        return refuseLine(ctx, "reject", orderId, body.orderCancelReason);
      const line = await requireOnlyLine(ctx, orderId, "POST /api/orders/{id}/accept");
      await answer(ctx, ctx.user, { ...toAcceptance(body), orderId }, Date.now());
      return currentLine(ctx, line);
    },
  }),
  mutation({
    ...byDistributor,
    call: "PUT /api/orders/{id}/status",
    summary: "Complete an accepted order; the moment is the server's",
    body: z.object({ status: z.literal("completed"), completedOn: ignored }),
    invalid: "BAD_STATUS",
    words: { ILLEGAL_MOVE: "Failed to update order status." },
    answer: ok(Order),
    errors: [...MOVE_ERRORS, "BAD_STATUS"],
    example: { json: { status: "completed" }, needs: orderOfOneLine("accepted") },
    run: async (ctx, { params: { id } }) => {
      const line = await requireOnlyLine(ctx, id, "POST /api/orders/{id}/complete");
      await complete(ctx, id);
      return currentLine(ctx, line);
    },
  }),
  mutation({
    ...removal,
    call: "DELETE /api/orders/status/{id}",
    summary: "Take a rejected order off the distributor's lists",
    who: ["distributor"],
    words: { ILLEGAL_MOVE: "Failed to delete order. Please try again later." },
    example: { needs: orderOfOneLine("rejected") },
    run: (ctx, { params: { id } }) => removeOnlyLine(ctx, id),
  }),
];
