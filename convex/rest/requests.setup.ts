/**
 * Every call of the table of rights as a request that A would make, whatever market it is sent to: one in memory
 * (`rights.setup.ts`), or one that runs, over the wire (`prove/tenants.ts`).
 */
import { DAY_MS, todayIst } from "../../domain/dates";

/** The users and objects that requests name; the object of a call is created when it is needed. */
export interface Named {
  readonly emails: {
    /** A on the persona's side of trade, A on the other side, and the persona. */
    readonly self: string;
    readonly other: string;
    readonly caller: string;
    readonly retailerA: string;
    readonly distributorA: string;
    readonly distributorB: string;
  };
  readonly ids: {
    readonly retailerB: string;
    readonly distributorB: string;
    /** A on the other side than the persona's. */
    readonly partner: string;
  };
  readonly productId: string;
  /** Credentials of retailer A. */
  readonly login: () => Promise<object>;
  /** A one-time code, as it was mailed. */
  readonly code: (email: string) => Promise<string>;
  /** The form of somebody who proved that e-mail. */
  readonly newcomer: (email: string) => Promise<object>;
  /** Of retailer A with distributor A, as are all that follow. */
  readonly order: (status: "pending" | "accepted" | "rejected") => Promise<string>;
  /** Of fewer pieces than retailer A asked for, open. */
  readonly offer: () => Promise<string>;
  /** A proposal that waits. */
  readonly opening: () => Promise<string>;
  /** A claim that waits, or a payment that distributor A recorded. */
  readonly payment: (kind: "claimed" | "recorded") => Promise<string>;
  /** An invoice, and the order of its one line, of which two pieces at least are not credited. */
  readonly invoice: () => Promise<{ readonly invoiceId: string; readonly orderId: string }>;
  readonly creditNote: () => Promise<string>;
  readonly connection: (status: "pending" | "accepted") => Promise<string>;
  readonly conversation: () => Promise<string>;
  readonly hold: (quantity: number) => Promise<void>;
  /** The address of a payment code's picture that distributor A uploaded. */
  readonly qrCode: () => Promise<string | null>;
}

export type Request = {
  readonly path: string;
  readonly body?: object;
  readonly form?: FormData;
};

type Prepare = (named: Named) => Promise<Request> | Request;

/** The head of a PNG: nobody looks further to know what it is. */
const PICTURE = new Blob(
  [
    Uint8Array.from([
      ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52],
      ...[0, 0, 0, 2, 0, 0, 0, 2, 8, 6, 0, 0, 0],
    ]),
  ],
  { type: "image/png" },
);

function formWith(fields: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

function list(path: string): Prepare {
  return ({ emails }) => ({ path: path.replace("{email}", encodeURIComponent(emails.self)) });
}

const today = () => todayIst(Date.now());

const NEW_EMAIL = "newcomer@corner.test";

/** By method and path, as the table of rights names them: the request that A would make. */
const PREPARED: Record<string, Prepare> = {
  "POST /api/validate": () => ({ path: "/api/validate" }),
  "POST /api/auth/login": async ({ login }) => ({ path: "/api/auth/login", body: await login() }),
  "POST /api/auth/logout": () => ({ path: "/api/auth/logout" }),
  "POST /api/upload/image": () => ({
    path: "/api/upload/image",
    form: formWith({ image: PICTURE }),
  }),
  "POST /api/upload/qr-code": () => ({
    path: "/api/upload/qr-code",
    form: formWith({ qrCode: PICTURE }),
  }),
  "POST /api/otp/send-otp": () => ({ path: "/api/otp/send-otp", body: { email: NEW_EMAIL } }),
  "POST /api/otp/verify-otp": async ({ code }) => ({
    path: "/api/otp/verify-otp",
    body: { email: NEW_EMAIL, otp: await code(NEW_EMAIL) },
  }),
  "POST /api/auth/register": async ({ newcomer }) => ({
    path: "/api/auth/register",
    body: await newcomer(NEW_EMAIL),
  }),
  "GET /api/users/retailers": () => ({ path: "/api/users/retailers" }),
  "GET /api/users/distributors": () => ({ path: "/api/users/distributors" }),
  "GET /api/users/data/{distributorEmail}": ({ emails }) => ({
    path: `/api/users/data/${encodeURIComponent(emails.distributorA)}`,
  }),
  "GET /api/users/order-terms": () => ({ path: "/api/users/order-terms" }),
  "PUT /api/users/order-terms": () => ({
    path: "/api/users/order-terms",
    body: { answerDays: 14, minOrder: 0, networkOnly: false },
  }),
  "DELETE /api/users/retailers/{id}": ({ ids }) => ({
    path: `/api/users/retailers/${ids.retailerB}`,
  }),
  "DELETE /api/users/distributors/{id}": ({ ids }) => ({
    path: `/api/users/distributors/${ids.distributorB}`,
  }),
  "POST /api/products/add": ({ emails }) => ({
    path: "/api/products/add",
    form: formWith({
      image: PICTURE,
      productName: "Pot",
      productType: "Furniture",
      description: "Round.",
      quantity: "1",
      price: "1.5",
      stock: "3",
      distributorEmail: emails.distributorA,
    }),
  }),
  "GET /api/products?distributorEmail={email}": ({ emails }) => ({
    path: `/api/products?distributorEmail=${encodeURIComponent(emails.distributorA)}`,
  }),
  "GET /api/products/distributor/{email}": ({ emails }) => ({
    path: `/api/products/distributor/${encodeURIComponent(emails.distributorA)}`,
  }),
  "GET /api/products/all": () => ({ path: "/api/products/all" }),
  "GET /api/landingpage/products/all": () => ({ path: "/api/landingpage/products/all" }),
  "GET /api/products/{id}": ({ productId }) => ({ path: `/api/products/${productId}` }),
  "GET /api/products/{productId}/distributor": ({ productId }) => ({
    path: `/api/products/${productId}/distributor`,
  }),
  "PUT /api/products/{id}": ({ productId }) => ({
    path: `/api/products/${productId}`,
    body: { price: 2, tax: { hsn: "190531", taxKind: "taxable", ratePercent: 18, unit: "BOX" } },
  }),
  "DELETE /api/products/{id}": ({ productId }) => ({ path: `/api/products/${productId}` }),
  "POST /api/products/update-stock": ({ productId }) => ({
    path: "/api/products/update-stock",
    body: { productId, quantity: 1 },
  }),
  "PATCH /api/products/update-stock/{productId}": async ({ hold, productId }) => {
    await hold(3);
    return { path: `/api/products/update-stock/${productId}`, body: { increment: 3 } };
  },
  "POST /api/network/add": ({ emails }) => ({
    path: "/api/network/add",
    body: { distributorEmail: emails.distributorB, userEmail: emails.retailerA },
  }),
  "GET /api/network/pending?email={email}": list("/api/network/pending?email={email}"),
  "PUT /api/network/status/{id}": async ({ connection }) => ({
    path: `/api/network/status/${await connection("pending")}`,
    body: { status: "accepted" },
  }),
  "PUT /api/network/reject/status/{id}": async ({ connection }) => ({
    path: `/api/network/reject/status/${await connection("accepted")}`,
    body: { status: "rejected" },
  }),
  "GET /api/network/accepted?email={email}": list("/api/network/accepted?email={email}"),
  "GET /api/network/all/accepted/retailer?email={email}": list(
    "/api/network/all/accepted/retailer?email={email}",
  ),
  "GET /api/network/accepted/{email}": list("/api/network/accepted/{email}"),
  "POST /api/orders/place": ({ productId, emails }) => ({
    path: "/api/orders/place",
    body: { productId, quantity: 1, msg: "Soon.", userEmail: emails.retailerA },
  }),
  "GET /api/basket": () => ({ path: "/api/basket" }),
  "PUT /api/basket/{productId}": ({ productId }) => ({
    path: `/api/basket/${productId}`,
    body: { quantity: 2 },
  }),
  "DELETE /api/basket/{productId}": ({ productId }) => ({ path: `/api/basket/${productId}` }),
  "POST /api/orders": ({ productId }) => ({
    path: "/api/orders",
    body: {
      lines: [{ productId, quantity: 1, price: null }],
      msg: "Soon.",
      shortage: "ask",
      fromBasket: false,
    },
  }),
  "GET /api/orders/{id}": async ({ order }) => ({
    path: `/api/orders/${await order("pending")}`,
  }),
  "POST /api/orders/{id}/accept": async ({ order }) => ({
    path: `/api/orders/${await order("pending")}/accept`,
    body: {
      deliveryBefore: todayIst(Date.now() + DAY_MS),
      delivery: { stateCode: "27", pincode: "411001" },
      lines: null,
    },
  }),
  "POST /api/orders/{id}/reject": async ({ order }) => ({
    path: `/api/orders/${await order("pending")}/reject`,
    body: { orderCancelReason: "Sold out." },
  }),
  "POST /api/orders/{id}/cancel": async ({ order }) => ({
    path: `/api/orders/${await order("pending")}/cancel`,
    body: { orderCancelReason: "Too late." },
  }),
  "POST /api/orders/{id}/complete": async ({ order }) => ({
    path: `/api/orders/${await order("accepted")}/complete`,
  }),
  "DELETE /api/orders/{id}": async ({ order }) => ({
    path: `/api/orders/${await order("rejected")}`,
  }),
  "GET /api/notifications": () => ({ path: "/api/notifications" }),
  "POST /api/notifications/read": () => ({
    path: "/api/notifications/read",
    body: { all: true },
  }),
  "GET /api/offers": () => ({ path: "/api/offers" }),
  "POST /api/offers/{id}/agree": async ({ offer }) => ({
    path: `/api/offers/${await offer()}/agree`,
  }),
  "POST /api/offers/{id}/decline": async ({ offer }) => ({
    path: `/api/offers/${await offer()}/decline`,
  }),
  "POST /api/offers/{id}/withdraw": async ({ offer }) => ({
    path: `/api/offers/${await offer()}/withdraw`,
  }),
  "GET /api/orders/getdata/{id}": async ({ order }) => ({
    path: `/api/orders/getdata/${await order("pending")}`,
  }),
  "PATCH /api/orders/status/{id}": async ({ order }) => ({
    path: `/api/orders/status/${await order("pending")}`,
    body: { status: "rejected", orderCancelReason: "Sold out." },
  }),
  "DELETE /api/orders/status/{id}": async ({ order }) => ({
    path: `/api/orders/status/${await order("rejected")}`,
  }),
  "PUT /api/orders/{id}/status": async ({ order }) => ({
    path: `/api/orders/${await order("accepted")}/status`,
    body: { status: "completed" },
  }),
  "PATCH /api/orders/retail/status/{orderId}": async ({ order }) => ({
    path: `/api/orders/retail/status/${await order("pending")}`,
    body: { status: "cancelled", msg: "Too late." },
  }),
  "PATCH /api/orders/retail/msg/{orderId}": async ({ order }) => ({
    path: `/api/orders/retail/msg/${await order("pending")}`,
    body: { msg: "By noon." },
  }),
  "PUT /api/orders/update-message/{orderId}": async ({ order }) => ({
    path: `/api/orders/update-message/${await order("pending")}`,
    body: { newMessage: "By noon." },
  }),
  "DELETE /api/orders/delete-rejected/{orderId}": async ({ order }) => ({
    path: `/api/orders/delete-rejected/${await order("rejected")}`,
  }),
  "POST /api/invoices": async ({ order, qrCode, emails }) => ({
    path: "/api/invoices",
    body: {
      orderId: await order("accepted"),
      distributorEmail: emails.distributorA,
      qrCodeImage: await qrCode(),
    },
  }),
  "GET /api/invoices/email?email={email}": list("/api/invoices/email?email={email}"),
  "GET /api/invoices/{id}/credits": async ({ invoice }) => ({
    path: `/api/invoices/${(await invoice()).invoiceId}/credits`,
  }),
  "GET /api/invoices/{id}/credit-notes": async ({ invoice }) => ({
    path: `/api/invoices/${(await invoice()).invoiceId}/credit-notes`,
  }),
  "POST /api/invoices/{id}/credit-notes": async ({ invoice }) => {
    const { invoiceId, orderId } = await invoice();
    return {
      path: `/api/invoices/${invoiceId}/credit-notes`,
      body: {
        lines: [{ orderId, quantity: 1 }],
        ...{ reason: "returned", text: "Sent back.", restock: true },
      },
    };
  },
  "GET /api/credit-notes/{id}": async ({ creditNote }) => ({
    path: `/api/credit-notes/${await creditNote()}`,
  }),
  "GET /api/khata": () => ({ path: "/api/khata" }),
  "GET /api/khata/{partnerId}": ({ ids }) => ({ path: `/api/khata/${ids.partner}` }),
  "GET /api/khata/{partnerId}/entries": ({ ids }) => ({
    path: `/api/khata/${ids.partner}/entries`,
  }),
  "GET /api/khata/{partnerId}/statement?from={from}&to={to}": ({ ids }) => ({
    path: `/api/khata/${ids.partner}/statement?from=${today()}&to=${today()}`,
  }),
  "PUT /api/khata/{partnerId}/terms": ({ ids }) => ({
    path: `/api/khata/${ids.partner}/terms`,
    body: { terms: "credit", creditDays: 15, creditLimit: 1_000_000 },
  }),
  "POST /api/khata/{partnerId}/opening": ({ ids }) => ({
    path: `/api/khata/${ids.partner}/opening`,
    body: { amount: 1250.5, day: today() },
  }),
  "POST /api/khata/{partnerId}/opening/agree": async ({ ids, opening }) => ({
    path: `/api/khata/${ids.partner}/opening/agree`,
    body: { openingId: await opening() },
  }),
  "POST /api/khata/{partnerId}/opening/object": async ({ ids, opening }) => ({
    path: `/api/khata/${ids.partner}/opening/object`,
    body: { openingId: await opening(), reason: "It was less." },
  }),
  "POST /api/khata/{partnerId}/opening/withdraw": async ({ ids, opening }) => ({
    path: `/api/khata/${ids.partner}/opening/withdraw`,
    body: { openingId: await opening() },
  }),
  "POST /api/khata/{partnerId}/allowances": ({ ids }) => ({
    path: `/api/khata/${ids.partner}/allowances`,
    body: { amount: 500 },
  }),
  "GET /api/payments": () => ({ path: "/api/payments" }),
  "POST /api/payments": ({ ids }) => ({
    path: "/api/payments",
    body: {
      partnerId: ids.partner,
      ...{ amount: 1, method: "cash", advance: true },
      paidOn: today(),
    },
  }),
  "POST /api/payments/{id}/confirm": async ({ payment }) => ({
    path: `/api/payments/${await payment("claimed")}/confirm`,
  }),
  "POST /api/payments/{id}/dispute": async ({ payment }) => ({
    path: `/api/payments/${await payment("claimed")}/dispute`,
    body: { reason: "Nothing came." },
  }),
  "POST /api/payments/{id}/reverse": async ({ payment }) => ({
    path: `/api/payments/${await payment("recorded")}/reverse`,
    body: { reason: "The cheque bounced." },
  }),
  "POST /api/payments/{id}/withdraw": async ({ payment }) => ({
    path: `/api/payments/${await payment("claimed")}/withdraw`,
  }),
  "POST /api/payments/{id}/object": async ({ payment }) => ({
    path: `/api/payments/${await payment("recorded")}/object`,
    body: { reason: "I never paid this." },
  }),
  "GET /admin/orders": () => ({ path: "/admin/orders" }),
  "GET /admin/users": () => ({ path: "/admin/users" }),
  "GET /api/feedback": () => ({ path: "/api/feedback" }),
  "POST /api/feedback": ({ emails }) => ({
    path: "/api/feedback",
    body: { user: { email: emails.self }, complaint: "", review: "Good.", rating: 5 },
  }),
  "GET /api/news/top-headlines": () => ({ path: "/api/news/top-headlines" }),
  "GET /api/chat/conversations/{myEmail}/{otherEmail}": async ({ conversation, emails }) => {
    await conversation();
    const [my, other] = [emails.self, emails.other].map(encodeURIComponent);
    return { path: `/api/chat/conversations/${my}/${other}` };
  },
  "GET /api/chat/{conversationId}": async ({ conversation }) => ({
    path: `/api/chat/${await conversation()}`,
  }),
  "POST /api/chats/mark-read": async ({ conversation, emails }) => ({
    path: "/api/chats/mark-read",
    body: { conversationId: await conversation(), receiverEmail: emails.caller },
  }),
  "POST /api/chat/chats": async ({ conversation, emails }) => ({
    path: "/api/chat/chats",
    body: {
      conversationId: await conversation(),
      senderEmail: emails.self,
      receiverEmail: emails.other,
      content: "Good morning",
    },
  }),
};

for (const name of ["pending", "rejected", "accepted", "completed"]) {
  PREPARED[`GET /api/orders/${name}?distributorEmail={email}`] = list(
    `/api/orders/${name}?distributorEmail={email}`,
  );
  PREPARED[`GET /api/orders/${name}-by-email?userEmail={email}`] = list(
    `/api/orders/${name}-by-email?userEmail={email}`,
  );
}

/** The request that A would make of this call, named by method and path as in the table. */
export async function requestFor(call: string, named: Named): Promise<Request> {
  const prepare = PREPARED[call];
  if (prepare === undefined) throw new Error(`There is no request to try ${call} with`);
  return prepare(named);
}
