/** Argument values for function calls about A's or B's data, by field name. */
import { ROLE_OF, type Persona } from "../../convex/rest/rightsTable.setup";
import { DAY_MS, todayIst } from "../../domain/dates";
import type { Fixtures, PublicFunction } from "./arguments";
import type { Tenants } from "./tenants";

export interface FixtureOptions {
  readonly persona: Persona;
  readonly of: "A" | "B";
  readonly random: () => number;
}

/** Functions that get the caller's own password, so that a refusal is about rights. */
const NEEDS_OWN_PASSWORD =
  /^(developers:(createKey|createWebhook|renewSecret)|users:save(UpiId|BankAccount))$/;

/** Lines of an acceptance are places, those of a credit note have ids; those of an order or a basket are products. */
function lineOf(path: string, { orderId, productId }: { orderId: string; productId: string }) {
  if (path === "orders:accept") return { line: 0, quantity: 1 };
  return path === "creditNotes:issue"
    ? { lineId: orderId, quantity: 1 }
    : { productId, quantity: 1 };
}

export function fixturesFor(
  { accounts, trades, own }: Tenants,
  { path }: PublicFunction,
  { persona, of, random }: FixtureOptions,
): Fixtures {
  const [retailer, distributor] = [accounts[`retailer${of}`], accounts[`distributor${of}`]];
  const isSelling = ROLE_OF[persona as keyof typeof ROLE_OF] === "distributor";
  const other = isSelling ? retailer : distributor;
  const { orders, lineIds, payments, upload, qrCode, ...trade } = trades[of];
  const choose = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!;
  const today = todayIst(Date.now());
  // The last one is the only line's, which has its order's id alone.
  const orderId = choose([...Object.values(orders), ...lineIds, `${orders.pending}-1`]);
  const values = {
    ...trade,
    ...own,
    id: own.notificationId,
    orderId,
    orderIds: [orderId],
    // Distributor A would publish the unused upload; it gets its QR code instead.
    imageId: persona === "distributorA" ? qrCode.imageId : upload.imageId,
    qrImageId: qrCode.imageId,
    paymentId: /reverse|object/.test(path) ? payments.recorded : payments.claimed,
    partnerId: other.id,
    retailerId: retailer.id,
    distributorId: distributor.id,
    userId: choose([retailer.id, distributor.id]),
    distributorEmail: distributor.email,
    email: other.email,
    with: other.email,
    ...(path === "chat:send" && { to: other.email }),
    password:
      NEEDS_OWN_PASSWORD.test(path) && persona !== "anonymous"
        ? accounts[persona].password
        : "nobody guesses this one",
    deliveryBefore: todayIst(Date.now() + DAY_MS),
    paginationOpts: { numItems: 100, cursor: null },
    orderKey: `k${random()}`,
    sendKey: `k${random()}`,
    paymentKey: `k${random()}`,
    noteKey: `k${random()}`,
    ...(/^(exports|khata|payments):/.test(path) && {
      ...{ today, from: today, to: today, paidOn: today, day: today },
      ...{ method: "cash", invoiceIds: [trade.invoiceId] },
    }),
    month: today.slice(0, 7),
    lines: [lineOf(path, { orderId, productId: trade.productId })],
    productIds: [trade.productId],
    refreshToken: "none",
    ...(path === "auth:signIn" && {
      provider: "password",
      params: {
        email: other.email,
        password: "not the password",
        role: isSelling ? "retailer" : "distributor",
      },
    }),
  };
  return { values, choose };
}
