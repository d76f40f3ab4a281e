/** The order calls that list and place a single line; those that move one on are in `orderMoves.ts`, those of whole orders in `wholeOrders.ts`. */
import { createRoute, z } from "@hono/zod-openapi";
import type { PaginationResult } from "convex/server";
import { MESSAGE_MAX, ORDER_QUANTITY_MAX } from "../../domain/limits";
import { paiseOfRupees } from "../../domain/money";
import { ORDER_LISTS, ORDER_STATUSES, type OrderList } from "../../domain/orderLifecycle";
import { withinLines } from "../../domain/orderLines";
import { internal } from "../_generated/api";
import { toOrderPayload } from "../webhooks/payload";
import type { OrderView } from "../orders/view";
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
import type { NamedLineView } from "./calls/lines";
import { ignored, ownEmail } from "./entities";
import type { RestApp, RestContext } from "./env";
import { addedTaxPercent, sentTaxBp } from "./productTax";

const calls = internal.rest.calls.orders;

export const Order = z
  .object({
    _id: z.string(),
    userId: z.string(),
    userName: z.string(),
    userEmail: z.string(),
    userPhone: z.string(),
    shopName: z.string(),
    retailerAddress: z.string(),
    distributorName: z.string(),
    distributorEmail: z.string(),
    productId: z.string(),
    productName: z.string(),
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

/** The same payload as in webhooks. */
const toOrder: (order: OrderView, at: number) => z.infer<typeof Order> = toOrderPayload;

/** One for each line. */
export function toOrders(order: OrderView): z.infer<typeof Order>[] {
  return order.lines.map((_, at) => toOrder(order, at));
}

/** The line that a call named. */
export function toNamedOrder({ order, at }: NamedLineView): z.infer<typeof Order> {
  return toOrder(order, at);
}

type OrderPage = PaginationResult<OrderView>;
type PageCall = (paginationOpts: ReturnType<typeof pageOf>) => Promise<OrderPage>;

/** As many whole orders as `rows` have room for, at least one: a place in a list is behind an order, not within it. */
async function pageWithin(
  call: PageCall,
  asked: ReturnType<typeof pageOf>,
  rows = asked.numItems,
): Promise<OrderPage> {
  const result = await call(asked);
  const { length } = withinLines(result.page, rows);
  if (length === result.page.length) return result;
  return pageWithin(call, { ...asked, numItems: length }, rows);
}

/** A page of a list of orders, a row for each line, with its headers. */
export async function orderRows(
  c: RestContext,
  page: Parameters<typeof pageOf>[0],
  call: PageCall,
): Promise<z.infer<typeof Order>[]> {
  const result = await pageWithin(call, pageOf(page));
  linkNext(c, result);
  return result.page.flatMap(toOrders);
}

const LIST_WORDS = {
  pending: "wait for an answer",
  accepted: "are under way",
  rejected: "were rejected or cancelled",
  completed: "are completed",
} as const satisfies Record<OrderList, string>;

/** Four lists for each party; what they are is in `domain/orderLifecycle.ts`. */
function addLists(app: RestApp): void {
  for (const list of ORDER_LISTS) {
    const incoming = createRoute({
      method: "get",
      path: `/api/orders/${list}`,
      tags: ["orders"],
      summary: `A distributor's orders that ${LIST_WORDS[list]}, the latest first`,
      ...policy({ who: ["distributor"] }),
      request: { query: z.object({ ...pageQuery, distributorEmail: ownEmail }) },
      responses: { 200: pageAnswer(Order), ...refusals(400, 401, 403) },
    });
    app.openapi(incoming, async (c) => {
      const { distributorEmail, ...page } = c.req.valid("query");
      const asked = { caller: c.get("caller"), list, distributorEmail };
      const rows = await orderRows(c, page, (paginationOpts) =>
        c.env.runQuery(calls.incoming, { ...asked, paginationOpts }),
      );
      return c.json(rows, 200);
    });

    const outgoing = createRoute({
      method: "get",
      path: `/api/orders/${list}-by-email`,
      tags: ["orders"],
      summary: `A retailer's orders that ${LIST_WORDS[list]}, the latest first`,
      ...policy({ who: ["retailer"] }),
      request: { query: z.object({ ...pageQuery, userEmail: ownEmail }) },
      responses: { 200: pageAnswer(Order), ...refusals(400, 401, 403) },
    });
    app.openapi(outgoing, async (c) => {
      const { userEmail, ...page } = c.req.valid("query");
      const asked = { caller: c.get("caller"), list, userEmail };
      const rows = await orderRows(c, page, (paginationOpts) =>
        c.env.runQuery(calls.outgoing, { ...asked, paginationOpts }),
      );
      return c.json(rows, 200);
    });
  }
}

/** Names the missing fields as the order form does. */
const MISSING_WORDS: Readonly<Record<string, string>> = {
  productId: "Product ID",
  quantity: "Quantity (must be greater than 0)",
  msg: "Message",
};

const NewOrder = z
  .object({
    productId: z.string().default(""),
    quantity: z.number().default(0).openapi({ minimum: 1, maximum: ORDER_QUANTITY_MAX }),
    msg: z.string().default("").openapi({ minLength: 1, maxLength: MESSAGE_MAX }),
    price: z.number().nullish().openapi({
      description: "Rupees. If it is not the product's price any more: 409 with both.",
    }),
    addedTaxPercent: addedTaxPercent.nullish(),
    userId: z.string().nullish().openapi({ description: "The caller's own, if sent." }),
    userEmail: z.string().nullish().openapi({ description: "The caller's own, if sent." }),
    distributorName: ignored,
    distributorEmail: ignored,
    img: ignored,
    productName: ignored,
    userName: ignored,
    userPhone: ignored,
    shopName: ignored,
    retailerAddress: ignored,
    deliveryBefore: ignored,
    orderCancelReason: ignored,
  })
  .openapi("NewOrder");

const placing = createRoute({
  method: "post",
  path: "/api/orders/place",
  tags: ["orders"],
  summary: "Place an order",
  description:
    "Takes the pieces from the stock, or from the caller's reservation, in the same step: all of it happens or nothing.",
  ...policy({
    who: ["retailer"],
    body: "json",
    once: true,
    words: { UNAUTHENTICATED: "Please log in to place an order." },
    invalid: (field) => {
      const missing = MISSING_WORDS[field];
      return missing === undefined
        ? { code: "BAD_REQUEST", field }
        : { code: "MISSING_INFORMATION", missing: [missing] };
    },
  }),
  request: { headers: idempotency, body: json(NewOrder) },
  responses: {
    201: created(z.object({ success: z.literal(true), message: z.string(), order: Order })),
    ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429),
  },
});

function addPlacing(app: RestApp): void {
  app.openapi(placing, async (c) => {
    const { productId, quantity, msg, price, userId, userEmail, ...sent } = c.req.valid("json");
    const order = await c.env.runMutation(calls.place, {
      caller: c.get("caller"),
      once: c.get("once"),
      productId,
      quantity,
      msg,
      userId: userId ?? undefined,
      userEmail: userEmail ?? undefined,
      // Finer than a paisa it is no product's price: compared as it is, and answered with both.
      pricePaise: price == null ? undefined : (paiseOfRupees(price) ?? price * 100),
      addedTaxBp: sentTaxBp(sent.addedTaxPercent),
    });
    const message = "Your order has been placed successfully!";
    return c.json({ success: true as const, message, order: toOrder(order, 0) }, 201);
  });
}

const getdata = createRoute({
  method: "get",
  path: "/api/orders/getdata/{id}",
  tags: ["orders"],
  summary: "What was ordered",
  ...policy({ who: ["retailer", "distributor", "admin"] }),
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: ok(
      Order.pick({
        productName: true,
        quantity: true,
        price: true,
        img: true,
        distributorName: true,
      }),
    ),
    ...refusals(401, 403, 404, 409),
  },
});

function addSingle(app: RestApp): void {
  app.openapi(getdata, async (c) => {
    const asked = { caller: c.get("caller"), orderId: c.req.valid("param").id };
    const { productName, quantity, price, img, distributorName } = toNamedOrder(
      await c.env.runQuery(calls.line, asked),
    );
    return c.json({ productName, quantity, price, img, distributorName }, 200);
  });
}

export function addOrders(app: RestApp): void {
  addLists(app);
  addPlacing(app);
  addSingle(app);
}
