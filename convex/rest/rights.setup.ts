/** A market in which every call has something to work on that is A's, and the request that would do it. */
import { DAY_MS, todayIst } from "../../domain/dates";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { hashPassword, type PasswordHash } from "../auth/secrets";
import { PASSWORD, PNG, codeFor, imageFor, ticketFor } from "../auth/visitor.setup";
import {
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  placeOne,
  type Market,
  type Person,
} from "../market.setup";
import { type SentHeaders, tokenOf } from "./rest.setup";

export const PERSONAS = [
  "anonymous",
  "retailerA",
  "retailerB",
  "distributorA",
  "distributorB",
  "admin",
  "deletedUser",
  "expiredSession",
] as const;
export type Persona = (typeof PERSONAS)[number];

export const ROLE_OF = {
  retailerA: "retailer",
  retailerB: "retailer",
  distributorA: "distributor",
  distributorB: "distributor",
  admin: "admin",
} as const satisfies Partial<Record<Persona, string>>;

export type World = {
  readonly t: Market;
  readonly retailerA: Person;
  readonly retailerB: Person;
  readonly distributorA: Person;
  readonly distributorB: Person;
  readonly admin: Person;
  readonly productId: Id<"products">;
};

/** Retailer A and distributor A are connected and trade with each other; B and B know nobody. */
export async function openWorld(): Promise<World> {
  const t = openMarket();
  const world = {
    t,
    retailerA: await joinRetailer(t),
    retailerB: await joinRetailer(t),
    distributorA: await joinDistributor(t),
    distributorB: await joinDistributor(t),
    admin: await joinAdmin(t),
  };
  const productId = await listProduct(t, world.distributorA);
  await t.run((ctx) =>
    ctx.db.insert("connections", {
      retailerId: world.retailerA.user._id,
      distributorId: world.distributorA.user._id,
      status: "accepted",
      requestedAt: 1,
    }),
  );
  return { ...world, productId };
}

/** What a persona sends with every call. */
export async function headersOf(world: World, persona: Persona): Promise<SentHeaders> {
  const { t } = world;
  if (persona === "anonymous") return {};
  if (persona !== "deletedUser" && persona !== "expiredSession")
    return { Authorization: `Bearer ${await tokenOf(t, world[persona])}` };
  const person = await joinRetailer(t);
  const token = await tokenOf(t, person);
  await t.run(async (ctx) => {
    const row = await ctx.db.query("restTokens").order("desc").first();
    if (persona === "deletedUser") {
      await ctx.db.patch("users", person.user._id, { deactivatedAt: 1 });
    } else if (row !== null)
      await ctx.db.patch("restTokens", row._id, { expiresAt: Date.now() - 1 });
  });
  return { Authorization: `Bearer ${token}` };
}

export type Request = {
  readonly path: string;
  readonly body?: object;
  readonly form?: FormData;
};

/** Makes what the call needs; `self` is A on the persona's side of trade. */
type Prepare = (world: World, self: Person, as: Person) => Promise<Request> | Request;

function formWith(fields: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

const picture = () => new Blob([PNG], { type: "image/png" });

let passwordHash: Promise<PasswordHash> | undefined;

async function withPassword({ t, retailerA }: World): Promise<object> {
  passwordHash ??= hashPassword(PASSWORD);
  const password = await passwordHash;
  await t.run((ctx) => ctx.db.insert("credentials", { userId: retailerA.user._id, password }));
  return { email: retailerA.user.email, password: PASSWORD, role: "retailer" };
}

async function orderOf(
  world: World,
  status: "pending" | "accepted" | "rejected" = "pending",
): Promise<Id<"orders">> {
  const orderId = await placeOne(world.retailerA, world.productId);
  const { client } = world.distributorA;
  const deliveryBefore = todayIst(Date.now() + DAY_MS);
  if (status === "accepted") await client.mutation(api.orders.accept, { orderId, deliveryBefore });
  if (status === "rejected") await client.mutation(api.orders.reject, { orderId, reason: "No." });
  return orderId;
}

async function conversationOf({ t, retailerA, distributorA }: World): Promise<string> {
  const to = distributorA.user.email;
  await retailerA.client.mutation(api.chat.send, { to, content: "Hello", sendKey: "k" });
  const conversation = await t.run((ctx) => ctx.db.query("conversations").first());
  return conversation?._id ?? "none";
}

function connectionOf({ t }: World, status: "pending" | "accepted"): Promise<string> {
  return t.run(async (ctx) => {
    const connection = await ctx.db.query("connections").first();
    if (connection === null) return "none";
    await ctx.db.patch("connections", connection._id, { status });
    return connection._id;
  });
}

function otherSide({ retailerA, distributorA }: World, self: Person): string {
  return (self === retailerA ? distributorA : retailerA).user.email;
}

/** The e-mail of A, on whichever side the persona stands. */
const own = (_: World, self: Person): string => encodeURIComponent(self.user.email);

function list(path: string): Prepare {
  return (world, self) => ({ path: path.replace("{email}", own(world, self)) });
}

const NEW_EMAIL = "newcomer@corner.test";

async function newcomer({ t }: World): Promise<object> {
  const ticket = await ticketFor(t, NEW_EMAIL);
  const imageId = await imageFor(t, ticket);
  const image = await t.run((ctx) => ctx.storage.getUrl(imageId));
  const person = { name: "New", phone: "+919876543210", address: "1 Road", shopName: "Corner" };
  return { ...person, email: NEW_EMAIL, password: PASSWORD, role: "retailer", image, ticket };
}

/** The address of a payment code's picture that distributor A uploaded. */
function qrCodeOf({ t, distributorA }: World): Promise<string | null> {
  return t.run(async (ctx) => {
    const imageId = await ctx.storage.store(picture());
    const userId = distributorA.user._id;
    await ctx.db.insert("uploads", { imageId, purpose: "qrCode", userId, claimed: false });
    return ctx.storage.getUrl(imageId);
  });
}

/** By method and path, as the table of rights names them: the request that A would make. */
export const REQUESTS: Record<string, Prepare> = {
  "POST /api/validate": () => ({ path: "/api/validate" }),
  "POST /api/auth/login": async (world) => ({
    path: "/api/auth/login",
    body: await withPassword(world),
  }),
  "POST /api/auth/logout": () => ({ path: "/api/auth/logout" }),
  "POST /api/upload/image": () => ({
    path: "/api/upload/image",
    form: formWith({ image: picture() }),
  }),
  "POST /api/upload/qr-code": () => ({
    path: "/api/upload/qr-code",
    form: formWith({ qrCode: picture() }),
  }),
  "POST /api/otp/send-otp": () => ({ path: "/api/otp/send-otp", body: { email: NEW_EMAIL } }),
  "POST /api/otp/verify-otp": async ({ t }) => {
    await t.action(api.auth.sendOtp, { email: NEW_EMAIL, purpose: "signup" });
    const otp = await codeFor(t, NEW_EMAIL);
    return { path: "/api/otp/verify-otp", body: { email: NEW_EMAIL, otp } };
  },
  "POST /api/auth/register": async (world) => ({
    path: "/api/auth/register",
    body: await newcomer(world),
  }),
  "GET /api/users/retailers": () => ({ path: "/api/users/retailers" }),
  "GET /api/users/distributors": () => ({ path: "/api/users/distributors" }),
  "GET /api/users/data/{distributorEmail}": ({ distributorA }) => ({
    path: `/api/users/data/${encodeURIComponent(distributorA.user.email)}`,
  }),
  "DELETE /api/users/retailers/{id}": ({ retailerB }) => ({
    path: `/api/users/retailers/${retailerB.user._id}`,
  }),
  "DELETE /api/users/distributors/{id}": ({ distributorB }) => ({
    path: `/api/users/distributors/${distributorB.user._id}`,
  }),
  "POST /api/products/add": ({ distributorA }) => ({
    path: "/api/products/add",
    form: formWith({
      image: picture(),
      productName: "Pot",
      productType: "Furniture",
      description: "Round.",
      quantity: "1",
      price: "1.5",
      stock: "3",
      distributorEmail: distributorA.user.email,
    }),
  }),
  "GET /api/products?distributorEmail={email}": ({ distributorA }) => ({
    path: `/api/products?distributorEmail=${encodeURIComponent(distributorA.user.email)}`,
  }),
  "GET /api/products/distributor/{email}": ({ distributorA }) => ({
    path: `/api/products/distributor/${encodeURIComponent(distributorA.user.email)}`,
  }),
  "GET /api/products/all": () => ({ path: "/api/products/all" }),
  "GET /api/landingpage/products/all": () => ({ path: "/api/landingpage/products/all" }),
  "GET /api/products/{id}": ({ productId }) => ({ path: `/api/products/${productId}` }),
  "GET /api/products/{productId}/distributor": ({ productId }) => ({
    path: `/api/products/${productId}/distributor`,
  }),
  "PUT /api/products/{id}": ({ productId }) => ({
    path: `/api/products/${productId}`,
    body: { price: 2 },
  }),
  "DELETE /api/products/{id}": ({ productId }) => ({ path: `/api/products/${productId}` }),
  "POST /api/products/update-stock": ({ productId }) => ({
    path: "/api/products/update-stock",
    body: { productId, quantity: 1 },
  }),
  "PATCH /api/products/update-stock/{productId}": async ({ t, retailerA, productId }) => {
    await t.run((ctx) =>
      ctx.db.insert("stockHolds", {
        retailerId: retailerA.user._id,
        productId,
        quantity: 3,
        expiresAt: Date.now() + 60_000,
      }),
    );
    return { path: `/api/products/update-stock/${productId}`, body: { increment: 3 } };
  },
  "POST /api/network/add": ({ retailerA, distributorB }) => ({
    path: "/api/network/add",
    body: { distributorEmail: distributorB.user.email, userEmail: retailerA.user.email },
  }),
  "GET /api/network/pending?email={email}": list("/api/network/pending?email={email}"),
  "PUT /api/network/status/{id}": async (world) => ({
    path: `/api/network/status/${await connectionOf(world, "pending")}`,
    body: { status: "accepted" },
  }),
  "PUT /api/network/reject/status/{id}": async (world) => ({
    path: `/api/network/reject/status/${await connectionOf(world, "accepted")}`,
    body: { status: "rejected" },
  }),
  "GET /api/network/accepted?email={email}": list("/api/network/accepted?email={email}"),
  "GET /api/network/all/accepted/retailer?email={email}": list(
    "/api/network/all/accepted/retailer?email={email}",
  ),
  "GET /api/network/accepted/{email}": list("/api/network/accepted/{email}"),
  "POST /api/orders/place": ({ productId, retailerA }) => ({
    path: "/api/orders/place",
    body: { productId, quantity: 1, msg: "Soon.", userEmail: retailerA.user.email },
  }),
  "GET /api/orders/getdata/{id}": async (world) => ({
    path: `/api/orders/getdata/${await orderOf(world)}`,
  }),
  "PATCH /api/orders/status/{id}": async (world) => ({
    path: `/api/orders/status/${await orderOf(world)}`,
    body: { status: "rejected", orderCancelReason: "Sold out." },
  }),
  "DELETE /api/orders/status/{id}": async (world) => ({
    path: `/api/orders/status/${await orderOf(world, "rejected")}`,
  }),
  "PUT /api/orders/{id}/status": async (world) => ({
    path: `/api/orders/${await orderOf(world, "accepted")}/status`,
    body: { status: "completed" },
  }),
  "PATCH /api/orders/retail/status/{orderId}": async (world) => ({
    path: `/api/orders/retail/status/${await orderOf(world)}`,
    body: { status: "cancelled", msg: "Too late." },
  }),
  "PATCH /api/orders/retail/msg/{orderId}": async (world) => ({
    path: `/api/orders/retail/msg/${await orderOf(world)}`,
    body: { msg: "By noon." },
  }),
  "PUT /api/orders/update-message/{orderId}": async (world) => ({
    path: `/api/orders/update-message/${await orderOf(world)}`,
    body: { newMessage: "By noon." },
  }),
  "DELETE /api/orders/delete-rejected/{orderId}": async (world) => ({
    path: `/api/orders/delete-rejected/${await orderOf(world, "rejected")}`,
  }),
  "POST /api/invoices": async (world) => {
    const orderId = await orderOf(world, "accepted");
    const { email: distributorEmail } = world.distributorA.user;
    const qrCodeImage = await qrCodeOf(world);
    return { path: "/api/invoices", body: { orderId, distributorEmail, qrCodeImage } };
  },
  "GET /api/invoices/email?email={email}": list("/api/invoices/email?email={email}"),
  "GET /admin/orders": () => ({ path: "/admin/orders" }),
  "GET /admin/users": () => ({ path: "/admin/users" }),
  "GET /api/feedback": () => ({ path: "/api/feedback" }),
  "POST /api/feedback": (_, self) => ({
    path: "/api/feedback",
    body: { user: { email: self.user.email }, complaint: "", review: "Good.", rating: 5 },
  }),
  "GET /api/news/top-headlines": () => ({ path: "/api/news/top-headlines" }),
  "GET /api/chat/conversations/{myEmail}/{otherEmail}": async (world, self) => {
    await conversationOf(world);
    const [my, other] = [self.user.email, otherSide(world, self)].map(encodeURIComponent);
    return { path: `/api/chat/conversations/${my}/${other}` };
  },
  "GET /api/chat/{conversationId}": async (world) => ({
    path: `/api/chat/${await conversationOf(world)}`,
  }),
  "POST /api/chats/mark-read": async (world, _, as) => ({
    path: "/api/chats/mark-read",
    body: { conversationId: await conversationOf(world), receiverEmail: as.user.email },
  }),
  "POST /api/chat/chats": async (world, self) => ({
    path: "/api/chat/chats",
    body: {
      conversationId: await conversationOf(world),
      senderEmail: self.user.email,
      receiverEmail: otherSide(world, self),
      content: "Good morning",
    },
  }),
};

for (const name of ["pending", "rejected", "accepted", "completed"]) {
  REQUESTS[`GET /api/orders/${name}?distributorEmail={email}`] = list(
    `/api/orders/${name}?distributorEmail={email}`,
  );
  REQUESTS[`GET /api/orders/${name}-by-email?userEmail={email}`] = list(
    `/api/orders/${name}-by-email?userEmail={email}`,
  );
}
