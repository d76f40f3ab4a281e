/** The calls about other users. */
import { createRoute, z } from "@hono/zod-openapi";
import type { Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { retailerView } from "../network/profiles";
import type { distributorProfile } from "../users/view";
import { ok, linkNext, pageAnswer, pageOf, pageQuery, refusals, policy } from "./call";
import { Message, isoTime } from "./entities";
import type { RestApp } from "./env";

const calls = internal.rest.calls.users;

const profileFields = {
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  companyName: z.string(),
  address: z.string().openapi({
    description: "Of a distributor, for retailers who are not connected with it: empty.",
  }),
  image: z.string().nullable(),
  createdAt: z.string(),
};

const DistributorProfile = z.object(profileFields).openapi("DistributorProfile");

const Distributor = z
  .object({ _id: z.string(), role: z.literal("distributor"), ...profileFields })
  .openapi("Distributor");

const { companyName: _, ...contactFields } = {
  ...profileFields,
  address: z.string().openapi({
    description:
      "For distributors with neither a connection nor an order of the retailer: its State, as far as it said so.",
  }),
};

const Retailer = z
  .object({
    _id: z.string(),
    role: z.literal("retailer"),
    ...contactFields,
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

const reading = {
  retailers: createRoute({
    method: "get",
    path: "/api/users/retailers",
    tags: ["users"],
    summary: "Every retailer, the newest first",
    ...policy({ who: ["distributor", "admin"] }),
    request: { query: z.object(pageQuery) },
    responses: { 200: pageAnswer(Retailer), ...refusals(400, 401, 403) },
  }),
  distributors: createRoute({
    method: "get",
    path: "/api/users/distributors",
    tags: ["users"],
    summary: "Every distributor, the newest first",
    ...policy({ who: ["retailer", "admin"] }),
    request: { query: z.object(pageQuery) },
    responses: { 200: pageAnswer(Distributor), ...refusals(400, 401, 403) },
  }),
  distributor: createRoute({
    method: "get",
    path: "/api/users/data/{email}",
    tags: ["users"],
    summary: "One distributor; for distributors, themselves",
    ...policy({ who: ["retailer", "distributor", "admin"] }),
    request: { params: z.object({ email: z.string() }) },
    responses: { 200: ok(DistributorProfile), ...refusals(401, 403, 404) },
  }),
};

function addReading(app: RestApp): void {
  app.openapi(reading.retailers, async (c) => {
    const asked = { caller: c.get("caller"), paginationOpts: pageOf(c.req.valid("query")) };
    const result = await c.env.runQuery(calls.retailers, asked);
    linkNext(c, result);
    return c.json(result.page.map(toRetailer), 200);
  });
  app.openapi(reading.distributors, async (c) => {
    const asked = { caller: c.get("caller"), paginationOpts: pageOf(c.req.valid("query")) };
    const result = await c.env.runQuery(calls.distributors, asked);
    linkNext(c, result);
    return c.json(result.page.map(toDistributor), 200);
  });
  app.openapi(reading.distributor, async (c) => {
    const asked = { caller: c.get("caller"), ...c.req.valid("param") };
    return c.json(toProfile(await c.env.runQuery(calls.distributor, asked)), 200);
  });
}

const closing = {
  retailer: createRoute({
    method: "delete",
    path: "/api/users/retailers/{id}",
    tags: ["users"],
    summary: "Close a retailer's account, for good",
    description: "Sessions end at once, pending orders are cancelled; invoices stay.",
    ...policy({ who: ["admin"], words: { INTERNAL: "Failed to delete the retailer." } }),
    request: { params: z.object({ id: z.string() }) },
    responses: { 200: ok(Message), ...refusals(401, 403, 404) },
  }),
  distributor: createRoute({
    method: "delete",
    path: "/api/users/distributors/{id}",
    tags: ["users"],
    summary: "Close a distributor's account, for good",
    description:
      "Sessions end at once, pending orders are rejected, products leave the market; invoices stay.",
    ...policy({ who: ["admin"], words: { INTERNAL: "Failed to remove the distributor." } }),
    request: { params: z.object({ id: z.string() }) },
    responses: { 200: ok(Message), ...refusals(401, 403, 404) },
  }),
};

function addClosing(app: RestApp): void {
  app.openapi(closing.retailer, async (c) => {
    const { id: userId } = c.req.valid("param");
    const account = { userId, role: "retailer" as const };
    await c.env.runMutation(calls.close, { caller: c.get("caller"), ...account });
    return c.json({ message: "Retailer deleted successfully." }, 200);
  });
  app.openapi(closing.distributor, async (c) => {
    const { id: userId } = c.req.valid("param");
    const account = { userId, role: "distributor" as const };
    await c.env.runMutation(calls.close, { caller: c.get("caller"), ...account });
    return c.json({ message: "Distributor removed successfully." }, 200);
  });
}

export function addUsers(app: RestApp): void {
  addReading(app);
  addClosing(app);
}
