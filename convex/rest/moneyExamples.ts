/** Examples of the calls about invoices, credit notes, the khata and payments, a part of `examples.ts`. */
import type { Example } from "./exampleCommands";
import { asDistributor, asRetailer, first, MEENA, orderLine } from "./exampleParts";

const invoice = { INVOICE: first("/api/invoices/email") };

const partner = { PARTNER: first("/api/khata", "partnerId") };
const proposed = {
  PROPOSER: { words: "the partner of GET /api/khata/{partnerId} whose opening is proposed" },
  OPENING: { words: "the _id of that opening" },
};
const today = { TODAY: { words: "today in India, such as 2026-12-31" } };
const claim = {
  CLAIM: { words: "the _id of a row of GET /api/payments; a retailer's POST /api/payments claims" },
};
const recorded = {
  RECORDED: { words: "the _id of the payment that POST /api/payments answered to the distributor" },
};

export const MONEY_EXAMPLES: Readonly<Record<string, Example>> = {
  "POST /api/invoices": {
    ...asDistributor,
    json: { orderId: "$ORDER", qrCodeImage: "$QR" },
    needs: {
      ...orderLine("accepted"),
      QR: { words: "the url that POST /api/upload/qr-code answered" },
    },
  },
  "GET /api/invoices/email": { ...asRetailer, path: `/api/invoices/email?email=${MEENA}&limit=2` },

  "GET /api/invoices/{id}/credits": {
    ...asDistributor,
    path: "/api/invoices/$INVOICE/credits",
    needs: invoice,
  },
  "POST /api/invoices/{id}/credit-notes": {
    ...asDistributor,
    path: "/api/invoices/$INVOICE/credit-notes",
    key: true,
    json: {
      lines: [{ orderId: "$LINE", quantity: 1 }],
      reason: "damaged",
      text: "The box was wet.",
      restock: false,
    },
    needs: {
      ...invoice,
      LINE: { words: "the orderId of a line that GET /api/invoices/{id}/credits answered" },
    },
  },
  "GET /api/invoices/{id}/credit-notes": {
    ...asDistributor,
    path: "/api/invoices/$CREDITED/credit-notes",
    needs: { CREDITED: { words: "the invoiceId of a credit note, which its webhook has too" } },
  },
  "GET /api/credit-notes/{id}": {
    ...asDistributor,
    path: "/api/credit-notes/$NOTE",
    needs: {
      NOTE: {
        words: "the _id of the credit note that POST /api/invoices/{id}/credit-notes answered",
      },
    },
  },

  "GET /api/khata": { ...asDistributor, path: "/api/khata?limit=5" },
  "GET /api/khata/{partnerId}": { ...asRetailer, path: "/api/khata/$PARTNER", needs: partner },
  "PUT /api/khata/{partnerId}/terms": {
    ...asDistributor,
    path: "/api/khata/$PARTNER/terms",
    json: { terms: "credit", creditDays: 15, creditLimit: 500000 },
    needs: partner,
  },
  "POST /api/khata/{partnerId}/allowances": {
    ...asDistributor,
    path: "/api/khata/$PARTNER/allowances",
    json: { amount: 5000 },
    needs: partner,
  },
  "POST /api/khata/{partnerId}/opening": {
    ...asDistributor,
    path: "/api/khata/$PARTNER/opening",
    json: { amount: 12500.5, day: "$TODAY" },
    needs: {
      PARTNER: {
        words: "the _id of a connected retailer whose GET /api/khata/{partnerId} has no entries",
      },
      ...today,
    },
  },
  "POST /api/khata/{partnerId}/opening/agree": {
    ...asRetailer,
    path: "/api/khata/$PROPOSER/opening/agree",
    json: { openingId: "$OPENING" },
    needs: proposed,
  },
  "POST /api/khata/{partnerId}/opening/object": {
    ...asRetailer,
    path: "/api/khata/$PROPOSER/opening/object",
    json: { openingId: "$OPENING", reason: "It was less." },
    needs: proposed,
  },
  "POST /api/khata/{partnerId}/opening/withdraw": {
    ...asDistributor,
    path: "/api/khata/$PROPOSER/opening/withdraw",
    json: { openingId: "$OPENING" },
    needs: proposed,
  },
  "POST /api/payments": {
    ...asRetailer,
    key: true,
    json: {
      partnerId: "$PARTNER",
      amount: 500,
      method: "upi",
      reference: "412345678901",
      paidOn: "$TODAY",
      advance: true,
    },
    needs: { ...partner, ...today },
  },
  "GET /api/payments": { ...asDistributor },
  "POST /api/payments/{id}/confirm": {
    ...asDistributor,
    path: "/api/payments/$CLAIM/confirm",
    needs: claim,
  },
  "POST /api/payments/{id}/dispute": {
    ...asDistributor,
    path: "/api/payments/$CLAIM/dispute",
    json: { reason: "Nothing came on that day." },
    needs: claim,
  },
  "POST /api/payments/{id}/withdraw": {
    ...asRetailer,
    path: "/api/payments/$CLAIM/withdraw",
    needs: claim,
  },
  "POST /api/payments/{id}/object": {
    ...asRetailer,
    path: "/api/payments/$RECORDED/object",
    json: { reason: "I paid 200 more." },
    needs: recorded,
  },
  "POST /api/payments/{id}/reverse": {
    ...asDistributor,
    path: "/api/payments/$RECORDED/reverse",
    json: { reason: "The cheque bounced." },
    needs: recorded,
  },
  "GET /api/khata/{partnerId}/entries": {
    ...asDistributor,
    path: "/api/khata/$PARTNER/entries?limit=5",
    needs: partner,
  },
  "GET /api/khata/{partnerId}/statement": {
    ...asDistributor,
    path: "/api/khata/$PARTNER/statement?from=$TODAY&to=$TODAY",
    needs: { ...partner, ...today },
  },
};
