/**
 * The eight personas of the rights table in a running market. A and B are two pairs of traders with data of every kind, and a
 * canary in every text. The personas with a closed account or an ended session keep their old token.
 */
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import type { Named } from "../../convex/rest/requests.setup";
import { PERSONAS, type Persona, ROLE_OF } from "../../convex/rest/rightsTable.setup";
import { DAY_MS, todayIst } from "../../domain/dates";
import { logIn, operatorOf, register, untilFolded } from "../../testkit/clients";
import type { Market } from "../../testkit/market";
import { pictureForm, type Person, oneTimeCode } from "../../testkit/people";
import type { Canaries } from "./canaries";
import { PASSWORD, joinAdmin } from "../../testkit/traders";

type Client = Awaited<ReturnType<typeof logIn>>["http"];
interface Tenant {
  readonly persona: Persona;
  readonly id: Id<"users">;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly http: Client;
}

interface Trade {
  readonly productId: Id<"products">;
  readonly connectionId: string;
  readonly conversationId: string;
  /** Of one line each; `several` waits with some of its lines, of which each party refused one. */
  readonly orders: Readonly<
    Record<
      "pending" | "accepted" | "rejected" | "completed" | "cancelled" | "several",
      Id<"orders">
    >
  >;
  /** Of the order of several lines. */
  readonly lineIds: readonly string[];
  /** Of one piece of the two that another pending order asks for. */
  readonly offerId: Id<"offers">;
  /** A proposal that waits. */
  readonly openingId: Id<"openings">;
  readonly invoiceId: Id<"invoices">;
  readonly noteId: Id<"creditNotes">;
  /** The retailer's claim, and a payment that the distributor recorded. */
  readonly payments: Readonly<Record<"claimed" | "recorded", Id<"payments">>>;
  /** An upload of the distributor that no row references. */
  readonly upload: { readonly imageId: Id<"_storage">; readonly url: string };
  readonly qrCode: { readonly imageId: Id<"_storage">; readonly url: string };
}

type Accounts = Readonly<Record<Exclude<Persona, "anonymous">, Tenant>>;
export interface Tenants {
  readonly market: Market;
  readonly accounts: Accounts;
  readonly trades: Readonly<Record<"A" | "B", Trade>>;
  /** Ids that belong to retailer A. */
  readonly own: {
    readonly keyId: string;
    readonly webhookId: string;
    readonly savedBasketId: string;
    readonly notificationId: string;
  };
}

const PAGE = { paginationOpts: { numItems: 50, cursor: null } };

function personOf(persona: Persona, canaries: Canaries): Person {
  const canary = (field: Parameters<Canaries["create"]>[1]) => canaries.create(persona, field);
  const digits = `9177${String(PERSONAS.indexOf(persona)).repeat(8)}`;
  const person = {
    name: canary("name"),
    email: `${canary("email").toLowerCase()}@example.test`,
    phone: `+${canaries.register(digits, persona, "phone")}`,
    password: `${PASSWORD} ${canary("secret")}`,
    address: `1 ${canary("address")} Road\nPune`,
  };
  return persona.startsWith("distributor")
    ? { ...person, role: "distributor", companyName: canary("business") }
    : { ...person, role: "retailer", shopName: canary("business") };
}

async function join(market: Market, persona: Persona, canaries: Canaries): Promise<Tenant> {
  const person = personOf(persona, canaries);
  const { email, password } = person;
  if (persona === "admin")
    return { persona, email, password, ...(await joinAdmin(market, { email, password })) };
  await register(market, person);
  const { http, token } = await logIn(market, person);
  const me = await http.query(api.users.me, {});
  if (me === null) throw new Error(`${persona} could not log in.`);
  return { persona, id: me._id, token, http, email, password };
}

/** Adds feedback, an API key and a webhook. It comes after the trade, so that the webhook gets no events of it. */
async function addPrivateData(
  { persona, http, password }: Tenant,
  canaries: Canaries,
): Promise<void> {
  await http.mutation(api.feedback.submit, {
    complaint: canaries.create(persona, "complaint"),
    review: canaries.create(persona, "review"),
    rating: 3,
  });
  const name = canaries.create(persona, "keyName");
  const { key } = await http.action(api.developers.createKey, { name, scope: "read", password });
  canaries.register(key, persona, "secret");
  const url = `https://${canaries.create(persona, "webhook")}.invalid/`;
  const events = ["order.completed" as const];
  const { secret } = await http.action(api.developers.createWebhook, { url, events, password });
  canaries.register(secret, persona, "secret");
}

type Uploaded = { imageId: Id<"_storage">; url: string };

async function uploadAs(
  { url }: Market,
  headers: Record<string, string>,
  field: "image" | "qrCode",
): Promise<Uploaded> {
  const path = field === "image" ? "image" : "qr-code";
  const sent = { method: "POST", body: pictureForm(field), headers };
  return (await (await fetch(`${url}/api/upload/${path}`, sent)).json()) as Uploaded;
}

const tomorrow = () => todayIst(Date.now() + DAY_MS);

async function trade(
  market: Market,
  retailer: Tenant,
  distributor: Tenant,
  canaries: Canaries,
): Promise<Trade> {
  const [buyer, seller] = [retailer.http, distributor.http];
  const headers = { Authorization: `Bearer ${distributor.token}` };
  const upiId = `${canaries.create(distributor.persona, "upi")}@upi`;
  await seller.action(api.users.saveUpiId, { upiId, password: distributor.password });
  const { productId } = await seller.mutation(api.products.add, {
    name: canaries.create(distributor.persona, "product"),
    description: canaries.create(distributor.persona, "description"),
    ...{ type: "Furniture", packSize: 1, pricePaise: 12_550, stock: 1_000 },
    imageId: (await uploadAs(market, headers, "image")).imageId,
  });
  await buyer.mutation(api.network.request, { distributorId: distributor.id });
  const [request] = (await seller.query(api.network.pending, PAGE)).page;
  const connectionId = request?._id ?? "none";
  await seller.mutation(api.network.answer, { connectionId, status: "accepted" });
  for (const [from, to] of [
    [retailer, distributor],
    [distributor, retailer],
  ] as const) {
    await from.http.mutation(api.chat.send, {
      to: to.email,
      content: canaries.create(from.persona, "chat"),
      sendKey: canaries.create(from.persona, "sendKey"),
    });
  }
  const conversation = await buyer.query(api.chat.conversation, { with: distributor.email });
  // Before the first entry.
  const proposed = { retailerId: retailer.id, paise: 100, day: todayIst(Date.now()) };
  await seller.mutation(api.khata.openWith, proposed);
  const { opening } = await buyer.query(api.khata.account, { partnerId: distributor.id });
  if (opening === undefined) throw new Error("No opening balance was proposed.");
  const place = async (...quantities: readonly number[]) => {
    const { orderId } = await buyer.mutation(api.orders.place, {
      orderKey: crypto.randomUUID(),
      msg: canaries.create(retailer.persona, "message"),
      lines: quantities.map((quantity) => ({ productId, quantity })),
    });
    return orderId;
  };
  const orders = {
    pending: await place(1),
    // Of one piece there is a credit note, others can still have one.
    accepted: await place(20),
    rejected: await place(1),
    completed: await place(1),
    cancelled: await place(1),
    several: await place(1, 2, 3, 4),
  };
  const qrCode = await uploadAs(market, headers, "qrCode");
  const deliveryBefore = tomorrow();
  const { accepted: orderId, rejected, completed, cancelled, several } = orders;
  const lineIds = ["1", "2", "3", "4"].map((place) => `${several}-${place}`);
  const reason = canaries.create(distributor.persona, "reason");
  await seller.mutation(api.orders.reject, { orderIds: [rejected, lineIds[0]!], reason });
  await buyer.mutation(api.orders.cancel, {
    orderIds: [cancelled, lineIds[1]!],
    reason: canaries.create(retailer.persona, "reason"),
  });
  const qrImageId = qrCode.imageId;
  await seller.mutation(api.orders.accept, { orderId: completed, deliveryBefore });
  await seller.mutation(api.orders.complete, { orderIds: [completed] });
  const { invoiceId } = await seller.mutation(api.orders.accept, {
    orderId,
    deliveryBefore,
    qrImageId,
  });
  if (invoiceId === null) throw new Error("The order was not accepted.");
  const fewer = { orderId: await place(2), lines: [{ line: 0, quantity: 1 }] };
  const { offerId } = await seller.mutation(api.orders.accept, { ...fewer, deliveryBefore });
  if (offerId === null) throw new Error("Nothing was offered.");
  const told = { amountPaise: 100, method: "cash" as const, paidOn: todayIst(Date.now()) };
  const objection = canaries.create(retailer.persona, "objection");
  const { paymentId: claimed } = await buyer.mutation(api.payments.claim, {
    ...{ ...told, partnerId: distributor.id, invoiceIds: [invoiceId] },
    paymentKey: canaries.create(retailer.persona, "sendKey"),
  });
  const { paymentId: recorded } = await seller.mutation(api.payments.record, {
    ...{ ...told, partnerId: retailer.id, invoiceIds: [] },
    paymentKey: canaries.create(distributor.persona, "sendKey"),
  });
  await buyer.mutation(api.payments.object, { paymentId: recorded, reason: objection });
  const { noteId } = await seller.mutation(api.creditNotes.issue, {
    ...{ invoiceId, lines: [{ lineId: orderId, quantity: 1 }], restocks: false },
    ...{ reason: "other", text: canaries.create(distributor.persona, "creditText") },
    noteKey: canaries.create(distributor.persona, "sendKey"),
  });
  const upload = await uploadAs(market, headers, "image");
  const file = (url: string) => new URL(url).pathname.split("/").at(-1)!;
  canaries.register(file(upload.url), distributor.persona, "upload");
  canaries.register(upload.imageId, distributor.persona, "upload");
  canaries.register(file(qrCode.url), distributor.persona, "qrCode");
  return {
    ...{ productId, connectionId, orders, lineIds, invoiceId, noteId, upload, qrCode },
    payments: { claimed, recorded },
    ...{ offerId, openingId: opening._id },
    conversationId: conversation?.conversationId ?? "none",
  };
}

export async function joinTenants(market: Market, canaries: Canaries): Promise<Tenants> {
  const joined = Object.fromEntries(
    await Promise.all(
      PERSONAS.filter((persona) => persona !== "anonymous").map(async (persona) => [
        persona,
        await join(market, persona, canaries),
      ]),
    ),
  ) as Accounts;
  const { retailerA, retailerB, distributorA, distributorB, deletedUser, expiredSession } = joined;
  const trades = {
    A: await trade(market, retailerA, distributorA, canaries),
    B: await trade(market, retailerB, distributorB, canaries),
  };
  for (const tenant of Object.values(joined)) {
    if (tenant.persona !== "admin") await addPrivateData(tenant, canaries);
  }
  const keyOf = async ({ http }: Tenant) => (await http.query(api.developers.keys, {}))[0]!._id;
  const hookOf = async ({ http }: Tenant) =>
    (await http.query(api.developers.webhooks, {}))[0]!._id;
  const savedBasketOf = async ({ http, persona }: Tenant, productId: Id<"products">) => {
    await http.mutation(api.basket.set, { productId, quantity: 1 });
    const name = canaries.create(persona, "savedBasket");
    return (await http.mutation(api.basket.save, { name })).savedBasketId;
  };
  const notificationOf = async ({ http }: Tenant) =>
    (await http.query(api.notifications.list, { ...PAGE, filter: "all" })).page[0]!.id;
  await untilFolded(market);
  await deletedUser.http.action(api.account.close, { password: deletedUser.password });
  await expiredSession.http.action(api.auth.signOut, {});
  const own = {
    keyId: await keyOf(retailerA),
    webhookId: await hookOf(retailerA),
    savedBasketId: await savedBasketOf(retailerA, trades.A.productId),
    notificationId: await notificationOf(retailerA),
  };
  return { market, accounts: joined, trades, own };
}

export function tokenOf({ accounts }: Tenants, persona: Persona): string | undefined {
  return persona === "anonymous" ? undefined : accounts[persona].token;
}

/** The trade that a persona is a party of; those who are none ask about A's. */
export const sideOf = (persona: Persona) => (persona.endsWith("B") ? "B" : "A");

/** Returns the parameters of a persona's requests. All of them are existing data of this trade. */
export function parametersFor(
  { market, accounts, trades }: Tenants,
  persona: Persona,
  of: "A" | "B" = "A",
): Named {
  const { retailerA, distributorA, retailerB, distributorB } = accounts;
  const [retailer, distributor, trade] = [
    accounts[`retailer${of}`],
    accounts[`distributor${of}`],
    trades[of],
  ];
  const isSelling = persona.startsWith("distributor");
  const [self, other] = isSelling ? [distributor, retailer] : [retailer, distributor];
  const caller = persona in ROLE_OF ? accounts[persona as keyof typeof ROLE_OF] : retailerA;
  const made = <Value>(value: Value) => Promise.resolve(value);
  return {
    emails: {
      self: self.email,
      other: other.email,
      caller: caller.email,
      retailerA: retailerA.email,
      distributorA: distributorA.email,
      distributorB: distributorB.email,
    },
    ids: { retailerB: retailerB.id, distributorB: distributorB.id, partner: other.id },
    productId: trade.productId,
    login: () => made({ email: retailerA.email, password: retailerA.password, role: "retailer" }),
    code: (email) => codeFor(market, email),
    newcomer: (email) => newcomer(market, email),
    // Strangers name one line of several.
    order: (status) =>
      made(
        status === "pending" && persona.endsWith("B") ? trade.lineIds[2]! : trade.orders[status],
      ),
    offer: () => made(trade.offerId),
    opening: () => made(trade.openingId),
    payment: (kind) => made(trade.payments[kind]),
    invoice: () => made({ invoiceId: trade.invoiceId, orderId: trade.orders.accepted }),
    creditNote: () => made(trade.noteId),
    connection: () => made(trade.connectionId),
    conversation: () => made(trade.conversationId),
    hold: () => made(undefined),
    qrCode: () => made(trade.qrCode.url),
  };
}

async function codeFor(market: Market, email: string): Promise<string> {
  const http = operatorOf(market);
  await http.action(api.auth.sendOtp, { email, purpose: "signup" });
  return oneTimeCode(market, email);
}

async function newcomer(market: Market, email: string): Promise<object> {
  const otp = await codeFor(market, email);
  const proof = { email, otp, purpose: "signup" as const };
  const { ticket } = await operatorOf(market).action(api.auth.verifyOtp, proof);
  const { url } = await uploadAs(market, { "X-Signup-Ticket": ticket }, "image");
  const person = { name: "New", phone: "+919876543210", address: "1 Road", shopName: "Corner" };
  return { ...person, email, password: PASSWORD, role: "retailer", image: url, ticket };
}
