/**
 * Everything that can be refused: a closed list of codes, each with its HTTP
 * status and the specification's words (§5 and §8). The server throws a code
 * with data; screens and REST turn it into words here and nowhere else.
 */
import { formatDate } from "./dates";
import { plusGst } from "./gst/plusGst";
import { formatRupees } from "./money";
import { nearestText } from "./productTerms";

export const ERRORS = {
  UNAUTHENTICATED: { status: 401, text: "Please log in to continue." },
  INVALID_LOGIN: { status: 401, text: "Invalid email, password or role." },
  WRONG_ACCOUNT: {
    status: 403,
    text: "This was meant for another account. Nothing was changed.",
  },
  FORBIDDEN: { status: 403, text: "You are not allowed to do this." },
  NOT_FOUND: { status: 404, text: "Not found." },
  TOO_MANY: { status: 429, text: "Too many attempts. Please try again later." },
  TOO_MUCH_DATA: {
    status: 429,
    text: "Your account has stored as much as it may in a day.",
  },
  /** The backend's: so little of the disk is free that only what must go on is written. */
  DISK_FULL: {
    status: 507,
    text: "Mandi's disk is nearly full, so nothing new can be saved now. Sign-in and answers to open orders still work. Please try again later.",
  },
  BAD_REQUEST: { status: 400, text: "The request is not valid." },
  BAD_JSON: { status: 400, text: "The request body must be a JSON object." },
  BAD_CURSOR: { status: 400, text: "This place in the list is not known any more." },
  NO_SUCH_METHOD: { status: 405, text: "This address does not take that method." },
  TOO_LARGE: { status: 413, text: "The request is too large." },
  UNSUPPORTED_MEDIA: { status: 415, text: "This kind of content is not understood." },
  READ_ONLY_KEY: { status: 403, text: "This key may only read." },
  BAD_STATUS: { status: 400, text: "Invalid status." },
  INTERNAL: { status: 500, text: "Something went wrong on our side." },
  BAD_KEY: { status: 400, text: "The request key is not valid." },
  KEY_REUSED: { status: 422, text: "This request was already used with different data." },

  // Accounts
  INVALID_EMAIL: { status: 400, text: "Please enter a valid email address." },
  INVALID_OTP: { status: 400, text: "Invalid OTP" },
  OTP_LIMIT: { status: 429, text: "Failed to send OTP. Please try again." },
  EMAIL_NOT_VERIFIED: {
    status: 403,
    text: "Please verify your email with OTP before registering.",
  },
  EMAIL_TAKEN: { status: 409, text: "An account with this email already exists." },
  INVALID_ROLE: { status: 400, text: "Invalid role." },
  MISSING_FIELDS: { status: 400, text: "Please fill in all required fields." },
  BAD_PHONE: { status: 400, text: "Please enter a valid phone number." },
  BAD_PASSWORD: { status: 400, text: "Please choose a password of 8 to 128 characters." },
  COMMON_PASSWORD: {
    status: 400,
    text: "That is one of the passwords that are tried first. Please choose another.",
  },
  WRONG_PASSWORD: { status: 403, text: "That is not your current password." },
  BAD_UPI_ID: { status: 400, text: "Please enter a valid UPI ID, such as name@bank." },

  /** `fault` is its name, `detail` its sentence. */
  BAD_GSTIN: { status: 400, text: "This is no GSTIN." },
  /** `field` names the wrong one. */
  BAD_TAX_DETAILS: { status: 400, text: "Please choose your State and enter a PIN code." },
  /** Of a distributor with a GSTIN: `missing` has what its document lacks, `detail` the same in words. */
  TAX_DETAILS_MISSING: { status: 409, text: "The invoice needs more tax details." },

  // Pictures
  NO_IMAGE: { status: 400, text: "Please select an image file" },
  IMAGE_TYPE: { status: 415, text: "Please upload an image file (JPEG, PNG, GIF)" },
  IMAGE_TOO_LARGE: { status: 413, text: "Image file must be smaller than 5MB" },
  QR_TYPE: { status: 415, text: "Failed to upload QR code" },

  // Products
  BAD_PRODUCT: { status: 400, text: "Failed to add product" },
  STALE_STOCK: { status: 409, text: "The stock changed while you were editing." },
  SKU_TAKEN: { status: 409, text: "Another of your products has this SKU." },

  IMPORT_NOT_READY: {
    status: 409,
    text: "The pictures of new products are being drawn. Please try again.",
  },

  BAD_QUANTITY: { status: 400, text: "Quantity (must be greater than 0)" },
  TOO_MANY_HOLDS: { status: 409, text: "There are too many open reservations." },
  HELD_TOO_LONG: {
    status: 429,
    text: "You kept this product reserved for long without ordering it. Please order it, or reserve it later.",
  },
  NO_STOCK_TO_RESTORE: { status: 409, text: "No stock to restore." },

  // Connections
  ALREADY_ANSWERED: { status: 409, text: "This request was already answered." },
  ALREADY_CONNECTED: { status: 409, text: "Request already sent or already connected." },

  REQUESTS_PAUSED: {
    status: 429,
    text: "This distributor did not accept your requests.",
  },
  /** Of the blocked party, who is not told why. */
  NOT_AVAILABLE: { status: 409, text: "This is not possible with this business at present." },
  YOU_BLOCKED: {
    status: 409,
    text: "You blocked this business. You can unblock it in your settings.",
  },

  // Chat
  NOT_CONNECTED: { status: 403, text: "Failed to send message" },

  // Keys and webhooks
  BAD_KEY_NAME: { status: 400, text: "Please enter a name of at most 100 characters." },
  TOO_MANY_KEYS: { status: 409, text: "There are too many keys. Please revoke one first." },
  BAD_WEBHOOK_URL: { status: 400, text: "Please enter a full address that begins with https://." },
  PRIVATE_ADDRESS: {
    status: 400,
    text: "This address leads into a private network, where nothing is sent.",
  },
  NO_EVENTS: { status: 400, text: "Please choose at least one event." },
  TOO_MANY_WEBHOOKS: {
    status: 409,
    text: "There are too many webhooks. Please delete one first.",
  },

  // Push
  BAD_PUSH_SUBSCRIPTION: { status: 400, text: "This browser gave no usable address for pushes." },

  // Orders and invoices
  MISSING_INFORMATION: { status: 400, text: "Please provide: " },
  ONE_DISTRIBUTOR: { status: 400, text: "An order goes to one distributor." },
  BASKET_FULL: { status: 409, text: "The basket is full." },
  ORDERED_ALREADY: {
    status: 409,
    text: "The same was ordered a short while ago, and has left your basket. To order more, add it again.",
  },
  BASKET_EMPTY: { status: 409, text: "There is nothing in the basket." },
  BAD_BASKET_NAME: { status: 400, text: "Please enter a name of at most 60 characters." },
  BASKET_NAME_TAKEN: { status: 409, text: "Another of your saved baskets has this name." },
  TOO_MANY_BASKETS: {
    status: 409,
    text: "There are too many saved baskets. Please delete one first.",
  },
  /** Of an order with several lines: `lines` has the refusal of each, with its `productId`. */
  LINES_REFUSED: { status: 409, text: "Some products can't be ordered like this." },
  TOO_MANY_LINES: { status: 400, text: "There are too many products in this order." },
  INSUFFICIENT_STOCK: { status: 409, text: "Insufficient stock" },
  BAD_MULTIPLE: { status: 409, text: "This product is sold in other quantities." },
  TOO_MANY_PIECES: {
    status: 409,
    text: "That is more of this product than may wait for an answer.",
  },
  TOO_MANY_OPEN_ORDERS: {
    status: 409,
    text: "You have too many orders waiting for this distributor's answer.",
  },
  BAD_TERMS: { status: 400, text: "Please enter whole numbers within the limits." },
  MIN_ORDER: { status: 409, text: "This distributor takes larger orders." },
  NETWORK_ONLY: {
    status: 403,
    text: "This distributor takes orders from connected retailers only. Connect first.",
  },
  PRICE_CHANGED: { status: 409, text: "The price of this product has changed." },
  ILLEGAL_MOVE: { status: 409, text: "This order can no longer be changed." },
  /** Of the id of one of several lines, where the call moves orders: `orderId` is the order's. */
  WHOLE_ORDER: {
    status: 409,
    text: "This is one of several lines of an order. Please answer the whole order.",
  },
  /** Orders that are none or too many for one call, or lines that are none of the order's or come twice. */
  BAD_LINES: { status: 400, text: "These orders can't be answered together." },
  OFFER_CLOSED: { status: 409, text: "This offer is no longer open." },
  NO_MESSAGE: { status: 400, text: "Failed to update the message." },
  NO_REASON: { status: 400, text: "Please provide a reason for rejection." },
  NO_DELIVERY_DATE: { status: 400, text: "Please select a delivery date." },
  BAD_DELIVERY_DATE: { status: 400, text: "Date input not valid." },
  NO_QR: { status: 400, text: "Please upload a QR code image for payment." },
  HAS_PAYMENT_CODE: { status: 409, text: "This invoice already has a payment code." },
  NO_MATCHING_ORDER: {
    status: 409,
    text: "Failed to accept the order and generate invoice. Please try again later.",
  },
  // Credit and payments
  CREDIT_LIMIT: { status: 409, text: "This order goes beyond your credit with this distributor." },
  OVERDUE: { status: 409, text: "A payment to this distributor is overdue." },
  BAD_CREDIT_TERMS: { status: 400, text: "Please enter whole numbers within the limits." },
  LEDGER_STARTED: { status: 409, text: "An opening balance comes before the first entry." },
  /** Of a distributor: a retailer whose order came to nothing is no partner. */
  NOT_PARTNERS: {
    status: 409,
    text: "This needs a connection with the retailer, or an order that you accepted.",
  },
  OPENING_CLOSED: { status: 409, text: "This opening balance is no longer open to an answer." },
  TOO_MANY_OPENINGS: {
    status: 409,
    text: "The opening balance was proposed too often. Please settle it with the retailer.",
  },
  BAD_AMOUNT: { status: 400, text: "Please enter an amount in rupees, with at most two decimals." },
  BAD_PAYMENT_DAY: { status: 400, text: "Please choose a day within the last 90 days." },
  BAD_OPENING_DAY: { status: 400, text: "Please choose a day of the last five years." },
  BAD_REFERENCE: { status: 400, text: "The reference does not have the form of this method." },
  BAD_CHEQUE_BANK: { status: 400, text: "Please give the name of the cheque's bank." },
  DUPLICATE_REFERENCE: { status: 409, text: "A payment with this reference is already noted." },
  /** More than is owed, and not said to be meant so. */
  ADVANCE_NOT_MEANT: { status: 409, text: "This is more than is owed." },
  TOO_MANY_CLAIMS: {
    status: 409,
    text: "There are too many payments that wait to be confirmed.",
  },
  PAYMENT_CLOSED: { status: 409, text: "This payment can no longer be changed." },
  BAD_PERIOD: { status: 400, text: "Please choose a period of at most a year." },
  BAD_BANK_ACCOUNT: { status: 400, text: "Please enter a valid account number and IFSC." },

  // Credit notes
  BAD_CREDIT_NOTE: { status: 400, text: "Please enter the pieces to be credited." },
  NO_CREDIT_TEXT: { status: 400, text: "Please say why in at most 500 characters." },
  /** More pieces than are left of a line: `left` of `productName`, `detail` the same in words. */
  CREDITED_TOO_MUCH: { status: 409, text: "That is more than is left to credit." },
  TOO_MANY_CREDIT_NOTES: { status: 409, text: "There are too many credit notes of this invoice." },

  INVOICE_SERIES_FULL: { status: 409, text: "This financial year's invoice numbers are used up." },
} as const satisfies Record<string, { readonly status: number; readonly text: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Data of a refusal: its code, and the figures that belong to it. */
export type ErrorData = { readonly code: ErrorCode } & Readonly<Record<string, unknown>>;

export function isErrorData(value: unknown): value is ErrorData {
  return (
    typeof value === "object" &&
    value !== null &&
    "code" in value &&
    Object.hasOwn(ERRORS, String(value.code))
  );
}

/** Connecting raises the limit, where there is no connection yet. */
function connectFirst({ connected }: ErrorData): string {
  return connected === true ? "" : " Connect with the distributor to order more.";
}

function countOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

/** A sentence of the server: the words of rare refusals are no part of what every screen loads. */
function sentence({ detail }: ErrorData): string {
  return typeof detail === "string" && detail !== "" ? ` ${detail}` : "";
}

/** "12 minutes", "5 hours": rounded up, so that it is not too early. */
function durationText(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** Texts that some codes append, made from their figures. */
const FIGURES: Partial<Record<ErrorCode, (data: ErrorData) => string>> = {
  MISSING_INFORMATION: ({ missing }) => (Array.isArray(missing) ? missing.join(", ") : ""),
  INSUFFICIENT_STOCK: ({ stock }) => `. Available stock: ${Number(stock)}`,
  BAD_MULTIPLE: ({ lower, upper }) =>
    ` ${nearestText({ lower: countOf(lower), upper: countOf(upper) })}`,
  MIN_ORDER: ({ minPaise, totalPaise }) =>
    ` The minimum is ${formatRupees(Number(minPaise))}: ${formatRupees(Number(minPaise) - Number(totalPaise))} more.`,
  PRICE_CHANGED: ({ pricePaise, addedTaxBp }) => {
    const tax = typeof addedTaxBp === "number" ? plusGst(addedTaxBp) : "";
    return ` It is ${formatRupees(Number(pricePaise))}${tax} now.`;
  },
  TOO_MANY_PIECES: (data) =>
    ` You can have ${Number(data["max"])} pieces of ${String(data["productName"])} waiting.${connectFirst(data)}`,
  TOO_MANY_OPEN_ORDERS: (data) => ` The limit is ${Number(data["max"])}.${connectFirst(data)}`,
  REQUESTS_PAUSED: ({ until }) => ` You can ask again on ${formatDate(Number(until))}.`,
  CREDIT_LIMIT: ({ limitPaise, usedPaise, neededPaise }) =>
    ` The limit is ${formatRupees(Number(limitPaise))}, ${formatRupees(Number(usedPaise))} of it are used, and this order needs ${formatRupees(Number(neededPaise))}.`,
  OVERDUE: ({ openPaise, dueOn }) =>
    ` ${formatRupees(Number(openPaise))} were due on ${formatDate(String(dueOn))}.`,
  ADVANCE_NOT_MEANT: ({ advancePaise }) =>
    ` ${formatRupees(Number(advancePaise))} is an advance. Go on?`,
  CREDITED_TOO_MUCH: sentence,
  BAD_GSTIN: sentence,
  TAX_DETAILS_MISSING: sentence,
  STALE_STOCK: ({ stock }) => ` It is ${Number(stock)} now.`,
  TOO_MUCH_DATA: ({ retryAfterMs }) =>
    typeof retryAfterMs === "number" ? ` This can be saved in ${durationText(retryAfterMs)}.` : "",
};

const CREDIT_OF_RETAILER =
  "With its GST and rounding this order goes beyond the retailer's credit with you.";

/** The credit is the reader's own, or that of the retailer whose order the reader answers. */
function sentenceOf({ code, ofRetailer }: ErrorData): string {
  return code === "CREDIT_LIMIT" && ofRetailer === true ? CREDIT_OF_RETAILER : ERRORS[code].text;
}

/** The refusal in words that a trader reads. */
export function errorText(data: ErrorData): string {
  return sentenceOf(data) + (FIGURES[data.code]?.(data) ?? "");
}
