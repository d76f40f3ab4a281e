/** The demo's money: what was paid of its invoices, the terms of some pairs, and payments that wait for a word. */
import { addDays, todayIst } from "../../domain/dates";
import type { CreditTerms } from "../../domain/fields/creditTerms";
import { invariant } from "../../domain/invariant";
import { PAYMENT_METHODS, type PaymentMethod } from "../../domain/paymentMethods";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { dueOf, getAccount } from "../khata/accounts";
import { setTerms } from "../khata/terms";
import { type NewPayment, tellPayment } from "../payments/claims";
import type { DemoPeople } from "./people";

const REFERENCES: Record<PaymentMethod, (plan: number) => string | undefined> = {
  upi: (plan) => String(412_345_600_000 + plan),
  cash: () => undefined,
  bank: (plan) => `HDFCN52026${String(plan).padStart(6, "0")}`,
  cheque: (plan) => String(100_200 + plan),
};

type PaidBy = Pick<NewPayment, "method" | "reference" | "bank">;

function methodOf(plan: number): PaidBy {
  const method = PAYMENT_METHODS[plan % PAYMENT_METHODS.length] ?? "cash";
  const reference = REFERENCES[method](plan);
  return { method, reference, bank: method === "cheque" ? "State Bank of India" : undefined };
}

/** The distributor notes that what is open of the order's invoice was paid. */
export async function payOrder(
  ctx: MutationCtx,
  { retailer, distributor }: { retailer: Doc<"users">; distributor: Doc<"users"> },
  { orderId, plan, at }: { orderId: Id<"orders">; plan: number; at: number },
): Promise<void> {
  const invoiceId = (await ctx.db.get("orders", orderId))?.invoiceId;
  invariant(invoiceId !== undefined, `Order ${plan} has no invoice.`);
  const due = await dueOf(ctx, invoiceId);
  if (due.openPaise === 0) return;
  const payment = { ...methodOf(plan), amountPaise: due.openPaise, invoiceIds: [invoiceId] };
  const paymentArgs = {
    partnerId: retailer._id,
    paidOn: todayIst(at),
    once: { owner: distributor._id, key: `demo-payment-${plan}`, digest: "" },
  };
  await tellPayment(ctx, distributor, { ...paymentArgs, ...payment }, at);
}

const LAKH_PAISE = 1_00_000_00;

/** Terms by retailer and distributor, as they stand in the demo. Limits leave room for more orders. */
const TERMS: readonly (readonly [retailer: number, distributor: number, terms: CreditTerms])[] = [
  [0, 0, { terms: "credit", creditDays: 30, creditLimitPaise: 10 * LAKH_PAISE }],
  [1, 0, { terms: "credit", creditDays: 14, creditLimitPaise: 5 * LAKH_PAISE }],
  [2, 1, { terms: "advance" }],
  [3, 2, { terms: "credit", creditDays: 7, blockOverdueDays: 90, overduePaiseIgnored: LAKH_PAISE }],
];

/** Retailers who say that they paid a part of what they owe, by retailer and distributor. */
const CLAIMS: readonly (readonly [retailer: number, distributor: number])[] = [
  [0, 0],
  [1, 0],
  [0, 1],
];

/** The least balance of which a part can be paid. */
const CLAIMED_FROM_PAISE = 1_000;

/** Sets terms and tells of payments that wait. */
export async function plantMoney(
  ctx: MutationCtx,
  { retailers, distributors }: DemoPeople,
  now: number,
): Promise<void> {
  for (const [row, column, terms] of TERMS) {
    const [retailer, distributor] = [retailers[row], distributors[column]];
    if (retailer === undefined || distributor === undefined) continue;
    await setTerms(ctx, distributor, { retailerId: retailer._id, ...terms });
  }
  for (const [at, [row, column]] of CLAIMS.entries()) {
    const [retailer, distributor] = [retailers[row], distributors[column]];
    if (retailer === undefined || distributor === undefined) continue;
    const pair = { retailerId: retailer._id, distributorId: distributor._id };
    const owed = (await getAccount(ctx, pair))?.balancePaise ?? 0;
    if (owed < CLAIMED_FROM_PAISE) continue;
    await tellPayment(
      ctx,
      retailer,
      {
        partnerId: distributor._id,
        amountPaise: Math.floor(owed / 200) * 100,
        method: "upi",
        reference: String(612_345_600_000 + at),
        paidOn: addDays(todayIst(now), -at),
        invoiceIds: [],
        once: { owner: retailer._id, key: `demo-claim-${at}`, digest: "" },
      },
      now,
    );
  }
}
