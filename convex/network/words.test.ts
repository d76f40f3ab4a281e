/** A block ends free words and pictures, in both directions; orders that are open and money are settled without them. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  acceptOne,
  ANY_ORDERS,
  everything,
  joinRetailer,
  newKey,
  openConnectedPair,
  placeOne,
  refusal,
  requireOrder,
} from "../market.setup";
import { ask, bearerOf } from "../rest/rest.setup";

beforeEach(() => vi.stubEnv("RATE_LIMITS", "off"));

const ABUSE = "You are a thief.";
const WITHHELD = "No reason given";
const tomorrow = () => todayIst(Date.now() + DAY_MS);

describe.each(["retailer", "distributor"] as const)("[BLOCK1] across a %s's block", (side) => {
  /** A trade with an open order, an invoice, a claim that waits and a recorded payment, then the block. */
  async function blocked({ hasUpiId = true } = {}) {
    const upiId = hasUpiId ? "big@upi" : undefined;
    const pair = await openConnectedPair({ distributor: { orderTerms: ANY_ORDERS, upiId } });
    const { t, retailer, distributor, productId } = pair;
    const [retailerId, distributorId] = [retailer.user._id, distributor.user._id];
    const qrImageId = hasUpiId ? undefined : await uploaded(pair, "qrCode");
    const accepted = await placeOne(retailer, productId, 5);
    const given = { orderId: accepted, deliveryBefore: tomorrow() };
    const { invoiceId } = await acceptOne(distributor, {
      ...given,
      ...(qrImageId !== undefined && { qrImageId }),
    });
    const pending = await placeOne(retailer, productId, 2);
    const told = { amountPaise: 1_00, paidOn: todayIst(Date.now()), invoiceIds: [] };
    const payment = () => ({ ...told, method: "cash" as const, paymentKey: newKey() });
    const claim = (more: { proofImageId?: Id<"_storage"> } = {}) =>
      retailer.client.mutation(api.payments.claim, {
        ...{ ...payment(), partnerId: distributorId, ...more },
      });
    const { paymentId: claimed } = await claim();
    const { paymentId: recorded } = await distributor.client.mutation(api.payments.record, {
      ...{ ...payment(), partnerId: retailerId },
    });
    const [who, whom] = side === "retailer" ? [retailer, distributor] : [distributor, retailer];
    await who.client.mutation(api.network.block, { userId: whom.user._id });
    const rowsHold = async (text: string) => (await everything(t)).includes(text);
    const codeOf = (reader: "retailer" | "distributor") =>
      reader === side ? "YOU_BLOCKED" : "NOT_AVAILABLE";
    return { ...pair, accepted, pending, invoiceId, claim, claimed, recorded, rowsHold, codeOf };
  }
  type Blocked = Pick<Awaited<ReturnType<typeof openConnectedPair>>, "t"> & {
    readonly distributor: Awaited<ReturnType<typeof joinRetailer>>;
    readonly retailer: Awaited<ReturnType<typeof joinRetailer>>;
  };

  function uploaded({ t, retailer, distributor }: Blocked, purpose: "image" | "qrCode") {
    const userId = (purpose === "image" ? retailer : distributor).user._id;
    return t.run(async (ctx) => {
      const imageId = await ctx.storage.store(new Blob(["picture"], { type: "image/png" }));
      await ctx.db.insert("uploads", { imageId, purpose, userId, claimed: false });
      return imageId;
    });
  }

  it("no message of an old order is reworded", async () => {
    const { t, retailer, pending, accepted, codeOf } = await blocked();
    const headers = await bearerOf(t, retailer);
    const before = await everything(t);
    for (const orderId of [pending, accepted]) {
      const reworded = retailer.client.mutation(api.orders.updateMessage, { orderId, msg: ABUSE });
      expect(await refusal(reworded)).toEqual({ code: codeOf("retailer") });
    }
    const answer = await ask(t, `PUT /api/orders/update-message/${pending}`, {
      ...{ headers, body: { newMessage: ABUSE } },
    });
    expect(answer).toMatchObject({ status: 409, body: { code: codeOf("retailer") } });
    expect(await everything(t)).toBe(before);
  });

  it("a rejection and a cancellation of open orders pass without their words, and can be repeated", async () => {
    const { t, distributor, pending, rowsHold } = await blocked();
    const reject = () =>
      distributor.client.mutation(api.orders.reject, { orderIds: [pending], reason: ABUSE });
    await reject();
    await reject();
    expect(await requireOrder(t, pending)).toMatchObject({ orderCancelReason: WITHHELD });
    const other = await blocked();
    const cancel = () =>
      other.retailer.client.mutation(api.orders.cancel, {
        ...{ orderIds: [other.pending], reason: ABUSE },
      });
    await cancel();
    await cancel();
    const { client } = other.distributor;
    expect(await client.query(api.orders.one, { orderId: other.pending })).toMatchObject({
      ...{ orderCancelReason: WITHHELD, msg: `Cancelled by Retailer. Reason: ${WITHHELD}` },
    });
    expect([await rowsHold(ABUSE), await other.rowsHold(ABUSE)]).toEqual([false, false]);
  });

  it("orders of others that are rejected in the same step keep their reason", async () => {
    const { t, distributor, productId, pending } = await blocked();
    const neighbour = await joinRetailer(t);
    const theirs = await placeOne(neighbour, productId);
    const orderIds = [pending, theirs];
    await distributor.client.mutation(api.orders.reject, { orderIds, reason: "Sold out" });
    const reasons = await Promise.all(
      orderIds.map(async (id) => (await requireOrder(t, id)).orderCancelReason),
    );
    expect(reasons).toEqual([WITHHELD, "Sold out"]);
  });

  it("a claim has no picture; without one it is told, and answered without words", async () => {
    const { t, distributor, retailer, claim, claimed, codeOf, rowsHold } = await blocked();
    const proofImageId = await uploaded({ t, distributor, retailer }, "image");
    const before = await everything(t);
    expect(await refusal(claim({ proofImageId }))).toEqual({ code: codeOf("retailer") });
    expect(await everything(t)).toBe(before);
    const { paymentId } = await claim();
    const { client } = distributor;
    const dispute = () => client.mutation(api.payments.dispute, { paymentId, reason: ABUSE });
    await dispute();
    await dispute();
    await client.mutation(api.payments.confirm, { paymentId: claimed });
    await client.mutation(api.payments.reverse, { paymentId: claimed, reason: ABUSE });
    const rows = await t.run(async (ctx) => [
      await ctx.db.get("payments", paymentId),
      await ctx.db.get("payments", claimed),
    ]);
    expect(rows).toMatchObject([
      { state: "disputed", reason: WITHHELD },
      { state: "reversed", reason: WITHHELD },
    ]);
    expect(await rowsHold(ABUSE)).toBe(false);
  });

  it("a recorded payment is objected to without words", async () => {
    const { t, retailer, recorded, rowsHold } = await blocked();
    const object = () =>
      retailer.client.mutation(api.payments.object, { paymentId: recorded, reason: ABUSE });
    await object();
    await object();
    const payment = await t.run((ctx) => ctx.db.get("payments", recorded));
    expect(payment).toMatchObject({ objection: WITHHELD });
    expect(await rowsHold(ABUSE)).toBe(false);
  });

  it("a credit note is issued without its words", async () => {
    const { t, distributor, accepted, invoiceId } = await blocked();
    const issue = {
      ...{ invoiceId, lines: [{ lineId: accepted, quantity: 1 }], restocks: true },
      ...{ reason: "other" as const, text: ABUSE, noteKey: newKey() },
    };
    const { noteId } = await distributor.client.mutation(api.creditNotes.issue, issue);
    expect(await distributor.client.mutation(api.creditNotes.issue, issue)).toEqual({ noteId });
    const note = await t.run((ctx) => ctx.db.get("creditNotes", noteId));
    expect(note).toMatchObject({ reason: "other" });
    expect(note).not.toHaveProperty("reasonText");
  });

  it("an invoice without a payment code gets none", async () => {
    const { t, retailer, distributor, accepted, invoiceId, codeOf } = await blocked();
    const qrImageId = await uploaded({ t, distributor, retailer }, "qrCode");
    await t.run((ctx) => ctx.db.patch("invoices", invoiceId, { upiLink: undefined }));
    const headers = await bearerOf(t, distributor);
    const attached = await ask(t, "POST /api/invoices", {
      ...{ headers, body: { orderId: accepted, imageId: qrImageId } },
    });
    expect(attached).toMatchObject({ status: 409, body: { code: codeOf("distributor") } });
    const invoice = await t.run((ctx) => ctx.db.get("invoices", invoiceId));
    expect(invoice?.qrImageId).toBeUndefined();
  });

  it.each([true, false])(
    "an open order is accepted without a picture (saved UPI ID: %s)",
    async (hasUpiId) => {
      const { t, retailer, distributor, pending } = await blocked({ hasUpiId });
      const qrImageId = await uploaded({ t, distributor, retailer }, "qrCode");
      const accept = () =>
        acceptOne(distributor, { orderId: pending, deliveryBefore: tomorrow(), qrImageId });
      const { invoiceId } = await accept();
      expect(await accept()).toEqual({ invoiceId });
      const invoice = await t.run((ctx) => ctx.db.get("invoices", invoiceId));
      expect(invoice?.qrImageId).toBeUndefined();
      expect(invoice?.upiLink !== undefined).toBe(hasUpiId);
      const [upload] = await t.run((ctx) =>
        ctx.db
          .query("uploads")
          .withIndex("by_image", (q) => q.eq("imageId", qrImageId))
          .take(1),
      );
      expect(upload).toMatchObject({ claimed: false });
    },
  );
});
