/** Tables of users and their former names. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { BANK_FIELDS } from "../../domain/fields/payee";
import { TAX_DETAIL_FIELDS } from "../../domain/fields/taxDetails";
import { ROLES } from "../../domain/roles";
import { accountFields } from "../auth/schema";
import { validatorsOf } from "../fields";

export const roleValidator = v.union(...ROLES.map((role) => v.literal(role)));

const orderBounds = v.object({
  sharePercent: v.number(),
  orders: v.union(v.number(), v.null()),
});
export const orderTerms = v.object({
  connected: orderBounds,
  newcomer: orderBounds,
  answerDays: v.number(),
  minOrderPaise: v.optional(v.number()),
  networkOnly: v.optional(v.boolean()),
});

export const bankAccount = v.object(validatorsOf(BANK_FIELDS));

/** See `domain/gst/taxDetails.ts`; each is absent until its trader says so. */
export const taxDetails = validatorsOf(TAX_DETAIL_FIELDS);

export const userTables = {
  /** Appended when a trader's name or business changes, by what people see. Never changed or deleted. */
  renames: defineTable({
    userId: v.id("users"),
    /** The name until `at`. */
    name: v.string(),
    business: v.string(),
    at: v.number(),
  }).index("by_user", ["userId", "at"]),

  /** Written by registration, the admin command and the demo data. Never deleted: deactivated, because other parties' records name it. */
  users: defineTable({
    role: roleValidator,
    /** Phone and address are empty once the account is closed. */
    ...accountFields,
    /** Absent for administrators. */
    imageId: v.optional(v.id("_storage")),
    /** The UPI ID for which a distributor's payment codes are made. */
    upiId: v.optional(v.string()),
    /** Distributors only: for sums that UPI does not take. */
    bankAccount: v.optional(bankAccount),
    ...taxDetails,
    /** The text in front of printed invoice numbers; absent: made from the company's name. */
    invoicePrefix: v.optional(v.string()),
    /** Distributors only; absent: the defaults of `domain/orderTerms.ts`. */
    orderTerms: v.optional(orderTerms),
    /** Milliseconds: when they agreed to the terms and the privacy page, by registering. Absent where an administrator made the account. */
    agreedAt: v.optional(v.number()),
    /** Retailers only: the distributor by whose link they registered. */
    invitedBy: v.optional(v.id("users")),
    /** Milliseconds: when they dismissed the first steps on their home page. */
    startDismissedAt: v.optional(v.number()),
    /** Set while they have a webhook: an order asks for the webhooks of those alone. */
    hasWebhooks: v.optional(v.literal(true)),
    /** Milliseconds. Set: can't sign in, and is shown to nobody. */
    deactivatedAt: v.optional(v.number()),
  })
    .index("by_email", ["email", "deactivatedAt"])
    .index("by_role", ["role", "deactivatedAt"])
    .index("by_state", ["role", "stateCode", "deactivatedAt"])
    .index("by_image", ["imageId"])
    .index("by_deactivated", ["deactivatedAt"]),
};
