/**
 * Everything that can be called from outside, with its arguments and who may call
 * it. A new public function fails this until it is written down here, and the
 * table is checked against what really happens.
 */
import { makeFunctionReference } from "convex/server";
import { describe, expect, test } from "vitest";
import {
  type Market,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  openMarket,
  refusal,
  storePicture,
  type Person,
} from "./market.setup";

type Who = "anyone" | "member" | "retailer" | "distributor" | "admin" | "library";
type Kind = "query" | "mutation" | "action";

/** path → [who may call, kind, arguments]. An argument with ? may be left out. */
const SURFACE: Record<string, readonly [Who, Kind, string]> = {
  "admin:counts": ["admin", "query", ""],
  "admin:days": ["admin", "query", "from, to"],
  "admin:deleteRetailer": ["admin", "mutation", "userId"],
  "admin:orders": ["admin", "query", "paginationOpts, status"],
  "admin:products": ["admin", "query", "paginationOpts, search?"],
  "admin:removeDistributor": ["admin", "mutation", "userId"],
  "admin:tops": ["admin", "query", ""],
  "admin:users": ["admin", "query", "paginationOpts, role?"],
  "account:changePassword": ["anyone", "action", "current, password"],
  "account:close": ["anyone", "action", "password"],
  "account:records": ["member", "query", "paginationOpts, section"],
  "account:save": ["member", "mutation", "address, business?, imageId?, name, phone"],
  "account:signOutEverywhere": ["member", "mutation", ""],
  "auth:isAuthenticated": ["library", "query", ""],
  "auth:mailbox": ["anyone", "query", "email?, paginationOpts"],
  "auth:register": [
    "anyone",
    "action",
    "address, companyName?, email, imageId, name, password, phone, role, shopName?, ticket",
  ],
  "auth:resetPassword": ["anyone", "action", "email, password, ticket"],
  "auth:sendOtp": ["anyone", "action", "email, purpose"],
  "auth:signIn": ["anyone", "action", "calledBy?, params?, provider?, refreshToken?, verifier?"],
  "auth:signOut": ["library", "action", ""],
  "auth:verifyOtp": ["anyone", "action", "email, otp, purpose"],
  "feedback:list": ["admin", "query", "paginationOpts"],
  "feedback:submit": ["member", "mutation", "complaint, rating, review"],
  "chat:conversation": ["member", "query", "with"],
  "chat:conversations": ["member", "query", "paginationOpts, part"],
  "chat:delivered": ["member", "mutation", ""],
  "chat:markRead": ["member", "mutation", "conversationId"],
  "chat:messages": ["member", "query", "conversationId, paginationOpts"],
  "chat:send": ["member", "mutation", "content, sendKey, to"],
  "chat:undelivered": ["member", "query", ""],
  "chat:unreadCount": ["member", "query", ""],
  "developers:createKey": ["anyone", "action", "name, scope"],
  "developers:createWebhook": ["anyone", "action", "events, url"],
  "developers:deleteWebhook": ["member", "mutation", "webhookId"],
  "developers:deliveries": ["member", "query", "paginationOpts, webhookId"],
  "developers:keys": ["member", "query", ""],
  "developers:renewSecret": ["anyone", "action", "webhookId"],
  "developers:revokeKey": ["member", "mutation", "keyId"],
  "developers:testWebhook": ["member", "mutation", "webhookId"],
  "developers:webhooks": ["member", "query", ""],
  "invoices:mine": ["member", "query", "paginationOpts"],
  "invoices:one": ["member", "query", "invoiceId"],
  "news:announce": ["admin", "mutation", "text, title"],
  "news:feed": ["anyone", "query", ""],
  "news:withdraw": ["admin", "mutation", "announcementId"],
  "network:answer": ["distributor", "mutation", "connectionId, status"],
  "network:ofDistributor": ["distributor", "query", "paginationOpts"],
  "network:ofRetailer": ["retailer", "query", "paginationOpts"],
  "network:pending": ["distributor", "query", "paginationOpts"],
  "network:pendingCount": ["distributor", "query", ""],
  "network:remove": ["distributor", "mutation", "connectionId"],
  "network:request": ["retailer", "mutation", "distributorId"],
  "orders:accept": ["distributor", "mutation", "deliveryBefore, orderId, qrImageId?"],
  "orders:cancel": ["retailer", "mutation", "orderId, reason"],
  "orders:complete": ["distributor", "mutation", "orderId"],
  "orders:hide": ["member", "mutation", "orderId"],
  "orders:incoming": ["distributor", "query", "from?, list, paginationOpts, sort?, to?"],
  "orders:one": ["member", "query", "orderId"],
  "orders:outgoing": ["retailer", "query", "list, paginationOpts"],
  "orders:pendingCount": ["distributor", "query", ""],
  "orders:place": ["retailer", "mutation", "lines, msg, placementKey"],
  "orders:reject": ["distributor", "mutation", "orderId, reason"],
  "orders:timeline": ["member", "query", "orderId"],
  "orders:updateMessage": ["retailer", "mutation", "msg, orderId"],
  "products:add": [
    "distributor",
    "mutation",
    "description, imageId, name, packSize, pricePaise, stock, type",
  ],
  "products:all": ["retailer", "query", "paginationOpts, search?, sort?, type?"],
  "products:archive": ["distributor", "mutation", "productId"],
  "products:byDistributor": [
    "retailer",
    "query",
    "distributorEmail, paginationOpts, search?, sort?, type?",
  ],
  "products:edit": ["distributor", "mutation", "changes, productId, stockSeen?"],
  "products:landing": ["anyone", "query", "paginationOpts, search?, type?"],
  "products:mine": ["distributor", "query", "paginationOpts, search?, sort?, type?"],
  "products:one": ["anyone", "query", "productId"],
  "users:distributor": ["retailer", "query", "email"],
  "users:distributors": ["retailer", "query", "paginationOpts"],
  "users:me": ["anyone", "query", ""],
  "users:retailers": ["distributor", "query", "paginationOpts"],
  "users:saveUpiId": ["distributor", "mutation", "upiId"],
};

type Field = { readonly fieldType: Validator; readonly optional: boolean };
type Validator = { readonly type: string; readonly value?: unknown };
type Arguments = Record<string, unknown>;
type Registered = {
  readonly isPublic?: true;
  readonly isQuery?: true;
  readonly isMutation?: true;
  exportArgs(): string;
};

const modules = import.meta.glob<Record<string, unknown>>(
  ["./**/*.ts", "!./**/*.*.ts", "!./_generated/**", "!./**/schema.ts"],
  {
    eager: true,
  },
);

function publicFunctions(): Map<string, Registered> {
  const found = new Map<string, Registered>();
  for (const [file, exports] of Object.entries(modules)) {
    for (const [name, value] of Object.entries(exports)) {
      const isPublic = typeof value === "function" && "isPublic" in value && "exportArgs" in value;
      if (isPublic) found.set(`${file.slice(2, -3)}:${name}`, value as unknown as Registered);
    }
  }
  return found;
}

function argumentsOf(registered: Registered): Record<string, Field> {
  const args = JSON.parse(registered.exportArgs()) as Validator;
  expect(args.type, "declares its arguments").toBe("object");
  return args.value as Record<string, Field>;
}

/** Some value that fits, so that the call gets as far as asking who is calling. Ids are looked at before that: those are pictures. */
function sample({ type, value }: Validator, imageId: string): unknown {
  switch (type) {
    case "object": {
      const fields = Object.entries(value as Record<string, Field>).filter(
        ([, field]) => !field.optional,
      );
      return Object.fromEntries(
        fields.map(([name, field]) => [name, sample(field.fieldType, imageId)]),
      );
    }
    case "union":
      return sample((value as Validator[])[0]!, imageId);
    case "literal":
      return value;
    case "array":
      return [];
    case "number":
      return 1;
    case "boolean":
      return true;
    case "null":
      return null;
    case "id":
      return imageId;
    default:
      return "text";
  }
}

/** Tokens that are still good, of sessions that are not: the next call already knows. */
async function endedSessions(t: Market, who: Who): Promise<Record<string, Person["client"]>> {
  const join = who === "admin" ? joinAdmin : who === "distributor" ? joinDistributor : joinRetailer;
  const [closed, deleted, signedOut, thief] = [
    await join(t),
    await join(t),
    await join(t),
    await join(t),
  ];
  const { session, stolen } = await t.run(async (ctx) => {
    await ctx.db.patch("users", closed.user._id, { deactivatedAt: 1 });
    await ctx.db.delete("users", deleted.user._id);
    const sessionOf = (person: Person) =>
      ctx.db
        .query("authSessions")
        .withIndex("userId", (q) => q.eq("userId", person.user._id))
        .unique();
    return { session: await sessionOf(signedOut), stolen: await sessionOf(thief) };
  });
  if (session === null || stolen === null) throw new Error("Somebody has no session");
  await t.run((ctx) => ctx.db.delete("authSessions", session._id));
  return {
    "a closed account": closed.client,
    "a deleted account": deleted.client,
    "a session that was ended": signedOut.client,
    "somebody else's session": t.withIdentity({ subject: `${signedOut.user._id}|${stolen._id}` }),
  };
}

test("every public function is written down, with its kind and arguments", () => {
  const found = [...publicFunctions()].map(([path, registered]) => {
    const fields = Object.entries(argumentsOf(registered));
    const names = fields.map(([name, { optional }]) => (optional ? `${name}?` : name)).sort();
    const kind = registered.isQuery ? "query" : registered.isMutation ? "mutation" : "action";
    return [path, [kind, names.join(", ")]];
  });
  const written = Object.entries(SURFACE).map(([path, [, kind, args]]) => [path, [kind, args]]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(written));
});

describe("is refused to whoever may not call it:", () => {
  const guarded = Object.entries(SURFACE).filter(
    ([, [who]]) => who !== "anyone" && who !== "library",
  );

  test.each(guarded)("%s", async (path, [who, kind]) => {
    const t = openMarket();
    const people = {
      retailer: await joinRetailer(t),
      distributor: await joinDistributor(t),
      admin: await joinAdmin(t),
    };
    const registered = publicFunctions().get(path)!;
    const validator = JSON.parse(registered.exportArgs()) as Validator;
    const args = sample(validator, await storePicture(t)) as Arguments;
    const call = (client: Pick<Person["client"], "query" | "mutation">): Promise<unknown> =>
      kind === "query"
        ? client.query(makeFunctionReference<"query", Arguments>(path), args)
        : client.mutation(makeFunctionReference<"mutation", Arguments>(path), args);
    expect(await refusal(call(t)), "nobody").toEqual({ code: "UNAUTHENTICATED" });
    for (const [role, { client }] of Object.entries(people)) {
      if (who === "member" || who === role) continue;
      expect(await refusal(call(client)), role).toEqual({ code: "FORBIDDEN" });
    }
    for (const [what, client] of Object.entries(await endedSessions(t, who))) {
      expect(await refusal(call(client)), what).toEqual({ code: "UNAUTHENTICATED" });
    }
  });
});
