/** The calls that list, show and place orders; those that move them on are in `orderMoves.ts`. */
import { z } from "@hono/zod-openapi";
import type { PaginationResult } from "convex/server";
import {
  MESSAGE_MAX,
  ORDER_LINES_MAX,
  ORDER_QUANTITY_MAX,
  PAGE_ROWS_MAX,
} from "../../domain/limits";
import { paiseOfRupees } from "../../domain/money";
import { SHORTAGE_RULES } from "../../domain/orderAnswer";
import { ORDER_LISTS, ORDER_STATUSES, type OrderList } from "../../domain/orderLifecycle";
import { withinLines } from "../../domain/orderLines";
import { ORDER_FIELD_TEXTS } from "../../domain/orderRequest";
import { ROLES } from "../../domain/roles";
import { spend } from "../auth/limits";
import { fail } from "../errors";
import { listIncoming, listOutgoing, readOrder } from "../orders/list";
import { place, PLACE_ERRORS, type PlaceRequest } from "../orders/place";
import { type OrderView, toOrderView } from "../orders/view";
import { DISTRIBUTOR_FIELDS, RETAILER_FIELDS, toOrderPayload } from "../webhooks/payload";
import { fields, ignored, isoTime, ownEmail } from "./entities";
import { ASHA, MEENA, orderLine, product, wholeOrder } from "./exampleParts";
import {
  created,
  FewerRows,
  mutation,
  ok,
  type Operation,
  Page,
  pageAnswer,
  pageOf,
  type PageQuery,
  pageQuery,
  query,
  type WriteCtx,
} from "./operation";
import { currentLine, currentOrder, requireLine } from "./orderLines";
import { requireOwnEmail, requireOwnId } from "./own";
import { addedTaxPercent, sentTaxBp } from "./productTax";
import { t } from "../../domain/language/texts";

export const Order = z
  .object({
    ...fields(z.string(), "_id", "userId", ...RETAILER_FIELDS, ...DISTRIBUTOR_FIELDS),
    ...fields(z.string(), "productId", "productName"),
    img: z.string().nullable(),
    quantity: z.number().int(),
    price: z.number().openapi({ description: "Of one piece, in rupees.", example: 52.5 }),
    status: z.enum(ORDER_STATUSES),
    msg: z.string(),
    deliveryBefore: z.string().nullable().openapi({ example: "2026-12-31" }),
    completedOn: z.string().nullable(),
    orderCancelReason: z.string().nullable(),
    createdAt: z.string(),
    orderId: z.string().optional().openapi({
      description: "Present if the order has several lines: `_id` is then that of this line.",
    }),
    askedQuantity: z.number().int().optional().openapi({
      description: "Present if fewer pieces (`quantity`) were agreed on than were asked for.",
    }),
    addedTaxPercent: addedTaxPercent.optional(),
  })
  .openapi("Order", {
    description: "A line of an order: most orders have one, and then the line's id is the order's.",
  });

const shortage = z.enum(SHORTAGE_RULES).openapi({
  description:
    "If the distributor has fewer pieces: `ask`, the default, makes them an offer to agree to, `sendLess` has them sent at once.",
});

export const WholeOrder = z
  .object({
    _id: z.string(),
    createdAt: z.string(),
    status: z.enum(ORDER_STATUSES).openapi({
      description: "Lines that were refused alone have another: `rejected` or `cancelled`.",
    }),
    shortage,
    lines: z.array(Order).openapi({ description: "As they are on the lists." }),
  })
  .openapi("WholeOrder");

/** Returns a row for each line. */
function toOrders(order: OrderView): z.infer<typeof Order>[] {
  return order.lines.map((_, at) => toOrderPayload(order, at));
}

export function toWholeOrder(order: OrderView): z.infer<typeof WholeOrder> {
  const { _id, createdAt, status, shortageRule = "ask" } = order;
  const lines = toOrders(order);
  return { _id, createdAt: isoTime(createdAt), status, shortage: shortageRule, lines };
}

/** Returns as many whole orders as the limit has room for, at least one: a place in a list is behind an order, not within it. */
export function toOrderPage(
  result: PaginationResult<OrderView>,
  { limit = PAGE_ROWS_MAX }: PageQuery,
): Page<z.infer<typeof Order>[]> | FewerRows {
  const { page } = result;
  const { length } = withinLines(page, limit);
  return length < page.length ? new FewerRows(length) : new Page(page.flatMap(toOrders), result);
}

const LIST_WORDS = {
  pending: "wait for an answer",
  accepted: "are under way",
  rejected: "were rejected or cancelled",
  completed: "are completed",
} as const satisfies Record<OrderList, string>;

/** Each party has four lists, which `domain/orderLifecycle.ts` defines. */
function listOperations(list: OrderList): Operation[] {
  return [
    query({
      call: `GET /api/orders/${list}`,
      summary: `A distributor's orders that ${LIST_WORDS[list]}, the latest first`,
      who: ["distributor"],
      query: { ...pageQuery, distributorEmail: ownEmail },
      answer: pageAnswer(Order),
      example: { path: `/api/orders/${list}?distributorEmail=${ASHA}` },
      run: async (ctx, { query: { distributorEmail, ...page } }) => {
        requireOwnEmail(ctx.user, distributorEmail);
        const result = await listIncoming(ctx, ctx.user, { list }, pageOf(page), toOrderView);
        return toOrderPage(result, page);
      },
    }),
    query({
      call: `GET /api/orders/${list}-by-email`,
      summary: `A retailer's orders that ${LIST_WORDS[list]}, the latest first`,
      who: ["retailer"],
      query: { ...pageQuery, userEmail: ownEmail },
      answer: pageAnswer(Order),
      example: { path: `/api/orders/${list}-by-email?userEmail=${MEENA}` },
      run: async (ctx, { query: { userEmail, ...page } }) => {
        requireOwnEmail(ctx.user, userEmail);
        const result = await listOutgoing(ctx, ctx.user, { list }, pageOf(page), toOrderView);
        return toOrderPage(result, page);
      },
    }),
  ];
}

const msg = z.string().default("").openapi({ minLength: 1, maxLength: MESSAGE_MAX });

const newLine = {
  productId: z.string().default(""),
  quantity: z.number().default(0).openapi({ minimum: 1, maximum: ORDER_QUANTITY_MAX }),
  price: z.number().nullish().openapi({
    description:
      "Rupees for one piece at this quantity. If it is not the price any more: 409 with both.",
  }),
  addedTaxPercent: addedTaxPercent.nullish(),
};

const NewOrder = z
  .object({
    productId: newLine.productId,
    quantity: newLine.quantity,
    msg,
    price: newLine.price,
    addedTaxPercent: newLine.addedTaxPercent,
    userId: ownEmail.nullable(),
    userEmail: ownEmail.nullable(),
    ...fields(ignored, "distributorName", "distributorEmail", "img", "productName", "userName"),
    ...fields(ignored, "userPhone", "shopName", "retailerAddress", "deliveryBefore"),
    orderCancelReason: ignored,
  })
  .openapi("NewOrder");

const NewWholeOrder = z
  .object({
    lines: z
      .array(z.object(newLine))
      .default([])
      .openapi({ minItems: 1, maxItems: ORDER_LINES_MAX }),
    msg,
    shortage: shortage.nullish(),
    fromBasket: z.boolean().nullish().openapi({
      description:
        "Takes the lines out of the basket in the same step, where it has them like this.",
    }),
  })
  .openapi("NewWholeOrder");

type SentLine = z.infer<z.ZodObject<typeof newLine>>;

function toPlaceLine({
  productId,
  quantity,
  price,
  ...sent
}: SentLine): PlaceRequest["lines"][number] {
  return {
    productId,
    quantity,
    // Finer than a paisa it is no product's price: compared as it is, and answered with both.
    pricePaise: price == null ? undefined : (paiseOfRupees(price) ?? price * 100),
    addedTaxBp: sentTaxBp(sent.addedTaxPercent),
  };
}

/** Places an order once per key. A view is kept, which has once what each row repeats. */
function placeOnce(ctx: WriteCtx, request: Omit<PlaceRequest, "once">): Promise<OrderView> {
  return ctx.once(async () => {
    await spend(ctx, "ordersPlaced", ctx.user._id);
    const once = ctx.rowOnce();
    const { _id } = await place(ctx, ctx.user, { ...request, once }, Date.now());
    return currentOrder(ctx, _id);
  });
}

function isOrderField(field: string): field is keyof typeof ORDER_FIELD_TEXTS {
  return Object.hasOwn(ORDER_FIELD_TEXTS, field);
}

const placing = {
  who: ["retailer"],
  once: "inRun",
  words: { UNAUTHENTICATED: "Please log in to place an order." },
  errors: PLACE_ERRORS,
} as const;

function placed<Schema extends z.ZodType>(order: Schema) {
  return created(z.object({ success: z.literal(true), message: z.string(), order }));
}

const PLACED = {
  success: true,
  message: "Your order has been placed successfully!",
} as const;

export const ORDER_OPERATIONS: readonly Operation[] = [
  mutation({
    ...placing,
    call: "POST /api/orders",
    summary: "Place an order of several products of one distributor",
    description:
      "All lines are ordered or none is. If some of several are refused: 409 `LINES_REFUSED`, and `lines` has the refusal of each with its `productId`.",
    body: NewWholeOrder,
    answer: placed(WholeOrder),
    example: {
      key: true,
      json: {
        lines: [{ productId: "$PRODUCT", quantity: 2 }],
        msg: "All of it on Monday, please.",
        shortage: "ask",
        fromBasket: true,
      },
      needs: product,
    },
    run: async (ctx, { body: { lines, shortage: shortageRule, fromBasket, ...sent } }) => {
      // Before their fields, and whatever the key.
      if (lines.length > ORDER_LINES_MAX) fail("TOO_MANY_LINES", { max: ORDER_LINES_MAX });
      const order = await placeOnce(ctx, {
        msg: sent.msg,
        lines: lines.map(toPlaceLine),
        shortageRule: shortageRule ?? undefined,
        fromBasket: fromBasket ?? undefined,
      });
      return { ...PLACED, order: toWholeOrder(order) };
    },
  }),
  query({
    call: "GET /api/orders/{id}",
    summary: "An order with its lines, for its two parties and administrators",
    who: ROLES,
    params: {
      id: z.string().openapi({ description: "The order's, or that of a line of it." }),
    },
    answer: ok(WholeOrder),
    errors: ["NOT_FOUND"],
    example: { needs: wholeOrder("pending-by-email") },
    run: async (ctx, { params: { id } }) =>
      toWholeOrder((await readOrder(ctx, ctx.user, id)) ?? fail("NOT_FOUND")),
  }),
  mutation({
    ...placing,
    call: "POST /api/orders/place",
    summary: "Place an order",
    description:
      "Takes the pieces from the stock, or from the caller's reservation, in the same step: all of it happens or nothing.",
    body: NewOrder,
    invalid: (field) =>
      isOrderField(field)
        ? { code: "MISSING_INFORMATION", missing: [t(ORDER_FIELD_TEXTS[field])] }
        : { code: "BAD_REQUEST", field },
    answer: placed(Order),
    example: {
      key: true,
      json: { productId: "$PRODUCT", quantity: 2, msg: "Please deliver soon." },
      needs: product,
    },
    run: async (ctx, { body: { userId, userEmail, ...sent } }) => {
      requireOwnId(ctx.user, userId ?? undefined);
      requireOwnEmail(ctx.user, userEmail ?? undefined);
      const order = await placeOnce(ctx, { msg: sent.msg, lines: [toPlaceLine(sent)] });
      return { ...PLACED, order: toOrderPayload(order, 0) };
    },
  }),
  ...ORDER_LISTS.flatMap(listOperations),
  query({
    call: "GET /api/orders/getdata/{id}",
    summary: "What was ordered",
    who: ROLES,
    answer: ok(
      Order.pick({
        productName: true,
        quantity: true,
        price: true,
        img: true,
        distributorName: true,
      }),
    ),
    errors: ["NOT_FOUND", "WHOLE_ORDER"],
    example: { needs: orderLine("pending-by-email") },
    run: async (ctx, { params: { id } }) => {
      const line = await requireLine(ctx, id, "GET /api/orders/{id}");
      const { productName, quantity, price, img, distributorName } = await currentLine(ctx, line);
      return { productName, quantity, price, img, distributorName };
    },
  }),
];
