/**
 * Everything that can be refused: a closed list of codes, each with its HTTP status, the specification's words (§5 and §8) and the
 * fields of its data. The server throws a code with data; screens and REST turn it into words here and nowhere else.
 */
import { formatDate } from "./dates";
import { missingText, type NamedMissing } from "./gst/missingText";
import { plusGst } from "./gst/plusGst";
import { formatRupees } from "./money";
import { nearestText } from "./productTerms";
import { type Message, msg, t } from "./language/texts";

/** Types of the fields of error data. A "?" after a kind marks a field that may be absent. */
type Kinds = {
  string: string;
  number: number;
  boolean: boolean;
  "number|null": number | null;
  "string[]": readonly string[];
  "object[]": readonly NamedMissing[];
  "line[]": readonly RefusedLine[];
};

type Kind = keyof Kinds;
type FieldKinds = Readonly<Record<string, Kind | `${Kind}?`>>;

type FieldsOf<Fields extends FieldKinds> = {
  readonly [Name in keyof Fields as Fields[Name] extends Kind ? Name : never]: Kinds[Fields[Name] &
    Kind];
} & {
  readonly [
    Name in keyof Fields as Fields[Name] extends Kind ? never : Name
  ]?: Fields[Name] extends `${infer Base extends Kind}?` ? Kinds[Base] : never;
};

const NONE = {} as const;

/** `text` is the sentence without figures; `write` gets it in the reader's language, and adds those of the data. */
function error<const Fields extends FieldKinds = typeof NONE>(
  status: number,
  text: Message,
  fields: Fields = {} as Fields,
  write: (data: FieldsOf<Fields>, text: string) => string = (_, plain) => plain,
) {
  return { status, text, fields, write };
}

const FIELD = { field: "string?" } as const;
const MAX = { max: "number" } as const;
const RETRY = { retryAfterMs: "number?" } as const;
const STATE = { state: "string" } as const;
const STATUS = { status: "string?" } as const;

/** Returns the sentence that says how many pieces of a product are left to credit. */
export function leftText(product: string, left: number): string {
  return t("Of {product} it is {left}.", { product, left: left.toLocaleString("en-IN") });
}

/** Connecting raises the limit, where there is no connection yet. */
function connectFirst(connected: boolean): string {
  return connected ? "" : ` ${t("Connect with the distributor to order more.")}`;
}

/** Says when something can be saved again: rounded up, so that it is not too early. */
function savingText(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  return minutes < 120
    ? t("This can be saved in {count, plural, one {# minute} other {# minutes}}.", {
        count: minutes,
      })
    : t("This can be saved in {count, plural, one {# hour} other {# hours}}.", {
        count: Math.ceil(minutes / 60),
      });
}

export const ERRORS = {
  UNAUTHENTICATED: error(401, msg("Please log in to continue.")),
  INVALID_LOGIN: error(401, msg("Invalid email, password or role.")),
  WRONG_ACCOUNT: error(403, msg("This was meant for another account. Nothing was changed.")),
  FORBIDDEN: error(403, msg("You are not allowed to do this.")),
  NOT_FOUND: error(404, msg("Not found.")),
  TOO_MANY: error(429, msg("Too many attempts. Please try again later."), RETRY),
  TOO_MUCH_DATA: error(
    429,
    msg("Your account has stored as much as it may in a day."),
    RETRY,
    ({ retryAfterMs }, text) =>
      retryAfterMs === undefined ? text : `${text} ${savingText(retryAfterMs)}`,
  ),
  /** The backend's: so little of the disk is free that only what must go on is written. */
  DISK_FULL: error(
    507,
    msg(
      "Mandi's disk is nearly full, so nothing new can be saved now. Sign-in and answers to open orders still work. Please try again later.",
    ),
  ),
  BAD_REQUEST: error(400, msg("The request is not valid."), FIELD),
  BAD_JSON: error(400, msg("The request body must be a JSON object.")),
  BAD_CURSOR: error(400, msg("This place in the list is not known any more.")),
  NO_SUCH_METHOD: error(405, msg("This address does not take that method.")),
  TOO_LARGE: error(413, msg("The request is too large.")),
  UNSUPPORTED_MEDIA: error(415, msg("This kind of content is not understood.")),
  READ_ONLY_KEY: error(403, msg("This key may only read.")),
  BAD_STATUS: error(400, msg("Invalid status.")),
  INTERNAL: error(500, msg("Something went wrong on our side.")),
  BAD_KEY: error(400, msg("The request key is not valid.")),
  KEY_REUSED: error(422, msg("This request was already used with different data.")),

  // Accounts
  INVALID_EMAIL: error(400, msg("Please enter a valid email address.")),
  INVALID_OTP: error(400, msg("Invalid OTP")),
  OTP_LIMIT: error(429, msg("Failed to send OTP. Please try again."), RETRY),
  EMAIL_NOT_VERIFIED: error(403, msg("Please verify your email with OTP before registering.")),
  EMAIL_TAKEN: error(409, msg("An account with this email already exists.")),
  INVALID_ROLE: error(400, msg("Invalid role.")),
  MISSING_FIELDS: error(400, msg("Please fill in all required fields.")),
  BAD_PHONE: error(400, msg("Please enter a valid phone number.")),
  BAD_PASSWORD: error(400, msg("Please choose a password of 8 to 128 characters.")),
  COMMON_PASSWORD: error(
    400,
    msg("That is one of the passwords that are tried first. Please choose another."),
  ),
  WRONG_PASSWORD: error(403, msg("That is not your current password.")),
  BAD_UPI_ID: error(400, msg("Please enter a valid UPI ID, such as name@bank.")),

  /** `fault` is its name, `detail` its sentence. */
  BAD_GSTIN: error(
    400,
    msg("Not a valid GSTIN."),
    { fault: "string", detail: "string" },
    // The server's sentence is the key of its translation.
    ({ detail }, text) => (detail === "" ? text : `${text} ${t(msg(detail))}`),
  ),
  /** `field` names the wrong one. */
  BAD_TAX_DETAILS: error(400, msg("Please choose your State and enter a PIN code."), FIELD),
  /** The distributor has a GSTIN; `missing` has what its document lacks, `detail` the same in words. */
  TAX_DETAILS_MISSING: error(
    409,
    msg("The invoice needs more tax details."),
    { missing: "object[]", detail: "string" },
    ({ missing }, text) => `${text} ${missingText(missing)}`,
  ),

  // Pictures
  NO_IMAGE: error(400, msg("Please select an image file")),
  IMAGE_TYPE: error(415, msg("Please upload an image file (JPEG, PNG, GIF)")),
  IMAGE_TOO_LARGE: error(413, msg("Image file must be smaller than 5MB")),
  QR_TYPE: error(415, msg("Failed to upload QR code")),

  // Products
  BAD_PRODUCT: error(400, msg("Failed to add product"), FIELD),
  STALE_STOCK: error(
    409,
    msg("The stock changed while you were editing."),
    { stock: "number" },
    ({ stock }, text) => `${text} ${t("It is {stock} now.", { stock })}`,
  ),
  SKU_TAKEN: error(409, msg("Another of your products has this SKU.")),

  IMPORT_NOT_READY: error(
    409,
    msg("The pictures of new products are being drawn. Please try again."),
  ),

  BAD_QUANTITY: error(400, msg("Quantity (must be greater than 0)")),
  TOO_MANY_HOLDS: error(409, msg("There are too many open reservations.")),
  HELD_TOO_LONG: error(
    429,
    msg(
      "You kept this product reserved for long without ordering it. Please order it, or reserve it later.",
    ),
    RETRY,
  ),
  NO_STOCK_TO_RESTORE: error(409, msg("No stock to restore.")),

  // Connections
  ALREADY_ANSWERED: error(409, msg("This request was already answered."), STATUS),
  ALREADY_CONNECTED: error(409, msg("Request already sent or already connected."), STATUS),

  REQUESTS_PAUSED: error(
    429,
    msg("This distributor did not accept your requests."),
    { until: "number", retryAfterMs: "number" },
    ({ until }, text) => `${text} ${t("You can ask again on {day}.", { day: formatDate(until) })}`,
  ),
  /** The blocked party gets this, and is not told why. */
  NOT_AVAILABLE: error(409, msg("This is not possible with this business at present.")),
  YOU_BLOCKED: error(409, msg("You blocked this business. You can unblock it in your settings.")),

  // Chat
  NOT_CONNECTED: error(403, msg("Failed to send message")),

  // Keys and webhooks
  BAD_KEY_NAME: error(400, msg("Please enter a name of at most 100 characters.")),
  TOO_MANY_KEYS: error(409, msg("There are too many keys. Please revoke one first."), MAX),
  BAD_WEBHOOK_URL: error(400, msg("Please enter a full address that begins with https://.")),
  PRIVATE_ADDRESS: error(
    400,
    msg("This address leads into a private network, where nothing is sent."),
  ),
  NO_EVENTS: error(400, msg("Please choose at least one event.")),
  TOO_MANY_WEBHOOKS: error(409, msg("There are too many webhooks. Please delete one first."), MAX),

  // Push
  BAD_PUSH_SUBSCRIPTION: error(400, msg("This browser gave no usable address for pushes.")),

  // Orders and invoices
  MISSING_INFORMATION: error(
    400,
    msg("Please provide: "),
    { missing: "string[]?", field: "string?" },
    // The server names fields in English, which are the keys of their translations.
    ({ missing = [] }) =>
      t("Please provide: {fields}", {
        fields: missing.map((field) => t(msg(field))).join(", "),
      }),
  ),
  ONE_DISTRIBUTOR: error(400, msg("An order goes to one distributor.")),
  BASKET_FULL: error(409, msg("The basket is full."), MAX),
  ORDERED_ALREADY: error(
    409,
    msg(
      "The same was ordered a short while ago, and has left your basket. To order more, add it again.",
    ),
  ),
  BASKET_EMPTY: error(409, msg("There is nothing in the basket.")),
  BAD_BASKET_NAME: error(400, msg("Please enter a name of at most 60 characters.")),
  BASKET_NAME_TAKEN: error(409, msg("Another of your saved baskets has this name.")),
  TOO_MANY_BASKETS: error(
    409,
    msg("There are too many saved baskets. Please delete one first."),
    MAX,
  ),
  /** The order has several lines; `lines` has the refusal of each, with its `productId`. */
  LINES_REFUSED: error(409, msg("Some products can't be ordered like this."), { lines: "line[]" }),
  TOO_MANY_LINES: error(400, msg("There are too many products in this order."), MAX),
  INSUFFICIENT_STOCK: error(
    409,
    msg("Insufficient stock"),
    { stock: "number", productName: "string" },
    ({ stock }) => t("Insufficient stock. Available stock: {stock}", { stock }),
  ),
  BAD_MULTIPLE: error(
    409,
    msg("This product is sold in other quantities."),
    { lower: "number|null", upper: "number|null", productName: "string?" },
    (nearest, text) => `${text} ${nearestText(nearest)}`,
  ),
  TOO_MANY_PIECES: error(
    409,
    msg("That is more of this product than may wait for an answer."),
    { max: "number", productName: "string", connected: "boolean" },
    ({ max, productName, connected }, text) =>
      `${text} ${t("You can have {count, plural, one {# piece} other {# pieces}} of {product} waiting.", { count: max, product: productName })}${connectFirst(connected)}`,
  ),
  TOO_MANY_OPEN_ORDERS: error(
    409,
    msg("You have too many orders waiting for this distributor's answer."),
    { max: "number", connected: "boolean" },
    ({ max, connected }, text) =>
      `${text} ${t("The limit is {max}.", { max })}${connectFirst(connected)}`,
  ),
  BAD_TERMS: error(400, msg("Please enter whole numbers within the limits.")),
  MIN_ORDER: error(
    409,
    msg("This distributor takes larger orders."),
    { minPaise: "number", totalPaise: "number" },
    ({ minPaise, totalPaise }, text) =>
      `${text} ${t("The minimum is {sum}: {missing} more.", { sum: formatRupees(minPaise), missing: formatRupees(minPaise - totalPaise) })}`,
  ),
  NETWORK_ONLY: error(
    403,
    msg("This distributor takes orders from connected retailers only. Connect first."),
  ),
  PRICE_CHANGED: error(
    409,
    msg("The price of this product has changed."),
    { pricePaise: "number", sentPricePaise: "number", addedTaxBp: "number?" },
    ({ pricePaise, addedTaxBp }, text) =>
      `${text} ${t("It is {price} now.", { price: formatRupees(pricePaise) + plusGst(addedTaxBp) })}`,
  ),
  ILLEGAL_MOVE: error(409, msg("This order can no longer be changed."), STATUS),
  /** The call moves orders, and got the id of one of several lines; `orderId` is the order's. */
  WHOLE_ORDER: error(
    409,
    msg("This is one of several lines of an order. Please answer the whole order."),
    { orderId: "string", call: "string?" },
  ),
  /** Orders that are none or too many for one call, or lines that are none of the order's or come twice. */
  BAD_LINES: error(400, msg("These orders can't be answered together.")),
  OFFER_CLOSED: error(409, msg("This offer is no longer open."), STATE),
  NO_MESSAGE: error(400, msg("Failed to update the message.")),
  NO_REASON: error(400, msg("Please provide a reason for rejection.")),
  NO_DELIVERY_DATE: error(400, msg("Please select a delivery date.")),
  BAD_DELIVERY_DATE: error(400, msg("Date input not valid.")),
  NO_QR: error(400, msg("Please upload a QR code image for payment.")),
  HAS_PAYMENT_CODE: error(409, msg("This invoice already has a payment code.")),
  NO_MATCHING_ORDER: error(
    409,
    msg("Failed to accept the order and generate invoice. Please try again later."),
  ),
  // Credit and payments
  CREDIT_LIMIT: error(
    409,
    msg("This order goes beyond your credit with this distributor."),
    { limitPaise: "number", usedPaise: "number", neededPaise: "number", ofRetailer: "boolean?" },
    ({ limitPaise, usedPaise, neededPaise, ofRetailer }, text) => {
      const refusal =
        ofRetailer === true
          ? t("With its GST and rounding this order goes beyond the retailer's credit with you.")
          : text;
      const figures = t(
        "The limit is {limit}, {used} of it are used, and this order needs {needed}.",
        {
          limit: formatRupees(limitPaise),
          used: formatRupees(usedPaise),
          needed: formatRupees(neededPaise),
        },
      );
      return `${refusal} ${figures}`;
    },
  ),
  OVERDUE: error(
    409,
    msg("A payment to this distributor is overdue."),
    { openPaise: "number", dueOn: "string" },
    ({ openPaise, dueOn }, text) =>
      `${text} ${t("{sum} were due on {day}.", { sum: formatRupees(openPaise), day: formatDate(dueOn) })}`,
  ),
  BAD_CREDIT_TERMS: error(400, msg("Please enter whole numbers within the limits.")),
  LEDGER_STARTED: error(409, msg("An opening balance comes before the first entry.")),
  /** A retailer whose order came to nothing is no partner of the distributor. */
  NOT_PARTNERS: error(
    409,
    msg("This needs a connection with the retailer, or an order that you accepted."),
  ),
  OPENING_CLOSED: error(409, msg("This opening balance is no longer open to an answer."), STATE),
  TOO_MANY_OPENINGS: error(
    409,
    msg("The opening balance was proposed too often. Please settle it with the retailer."),
    MAX,
  ),
  BAD_AMOUNT: error(400, msg("Please enter an amount in rupees, with at most two decimals.")),
  BAD_PAYMENT_DAY: error(400, msg("Please choose a day within the last 90 days.")),
  BAD_OPENING_DAY: error(400, msg("Please choose a day of the last five years.")),
  BAD_REFERENCE: error(400, msg("The reference does not have the form of this method.")),
  BAD_CHEQUE_BANK: error(400, msg("Please give the name of the cheque's bank.")),
  DUPLICATE_REFERENCE: error(409, msg("A payment with this reference is already noted.")),
  /** More than is owed, and not said to be meant so. */
  ADVANCE_NOT_MEANT: error(
    409,
    msg("This is more than is owed."),
    { advancePaise: "number" },
    ({ advancePaise }, text) =>
      `${text} ${t("{sum} is an advance. Go on?", { sum: formatRupees(advancePaise) })}`,
  ),
  TOO_MANY_CLAIMS: error(409, msg("There are too many payments that wait to be confirmed."), MAX),
  PAYMENT_CLOSED: error(409, msg("This payment can no longer be changed."), STATE),
  BAD_PERIOD: error(400, msg("Please choose a period of at most a year.")),
  BAD_BANK_ACCOUNT: error(400, msg("Please enter a valid account number and IFSC.")),

  // Credit notes
  BAD_CREDIT_NOTE: error(400, msg("Please enter the pieces to be credited.")),
  NO_CREDIT_TEXT: error(400, msg("Please say why in at most 500 characters.")),
  /** More pieces than are left of a line: `left` of `productName`, `detail` the same in words. */
  CREDITED_TOO_MUCH: error(
    409,
    msg("That is more than is left to credit."),
    { productName: "string", left: "number", detail: "string" },
    ({ productName, left }, text) => `${text} ${leftText(productName, left)}`,
  ),
  TOO_MANY_CREDIT_NOTES: error(409, msg("There are too many credit notes of this invoice.")),

  INVOICE_SERIES_FULL: error(409, msg("This financial year's invoice numbers are used up.")),
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** The data of a code without the code itself. */
export type ErrorFields<Code extends ErrorCode> = FieldsOf<(typeof ERRORS)[Code]["fields"]>;

/** The codes whose data can be exactly `Fields`. */
export type CodeTaking<Fields> = {
  [Code in ErrorCode]: Fields extends ErrorFields<Code>
    ? keyof Fields extends keyof ErrorFields<Code>
      ? Code
      : never
    : never;
}[ErrorCode];

/** The codes that can come without data. */
export type PlainCode = CodeTaking<typeof NONE>;

/** The codes with no data but the name of a `field`, which REST gives to any of them. */
export type FieldCode = {
  [Code in ErrorCode]: keyof ErrorFields<Code> extends "field" ? Code : never;
}[ErrorCode];

type FieldError<Code extends FieldCode> = { readonly code: Code; readonly field?: string };

export type ErrorDataOf<Code extends ErrorCode> = {
  [C in Code]: C extends FieldCode ? FieldError<C> : { readonly code: C } & ErrorFields<C>;
}[Code];

/** Data of a refusal: its code, and the figures that belong to it. */
export type ErrorData = FieldError<FieldCode> | ErrorDataOf<Exclude<ErrorCode, FieldCode>>;

/** The refusal of one line of several. */
export type RefusedLine = ErrorData & { readonly productId: string };

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === "string" && Object.hasOwn(ERRORS, value);
}

function isLine(value: unknown): boolean {
  return toErrorData(value) !== null && "productId" in (value as object);
}

function hasKind(value: unknown, kind: string): boolean {
  if (value == null) return kind.endsWith(value === null ? "|null" : "?");
  const [name] = kind.split(/\W/);
  const isOne = (one: unknown) => (name === "line" ? isLine(one) : typeof (one ?? 0) === name);
  return kind.includes("[") ? Array.isArray(value) && value.every(isOne) : isOne(value);
}

/** Returns a value from outside (a stored entry, an error on the wire) as error data; null where its code or fields do not fit. */
export function toErrorData(value: unknown): ErrorData | null {
  const data = (value ?? {}) as Readonly<Record<string, unknown>>;
  const { code } = data;
  if (!isErrorCode(code)) return null;
  const fields = Object.entries(ERRORS[code].fields);
  return fields.every(([name, kind]) => hasKind(data[name], kind)) ? (data as ErrorData) : null;
}

/** The refusal in words that a trader reads. */
export function errorText(data: ErrorData): string {
  const { text, write } = ERRORS[data.code];
  return (write as (data: ErrorData, text: string) => string)(data, t(text));
}
