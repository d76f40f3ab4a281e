/** The blocks of home pages, as their queries return them: a few rows each, and how many there are in all. */
import { v } from "convex/values";
import { DELIVERY_GROUPS } from "../../domain/deliveryGroups";
import { distributorView } from "../network/profiles";
import { quotedPriceFields } from "../products/schema";
import { shortPicture } from "../uploads/short";

/** A count of at most 100, which stands for more. */
const count = v.number();

export const offersBlock = v.object({
  count,
  rows: v.array(
    v.object({
      _id: v.id("offers"),
      orderId: v.id("orders"),
      /** The distributor's business. */
      business: v.string(),
      lines: v.number(),
      /** Set if it has all pieces that were asked for: what changes is the tax. */
      isOfTaxAlone: v.optional(v.literal(true)),
      expiresAt: v.number(),
    }),
  ),
});

/** The lines that are left of an order. */
const goods = {
  /** The product of the first line, its picture and its pieces. */
  productName: v.string(),
  picture: shortPicture,
  quantity: v.number(),
  lines: v.number(),
};

const waiting = {
  count,
  /** True: there are more than were counted. */
  hasMore: v.boolean(),
  rows: v.array(
    v.object({
      orderId: v.id("orders"),
      /** The other party: its business, or its name. */
      partner: v.string(),
      ...goods,
      totalPaise: v.number(),
      placedAt: v.number(),
    }),
  ),
};

/** Orders that wait. */
export const waitingBlock = v.object(waiting);

export const toAnswerBlock = v.object({
  ...waiting,
  /** When the newest was placed; absent if the rows are all there are. */
  newestAt: v.optional(v.number()),
});

export const deliveriesBlock = v.array(
  v.object({
    group: v.union(...DELIVERY_GROUPS.map((group) => v.literal(group))),
    count,
    /** Each of its days by itself; late ones are not told apart. */
    days: v.array(v.object({ day: v.string(), count })),
    rows: v.array(
      v.object({
        _id: v.id("orders"),
        partner: v.string(),
        ...goods,
        deliveryBefore: v.string(),
      }),
    ),
  }),
);

export const newProductsBlock = v.array(
  v.object({
    _id: v.id("products"),
    name: v.string(),
    picture: shortPicture,
    ...quotedPriceFields,
    /** The distributor's business. */
    business: v.string(),
  }),
);

export const unreadBlock = v.object({
  /** The number of messages. */
  count: v.number(),
  rows: v.array(
    v.object({
      _id: v.id("conversations"),
      name: v.string(),
      email: v.string(),
      /** The beginning of the newest message. */
      text: v.string(),
      at: v.number(),
      unread: v.number(),
    }),
  ),
});

export const runsLowBlock = v.object({
  count,
  rows: v.array(
    v.object({
      _id: v.id("products"),
      name: v.string(),
      picture: shortPicture,
      stock: v.number(),
      /** Whole days that the stock lasts; null if nothing was sold in 28 days. */
      cover: v.union(v.number(), v.null()),
    }),
  ),
});

export const salesBlock = v.array(
  v.object({ day: v.string(), paise: v.number(), orders: v.number() }),
);

/** The first steps of a new account, each true once it was taken. */
export const startCard = v.union(
  v.object({
    role: v.literal("retailer"),
    hasLanguage: v.boolean(),
    isConnected: v.boolean(),
    hasOrdered: v.boolean(),
    /** Some to connect with; none once it is connected. */
    distributors: v.array(distributorView),
  }),
  v.object({
    role: v.literal("distributor"),
    /** Counted to START_PRODUCTS. */
    products: v.number(),
    hasPayee: v.boolean(),
    hasShops: v.boolean(),
    hasAccepted: v.boolean(),
  }),
);
