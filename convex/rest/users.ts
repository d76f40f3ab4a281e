/** The calls about other users. */
import { z } from "@hono/zod-openapi";
import type { Infer } from "convex/values";
import type { TradeRole } from "../../domain/roles";
import type { Doc } from "../_generated/dataModel";
import { deactivate } from "../account/deactivate";
import { fail } from "../errors";
import { activeUsers, listRetailers } from "../network/directory";
import { type retailerView, toDistributor as toDistributorFor } from "../network/profiles";
import { mapPage, pageOptions } from "../paging";
import { requireDistributorByEmail } from "../users/find";
import { type distributorProfile, toDistributorProfile } from "../users/view";
import { Message, fields, isoTime } from "./entities";
import type { Words } from "./env";
import { ASHA, first } from "./exampleParts";
import { list, mutation, ok, type Operation, query, type ReadCtx } from "./operation";

const contactFields = {
  ...fields(z.string(), "name", "email", "phone", "createdAt"),
  image: z.string().nullable(),
};

const DistributorProfile = z
  .object({
    ...contactFields,
    companyName: z.string(),
    address: z.string().openapi({
      description: "Of a distributor, for retailers who are not connected with it: empty.",
    }),
  })
  .openapi("DistributorProfile");

const Distributor = z
  .object({ _id: z.string(), role: z.literal("distributor"), ...DistributorProfile.shape })
  .openapi("Distributor");

const Retailer = z
  .object({
    _id: z.string(),
    role: z.literal("retailer"),
    ...contactFields,
    address: z.string().openapi({
      description:
        "For distributors with neither a connection nor an order of the retailer: its State, as far as it said so.",
    }),
    shopName: z.string(),
  })
  .openapi("Retailer");

type ProfileRow = Infer<typeof distributorProfile>;
type RetailerRow = Infer<typeof retailerView>;

function toContact({ name, email, phone, address, imageUrl, createdAt }: ProfileRow | RetailerRow) {
  return { name, email, phone, address, image: imageUrl, createdAt: isoTime(createdAt) };
}

function toProfile(row: ProfileRow): z.infer<typeof DistributorProfile> {
  return { ...toContact(row), companyName: row.companyName };
}

function toDistributor(row: ProfileRow): z.infer<typeof Distributor> {
  return { _id: row._id, role: "distributor", ...toProfile(row) };
}

function toRetailer(row: RetailerRow): z.infer<typeof Retailer> {
  return { _id: row._id, role: "retailer", ...toContact(row), shopName: row.shopName };
}

/** Retailers read the address of those alone with whom they are connected. */
function profileFor(ctx: ReadCtx, distributor: Doc<"users">): Promise<ProfileRow> {
  const { user } = ctx;
  return user.role === "retailer"
    ? toDistributorFor(ctx, distributor, user)
    : toDistributorProfile(ctx, distributor);
}

/** Defines the call by which administrators close an account of the role. */
function closing(role: TradeRole, effects: string, words: Words, message: string): Operation {
  return mutation({
    call: `DELETE /api/users/${role}s/{id}`,
    summary: `Close a ${role}'s account, for good`,
    description: `Sessions end at once, ${effects}; invoices stay.`,
    who: ["admin"],
    words,
    answer: ok(Message),
    errors: ["NOT_FOUND"],
    example: { needs: { PERSON: first(`/api/users/${role}s`) } },
    run: async (ctx, { params: { id: userId } }) => {
      await deactivate(ctx, { userId, role }, Date.now());
      return { message };
    },
  });
}

export const USER_OPERATIONS = [
  list({
    call: "GET /api/users/retailers",
    summary: "Every retailer, the newest first",
    who: ["distributor", "admin"],
    row: Retailer,
    rows: (ctx, page) => listRetailers(ctx, ctx.user, page),
    toRow: toRetailer,
  }),
  list({
    call: "GET /api/users/distributors",
    summary: "Every distributor, the newest first",
    who: ["retailer", "admin"],
    row: Distributor,
    rows: async (ctx, page) => {
      const rows = await activeUsers(ctx, "distributor").paginate(pageOptions(page));
      return mapPage(rows, (row) => profileFor(ctx, row));
    },
    toRow: toDistributor,
  }),
  query({
    call: "GET /api/users/data/{email}",
    summary: "One distributor; for distributors, themselves",
    who: ["retailer", "distributor", "admin"],
    answer: ok(DistributorProfile),
    errors: ["FORBIDDEN", "NOT_FOUND"],
    example: { path: `/api/users/data/${ASHA}` },
    run: async (ctx, { params: { email } }) => {
      const found = await requireDistributorByEmail(ctx, email);
      const isRival = ctx.user.role === "distributor" && ctx.user._id !== found._id;
      return isRival ? fail("NOT_FOUND") : toProfile(await profileFor(ctx, found));
    },
  }),
  closing(
    "retailer",
    "pending orders are cancelled",
    { INTERNAL: "Failed to delete the retailer." },
    "Retailer deleted successfully.",
  ),
  closing(
    "distributor",
    "pending orders are rejected, products leave the market",
    { INTERNAL: "Failed to remove the distributor." },
    "Distributor removed successfully.",
  ),
];
