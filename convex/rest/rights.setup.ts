/** A market in memory in which every call has something to work on that is A's. */
import { DAY_MS, todayIst } from "../../domain/dates";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { hashPassword, type PasswordHash } from "../auth/secrets";
import { PASSWORD, PNG, codeFor, imageFor, ticketFor } from "../auth/visitor.setup";
import {
  acceptOne,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  offerOne,
  openMarket,
  placeOne,
  type Market,
  type Person,
} from "../market.setup";
import { type SentHeaders, tokenOf } from "./rest.setup";
import type { Named } from "./requests.setup";
import { type Persona, ROLE_OF } from "./rightsTable.setup";

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

/** Headers that a persona sends with every call. */
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

let passwordHash: Promise<PasswordHash> | undefined;

async function withPassword({ t, retailerA }: World): Promise<object> {
  passwordHash ??= hashPassword(PASSWORD);
  const password = await passwordHash;
  await t.run((ctx) => ctx.db.insert("credentials", { userId: retailerA.user._id, password }));
  return { email: retailerA.user.email, password: PASSWORD, role: "retailer" };
}

async function orderOf(
  world: World,
  status: "pending" | "accepted" | "rejected",
): Promise<Id<"orders">> {
  const orderId = await placeOne(world.retailerA, world.productId);
  const { client } = world.distributorA;
  const deliveryBefore = todayIst(Date.now() + DAY_MS);
  if (status === "accepted") await client.mutation(api.orders.accept, { orderId, deliveryBefore });
  if (status === "rejected")
    await client.mutation(api.orders.reject, { orderIds: [orderId], reason: "No." });
  return orderId;
}

async function offerOf({ retailerA, distributorA, productId }: World): Promise<Id<"offers">> {
  return offerOne(distributorA, await placeOne(retailerA, productId, 2));
}

async function openingOf({ t, retailerA, distributorA }: World): Promise<string> {
  const proposed = { retailerId: retailerA.user._id, paise: 1_00, day: todayIst(Date.now()) };
  await distributorA.client.mutation(api.khata.openWith, proposed);
  const opening = await t.run((ctx) => ctx.db.query("openings").order("desc").first());
  return opening?._id ?? "none";
}

async function paymentOf(
  { retailerA, distributorA }: World,
  kind: "claimed" | "recorded",
): Promise<string> {
  const told = {
    ...{ amountPaise: 1_00, method: "cash" as const, paidOn: todayIst(Date.now()) },
    ...{ invoiceIds: [], isAdvanceMeant: true, paymentKey: kind },
  };
  const partnerId = kind === "claimed" ? distributorA.user._id : retailerA.user._id;
  const { paymentId } = await (kind === "claimed"
    ? retailerA.client.mutation(api.payments.claim, { ...told, partnerId })
    : distributorA.client.mutation(api.payments.record, { ...told, partnerId }));
  return paymentId;
}

async function invoiceOf({ retailerA, distributorA, productId }: World) {
  const orderId = await placeOne(retailerA, productId, 2);
  const deliveryBefore = todayIst(Date.now() + DAY_MS);
  const { invoiceId } = await acceptOne(distributorA, { orderId, deliveryBefore });
  return { invoiceId, orderId };
}

async function creditNoteOf(world: World): Promise<string> {
  const { invoiceId, orderId } = await invoiceOf(world);
  const { noteId } = await world.distributorA.client.mutation(api.creditNotes.issue, {
    ...{ invoiceId, lines: [{ lineId: orderId, quantity: 1 }], reason: "returned" as const },
    ...{ restocks: true, noteKey: "note" },
  });
  return noteId;
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

async function newcomer({ t }: World, email: string): Promise<object> {
  const ticket = await ticketFor(t, email);
  const imageId = await imageFor(t, ticket);
  const image = await t.run((ctx) => ctx.storage.getUrl(imageId));
  const person = { name: "New", phone: "+919876543210", address: "1 Road", shopName: "Corner" };
  return { ...person, email, password: PASSWORD, role: "retailer", image, ticket };
}

function qrCodeOf({ t, distributorA }: World): Promise<string | null> {
  return t.run(async (ctx) => {
    const imageId = await ctx.storage.store(new Blob([PNG], { type: "image/png" }));
    const userId = distributorA.user._id;
    // Accepting gave the invoice a code of the UPI ID already.
    for (const { _id } of await ctx.db.query("invoices").take(10))
      await ctx.db.patch("invoices", _id, { upiLink: undefined });
    await ctx.db.insert("uploads", { imageId, purpose: "qrCode", userId, claimed: false });
    return ctx.storage.getUrl(imageId);
  });
}

async function mailedCode({ t }: World, email: string): Promise<string> {
  await t.action(api.auth.sendOtp, { email, purpose: "signup" });
  return codeFor(t, email);
}

async function hold({ t, retailerA, productId }: World, quantity: number): Promise<void> {
  const expiresAt = Date.now() + 60_000;
  const retailerId = retailerA.user._id;
  await t.run((ctx) => ctx.db.insert("stockHolds", { retailerId, productId, quantity, expiresAt }));
}

/** Ids and names of this market that a persona's requests use. */
export function namedIn(world: World, persona: Persona): Named {
  const { retailerA, retailerB, distributorA, distributorB, productId } = world;
  const isSelling = persona.startsWith("distributor");
  const [self, other] = isSelling ? [distributorA, retailerA] : [retailerA, distributorA];
  const caller = persona in ROLE_OF ? world[persona as keyof typeof ROLE_OF] : retailerA;
  return {
    emails: {
      self: self.user.email,
      other: other.user.email,
      caller: caller.user.email,
      retailerA: retailerA.user.email,
      distributorA: distributorA.user.email,
      distributorB: distributorB.user.email,
    },
    ids: {
      retailerB: retailerB.user._id,
      distributorB: distributorB.user._id,
      partner: other.user._id,
    },
    productId,
    login: () => withPassword(world),
    code: (email) => mailedCode(world, email),
    newcomer: (email) => newcomer(world, email),
    order: (status) => orderOf(world, status),
    offer: () => offerOf(world),
    opening: () => openingOf(world),
    payment: (kind) => paymentOf(world, kind),
    invoice: () => invoiceOf(world),
    creditNote: () => creditNoteOf(world),
    connection: (status) => connectionOf(world, status),
    conversation: () => conversationOf(world),
    hold: (quantity) => hold(world, quantity),
    qrCode: () => qrCodeOf(world),
  };
}
