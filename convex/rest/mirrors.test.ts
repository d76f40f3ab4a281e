/** Each public function names the REST call that it mirrors, and admits nobody whom that call refuses. */
import { describe, expect, it } from "vitest";
import { publicFunctions } from "../publicFunctions.setup";
import { SURFACE } from "../publicSurface.setup";
import rights from "./rights.setup.json";

type Right = "allow" | "own-only" | "deny" | "n/a";
type Row = Record<"anonymous" | "retailer" | "distributor" | "admin", Right> & {
  method: string;
  path: string;
};
const ROWS = rights as (Row & object)[];

/** Functions for what the documented calls don't offer, and why not. */
const SCREENS_ALONE = {
  account: "one's own account is kept on the profile and settings pages",
  live: "a figure or tick that only an open screen needs",
  basket: "usual and saved baskets are people's own, kept on the basket page",
  keys: "made by people on the settings page, for programs",
  library: "the sign-in library's own",
  words: "the administrators' announcements, written on the news page",
  people: "whom one deals with, and on which terms, is decided by people on their pages",
  finding: "what people type to find; programs have the lists, and `search` on those of products",
  mails: "the development mailbox, GET /api/dev/mailbox",
} as const;

/** function → `METHOD /path` as the table of rights has it, or the reason why there is none. */
const MIRRORS: Record<string, string> = {
  "account:changePassword": "account",
  "account:close": "account",
  "account:records": "account",
  "account:save": "account",
  "account:signOutEverywhere": "account",
  "admin:counts": "GET /admin/orders",
  "admin:days": "GET /admin/orders",
  "admin:deleteRetailer": "DELETE /api/users/retailers/{id}",
  "admin:orders": "GET /admin/orders",
  "admin:products": "GET /api/products/all",
  "admin:removeDistributor": "DELETE /api/users/distributors/{id}",
  "admin:tops": "GET /admin/users",
  "admin:users": "GET /admin/users",
  "auth:isAuthenticated": "library",
  "auth:mailbox": "mails",
  "auth:openMailbox": "mails",
  "auth:register": "POST /api/auth/register",
  "auth:resetPassword": "account",
  "auth:sendOtp": "POST /api/otp/send-otp",
  "auth:signIn": "POST /api/auth/login",
  "auth:signOut": "POST /api/auth/logout",
  "auth:verifyOtp": "POST /api/otp/verify-otp",
  "basket:add": "basket",
  "basket:addPlacement": "basket",
  "basket:addSaved": "basket",
  "basket:deleteSaved": "basket",
  "basket:renameSaved": "basket",
  "basket:save": "basket",
  "basket:saved": "basket",
  "basket:usual": "basket",
  "basket:lines": "GET /api/basket",
  "basket:quantities": "GET /api/basket",
  "basket:set": "PUT /api/basket/{productId}",
  "chat:conversation": "GET /api/chat/conversations/{myEmail}/{otherEmail}",
  "chat:conversations": "GET /api/network/accepted/{email}",
  "chat:delivered": "live",
  "chat:markRead": "POST /api/chats/mark-read",
  "chat:messages": "GET /api/chat/{conversationId}",
  "chat:send": "POST /api/chat/chats",
  "chat:undelivered": "live",
  "chat:unreadCount": "live",
  "developers:createKey": "keys",
  "developers:createWebhook": "keys",
  "developers:deleteWebhook": "keys",
  "developers:deliveries": "keys",
  "developers:keys": "keys",
  "developers:renewSecret": "keys",
  "developers:revokeKey": "keys",
  "developers:testWebhook": "keys",
  "developers:webhooks": "keys",
  "feedback:list": "GET /api/feedback",
  "feedback:submit": "POST /api/feedback",
  "invoices:mine": "GET /api/invoices/email?email={email}",
  "invoices:one": "GET /api/invoices/email?email={email}",
  "invoices:timeline": "GET /api/invoices/email?email={email}",
  "khata:account": "GET /api/khata/{partnerId}",
  "khata:accounts": "GET /api/khata",
  "khata:ageing": "GET /api/khata/{partnerId}",
  "khata:allowOnce": "POST /api/khata/{partnerId}/allowances",
  "khata:entries": "GET /api/khata/{partnerId}/entries",
  "khata:money": "live",
  "khata:openWith": "POST /api/khata/{partnerId}/opening",
  "khata:setTerms": "PUT /api/khata/{partnerId}/terms",
  "khata:statement": "GET /api/khata/{partnerId}/statement?from={from}&to={to}",
  "khata:statementEntries": "GET /api/khata/{partnerId}/statement?from={from}&to={to}",
  "network:answer": "PUT /api/network/status/{id}",
  "network:block": "people",
  "network:blocked": "people",
  "network:history": "people",
  "network:leave": "people",
  "network:ofDistributor": "GET /api/network/accepted?email={email}",
  "network:ofRetailer": "GET /api/network/all/accepted/retailer?email={email}",
  "network:pending": "GET /api/network/pending?email={email}",
  "network:pendingCount": "GET /api/network/pending?email={email}",
  "network:remove": "PUT /api/network/reject/status/{id}",
  "network:request": "POST /api/network/add",
  "network:unblock": "people",
  "news:announce": "words",
  "news:feed": "GET /api/news/top-headlines",
  "news:withdraw": "words",
  "offers:agree": "POST /api/offers/{id}/agree",
  "offers:decline": "POST /api/offers/{id}/decline",
  "offers:mine": "GET /api/offers",
  "offers:withdraw": "POST /api/offers/{id}/withdraw",
  "orders:accept": "POST /api/placements/{id}/accept",
  "orders:cancel": "PATCH /api/orders/retail/status/{orderId}",
  "orders:complete": "PUT /api/orders/{id}/status",
  "orders:hide": "DELETE /api/orders/delete-rejected/{orderId}",
  "orders:incoming": "GET /api/orders/pending?distributorEmail={email}",
  "orders:one": "GET /api/orders/getdata/{id}",
  "orders:outgoing": "GET /api/orders/pending-by-email?userEmail={email}",
  "orders:pendingCount": "GET /api/orders/pending?distributorEmail={email}",
  "orders:place": "POST /api/placements",
  "orders:reject": "POST /api/placements/{id}/reject",
  "orders:saveTerms": "PUT /api/users/order-terms",
  "orders:timeline": "GET /api/orders/getdata/{id}",
  "orders:updateMessage": "PATCH /api/orders/retail/msg/{orderId}",
  "payments:claim": "POST /api/payments",
  "payments:confirm": "POST /api/payments/{id}/confirm",
  "payments:dispute": "POST /api/payments/{id}/dispute",
  "payments:object": "POST /api/payments/{id}/object",
  "payments:ofInvoice": "GET /api/payments",
  "payments:record": "POST /api/payments",
  "payments:reverse": "POST /api/payments/{id}/reverse",
  "payments:waiting": "GET /api/payments",
  "payments:withPartner": "GET /api/payments",
  "payments:withdraw": "POST /api/payments/{id}/withdraw",
  "products:add": "POST /api/products/add",
  "products:all": "GET /api/products/all",
  "products:archive": "DELETE /api/products/{id}",
  "products:byDistributor": "GET /api/products/distributor/{email}",
  "products:edit": "PUT /api/products/{id}",
  "products:landing": "GET /api/landingpage/products/all",
  "products:mine": "GET /api/products?distributorEmail={email}",
  "products:one": "GET /api/products/{id}",
  "products:stockLevels": "GET /api/products/{id}",
  "quickOrder:add": "basket",
  "quickOrder:match": "finding",
  "search:invoices": "finding",
  "search:orders": "finding",
  "search:people": "finding",
  "search:products": "finding",
  "users:distributor": "GET /api/users/data/{distributorEmail}",
  "users:distributors": "GET /api/users/distributors",
  "users:me": "account",
  "users:retailers": "GET /api/users/retailers",
  "users:saveBankAccount": "account",
  "users:saveUpiId": "account",
};

/** Functions for every member that turn some roles away themselves; their own tests show it. */
const NARROWER: Record<string, readonly string[]> = {
  "chat:conversation": ["admin"],
  "chat:conversations": ["admin"],
  "chat:markRead": ["admin"],
  "chat:messages": ["admin"],
  "chat:send": ["admin"],
  "feedback:submit": ["admin"],
  "invoices:mine": ["admin"],
  "invoices:one": ["admin"],
  "invoices:timeline": ["admin"],
  "khata:account": ["admin"],
  "khata:accounts": ["admin"],
  "khata:ageing": ["admin"],
  "khata:entries": ["admin"],
  "khata:statement": ["admin"],
  "khata:statementEntries": ["admin"],
  "offers:mine": ["admin"],
  "payments:ofInvoice": ["admin"],
  "payments:waiting": ["admin"],
  "payments:withPartner": ["admin"],
  // The distributor's own call is DELETE /api/orders/status/{id}.
  "orders:hide": ["admin", "distributor"],
};

const ROLES = ["retailer", "distributor", "admin"] as const;

describe("every public function", () => {
  it("names the call that it mirrors, or says why there is none", () => {
    expect(Object.keys(MIRRORS).sort()).toEqual([...publicFunctions().keys()].sort());
  });

  const mirroring = Object.entries(MIRRORS).filter(([, call]) => !(call in SCREENS_ALONE));

  it.each(mirroring)("%s lets in nobody whom %s turns away", (path, call) => {
    const row = ROWS.find(({ method, path: address }) => `${method} ${address}` === call);
    if (row === undefined) throw new Error(`The table of rights has no ${call}`);
    const who = SURFACE[path]?.[0];
    const may = (role: (typeof ROLES)[number]) =>
      (who === role || who === "member") && !(NARROWER[path] ?? []).includes(role);
    for (const role of ROLES) if (may(role)) expect(row[role], role).not.toBe("deny");
    if (who === "anyone") expect(row.anonymous).toBe("allow");
  });
});
