/** Everything that can be called from outside, written down, and what is really published. */

export type Who = "anyone" | "member" | "retailer" | "distributor" | "admin" | "library";
type Kind = "query" | "mutation" | "action";

/** path → [who may call, kind, arguments]. An argument with ? may be left out. */
export const SURFACE: Record<string, readonly [Who, Kind, string]> = {
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

export type Field = { readonly fieldType: Validator; readonly optional: boolean };
export type Validator = { readonly type: string; readonly value?: unknown };
export type Registered = {
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

export function publicFunctions(): Map<string, Registered> {
  const found = new Map<string, Registered>();
  for (const [file, exports] of Object.entries(modules)) {
    for (const [name, value] of Object.entries(exports)) {
      const isPublic = typeof value === "function" && "isPublic" in value && "exportArgs" in value;
      if (isPublic) found.set(`${file.slice(2, -3)}:${name}`, value as unknown as Registered);
    }
  }
  return found;
}
