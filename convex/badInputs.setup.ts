/**
 * Bad values as data: call, field, values and the expected error. Values that must be accepted stand at the end. The test beside it
 * sends each through the public functions; this file knows only their names.
 */
import { addDays, DAY_MINUTES, todayIst } from "../domain/dates";
import type { ErrorCode } from "../domain/errors";
import {
  ACCOUNT_HOLDER_MAX,
  ADDRESS_MAX,
  BASKET_NAME_MAX,
  CHEQUE_BANK_MAX,
  CREDIT_DAYS_MAX,
  IMPORT_BATCH_ROWS,
  IMPORT_CELL_MAX,
  IMPORT_LINE_MAX,
  IMPORT_LOOKUP_ROWS,
  IMPORT_ROWS_MAX,
  LEDGER_SUM_MAX_PAISE,
  MATCH_TEXTS_MAX,
  MESSAGE_MAX,
  NAMED_INVOICES_MAX,
  NAME_MAX,
  ORDERS_MOVED_MAX,
  ORDER_LINES_MAX,
  OPENING_DAYS_MAX,
  ORDER_QUANTITY_MAX,
  ORDER_TEXT_HITS_MAX,
  OVERDUE_DAYS_MAX,
  PACK_SIZE_MAX,
  PAID_DAYS_MAX,
  PASSWORD_MAX,
  CLIENT_KEY_MAX,
  PRICE_MAX_PAISE,
  PRODUCT_DESCRIPTION_MAX,
  PRODUCT_NAME_MAX,
  QUICK_LINES_MAX,
  REASON_MAX,
  STOCK_MAX,
} from "../domain/limits";

function tooLong(max: number): string[] {
  return ["a".repeat(max + 1), "a".repeat(1_000_000)];
}

/** Texts that show nothing. */
const BLANK = ["", "   ", "\t\n", "\u00a0", "\u200b", "\ufeff", "\u2028", "\u3164"];
/** Characters that act instead of being read, and half characters, which no database keeps. */
const UNREADABLE = [
  "a\u0000b",
  "a\u0007b",
  "a\u001b[2Jb",
  "\u202eevil",
  "a\u2066b",
  "\ud800",
  "a\udfff",
];
/** Texts of two lines, for single-line fields. */
const TWO_LINES = ["a\nb", "a\rb", "a\u2028b"];

function noLine(max: number): string[] {
  return [...BLANK, ...UNREADABLE, ...TWO_LINES, ...tooLong(max)];
}

function noText(max: number): string[] {
  return [...BLANK, ...UNREADABLE, ...tooLong(max)];
}

/** Values that are no whole number from 0 to `max`. */
function noCount(max: number): number[] {
  return [
    ...[-1, -100_000, -1e308, Number.NEGATIVE_INFINITY],
    ...[0.5, -0.01, max - 0.5, Number.MIN_VALUE, Number.NaN],
    ...[max + 1, Number.MAX_SAFE_INTEGER, 2 ** 53, 2 ** 53 + 2, 1e21, 1e308],
    Number.POSITIVE_INFINITY,
  ];
}

export const NO_IDS = [
  ...["", " ", "0", "-1", "null", "undefined", "../x", "%2e%2e", "xxxxxxxxxx", "1 OR 1=1"],
  ...["507f1f77bcf86cd799439011", "__proto__", "constructor", "\ud800", "a\u0000b", "🛒"],
  "a".repeat(5_000),
  "a".repeat(1_000_000),
];

/** Ends of ids that name none of an order's two lines, nor that of an order of one. */
export const NO_LINES_OF_TWO = [
  ...["-", "-0", "-3", "-100", "-1000", "-01", "-1-1", "--1", "-+1", "-1.0", "-1e0", "- 1", "-1 "],
  ...["-１", "-१", "-0x1", "-NaN", "-1\u0000", " -1", "/1", "_1", `-${"9".repeat(100_000)}`],
];

const NO_EMAILS = [
  ...["", "a", "a@", "@b.co", "a b@c.de", "a@b", "a@@b.co", "a@b..co", ".a@b.co", "a.@b.co"],
  ...["a@-b.co", "a@b.co.", '"a b"@c.de', "a@[127.0.0.1]", "a@b.co,c@d.ef", "a@b.co;c@d.ef"],
  ...["a@b.co\r\nBcc: c@d.ef", "a@b.co%0ABcc:c@d.ef", "A <a@b.co>", "..%2Fadmin", "%00"],
  ...["a@b.co/../x", "a@b.co?x=1", "a%40b.co", "a\u0000@b.co", "a\u200b@b.co", "\ud800@b.co"],
  `${"a".repeat(65)}@b.co`,
  `a@${"b".repeat(255)}.co`,
  "a".repeat(1_000_000),
];

const NO_PHONES = [
  ...["", "123456", "1234567890123456", "abc", "+", "++919876543210", "+91 98765-4321x"],
  ...["९८७६५४३२१०", "tel:+91", "911;phone-context=x", "9.87e9", "\ud800", "9".repeat(100_000)],
];

const NO_PASSWORDS = [
  "",
  "1234567",
  "        ",
  "abc\u0000defgh",
  "1234567\ud800",
  "x".repeat(PASSWORD_MAX + 1),
];

const NO_DAYS = [
  ...[
    "01/02/2026",
    "2026-1-2",
    "2026-W05",
    "tomorrow",
    "1767225600000",
    "2026-02-30",
    "0000-00-00",
  ],
  ...["2026-01-02T00:00:00+14:00", "2020-01-01", "2099-01-01", "+275760-09-13", "9".repeat(1_000)],
  "\ud800",
];

const NO_ACCOUNT_NUMBERS = [
  ...["12345678", "1234567890123456789", "12345678a", "-123456789", "१२३४५६७८९", "123456789.0"],
  ...noLine(40),
];
const NO_IFSCS = [
  ...["HDFC1001234", "HDF00001234", "HDFC000123", "HDFC00012345", "HDFC0-01234", "ＨＤＦＣ0001234"],
  ...noLine(40),
];
const NO_GSTINS = [
  "27AAPFU0939F1ZW",
  "25AAPFU0939F1ZV",
  "27AAPFU0939F1Z",
  "27AAPF00939F1ZV",
  "27AAPFU0939F0ZV",
  "27AAPFU0939F1Z\u0000",
  "१७AAPFU0939F1ZV",
  "A".repeat(1_000_000),
];
const NO_STATES = ["", " ", "0", "00", "25", "39", "99", "२७", "27 ", "Maharashtra", "__proto__"];
const NO_PIN_CODES = ["", "41100", "4110011", "011001", "४११००१", "41100a", "4".repeat(1_000_000)];

const NO_UPI_IDS = [
  "",
  "asha",
  "@bank",
  "asha@",
  "a b@bank",
  "asha@bank@bank",
  "asha@b&am=1",
  "आशा@bank",
  "a".repeat(101),
  "asha@\ud800",
];

const NO_WEB_ADDRESSES = [
  ...[
    "",
    " ",
    "shop.example",
    "//shop.example/",
    "/hook",
    "https://",
    "https:// /",
    "https://a b/",
  ],
  ...["http://shop.example/", "ftp://shop.example/", "javascript:alert(1)", "file:///etc/passwd"],
  ...["data:text/plain,a", "https://a:b@shop.example/", "https://token@shop.example/"],
  ...["https://shop.example:99999/", "https://\ud800/", "https://a\u0000b/", "https://[::1/"],
  `https://shop.example/${"a".repeat(2_048)}`,
  "a".repeat(1_000_000),
];

const PRIVATE_WEB_ADDRESSES = [
  ...["https://localhost/", "https://LOCALHOST.:8443/", "https://a.localhost/", "https://127.1/"],
  ...["https://2130706433/", "https://0x7f000001/", "https://0177.0.0.1/", "https://０.０.０.０/"],
  ...["https://10.0.0.1/", "https://172.20.1.1/", "https://192.168.1.1/", "https://100.64.0.1/"],
  ...["https://169.254.169.254/latest/meta-data/", "https://224.0.0.1/", "https://[::1]/"],
  ...["https://[::ffff:10.0.0.1]/", "https://[fd00::1]/", "https://[fe80::1]/", "https://[::]/"],
];

/** Of another length, with padding, of another alphabet, compressed, and not of a browser at all. */
const NO_PUSH_KEYS = [
  ...["", " ", "B", "A".repeat(87), "B".repeat(86), "B".repeat(88), `B${"A".repeat(85)}=`],
  ...["A".repeat(21), "A".repeat(23), `${"A".repeat(21)}=`, `${"A".repeat(21)}+`],
  ...[`${"A".repeat(21)}\n`, "é".repeat(22), "B".repeat(100_000)],
];

const today = todayIst(Date.now());

/** No days, a day to come, and one before the last `days`. */
function noPastDays(days: number): string[] {
  const bounds = [addDays(today, 2), addDays(today, -days - 2)];
  return ["", " ", ...NO_DAYS, ...bounds];
}

/** No amounts that one pays or owes. */
/** Returned goods may bring a stock above its maximum. */
const NO_STOCK_SEEN = noCount(STOCK_MAX).filter(
  (count) => !Number.isSafeInteger(count) || count < 0,
);

const NO_AMOUNTS = [0, -0, ...noCount(LEDGER_SUM_MAX_PAISE)];

/** Of UPI: what is not twelve digits. */
const NO_REFERENCES = [
  ...["", " ", "41234567890", "4123456789012", "ABCDEFGHIJKL", "४१२३४५६७८९०१", "41234567890\u0000"],
  ...["4123/4567/8901", "\ud800", "9".repeat(41), `412345678901${" ".repeat(100_000)}`],
  "9".repeat(1_000_000),
];

const NO_KEYS = [
  ...["", " ", "a b", "a\r\nb", "é", "\ud800", "a\u0000"],
  ...tooLong(CLIENT_KEY_MAX),
];

const NO_TYPES = ["All", "beauty", "", "Weapons", "Beauty ", "constructor"];

export type RefusedRow = {
  readonly call: string;
  /** Dots lead into objects and lists. */
  readonly field: string;
  /** ARGUMENT: the declaration of the arguments refuses it, before any code of ours runs. */
  readonly refusal: ErrorCode | "ARGUMENT";
  readonly values: readonly unknown[];
};

function refused(
  call: string,
  field: string,
  refusal: RefusedRow["refusal"],
  values: readonly unknown[],
): RefusedRow {
  return { call, field, refusal, values };
}

function productRows(call: string, prefix: string): RefusedRow[] {
  return [
    refused(call, `${prefix}name`, "BAD_PRODUCT", noLine(PRODUCT_NAME_MAX)),
    refused(call, `${prefix}description`, "BAD_PRODUCT", noText(PRODUCT_DESCRIPTION_MAX)),
    refused(call, `${prefix}packSize`, "BAD_PRODUCT", noCount(PACK_SIZE_MAX)),
    refused(call, `${prefix}stock`, "BAD_PRODUCT", noCount(STOCK_MAX)),
    refused(call, `${prefix}pricePaise`, "BAD_PRODUCT", noCount(PRICE_MAX_PAISE)),
    refused(call, `${prefix}type`, "ARGUMENT", NO_TYPES),
    refused(call, `${prefix}imageId`, "ARGUMENT", NO_IDS),
  ];
}

/** `payments.claim` and `payments.record`. */
function paymentRows(call: string): RefusedRow[] {
  return [
    refused(call, "amountPaise", "BAD_AMOUNT", NO_AMOUNTS),
    refused(call, "method", "ARGUMENT", ["", "UPI", "card", "upi ", "__proto__"]),
    refused(call, "reference", "BAD_REFERENCE", NO_REFERENCES),
    // The good call pays by UPI, which has none.
    refused(call, "bank", "BAD_CHEQUE_BANK", ["HDFC Bank", "\ud800", ...tooLong(CHEQUE_BANK_MAX)]),
    refused(call, "paidOn", "BAD_PAYMENT_DAY", noPastDays(PAID_DAYS_MAX)),
    refused(call, "paymentKey", "BAD_KEY", NO_KEYS),
    refused(call, "partnerId", "NOT_FOUND", NO_IDS),
    refused(call, "proofImageId", "ARGUMENT", NO_IDS),
    refused(
      call,
      "invoiceIds",
      "NOT_FOUND",
      NO_IDS.map((id) => [id]),
    ),
    refused(call, "invoiceIds", "BAD_REQUEST", [
      Array.from({ length: NAMED_INVOICES_MAX + 1 }, () => "x"),
      Array.from({ length: 5_000 }, () => "x"),
    ]),
  ];
}

const NO_PERIODS = ["", " ", "yesterday", "2026-02-30", "2026-1-2", "\ud800", "9".repeat(100_000)];

const khataRows: readonly RefusedRow[] = [
  ...["account", "ageing", "entries", "statement", "statementEntries"].map((call) =>
    refused(`khata.${call}`, "partnerId", "NOT_FOUND", NO_IDS),
  ),
  refused("khata.ageing", "today", "BAD_REQUEST", NO_PERIODS),
  refused("khata.money", "today", "BAD_REQUEST", NO_PERIODS),
  ...["home.arriving", "home.runsLow", "home.sales", "home.toDeliver", "products.sold"].map(
    (call) => refused(call, "today", "BAD_REQUEST", NO_PERIODS),
  ),
  ...[
    ...["khata.statement", "khata.statementEntries"],
    ...["exports.invoices", "exports.ledger", "exports.orders"],
  ].flatMap((call) => [
    refused(call, "from", "BAD_PERIOD", [...NO_PERIODS, "2020-01-01", "2099-01-01"]),
    refused(call, "to", "BAD_PERIOD", [...NO_PERIODS, "2020-01-01", "2099-01-01"]),
  ]),
  ...["invoices", "creditNotes"].map((call) =>
    refused(`monthEnd.${call}`, "month", "BAD_PERIOD", [
      ...NO_PERIODS,
      ...["2026", "2026-00", "2026-13", "2026-1", "2026-03-01", "2026-03\n"],
    ]),
  ),
  refused("khata.setTerms", "retailerId", "NOT_FOUND", NO_IDS),
  refused("khata.setTerms", "terms", "ARGUMENT", ["", "Credit", "cash", "credit ", "__proto__"]),
  refused("khata.setTerms", "creditDays", "BAD_CREDIT_TERMS", [0, ...noCount(CREDIT_DAYS_MAX)]),
  refused("khata.setTerms", "creditLimitPaise", "BAD_CREDIT_TERMS", noCount(LEDGER_SUM_MAX_PAISE)),
  refused("khata.setTerms", "blockOverdueDays", "BAD_CREDIT_TERMS", noCount(OVERDUE_DAYS_MAX)),
  refused(
    "khata.setTerms",
    "overduePaiseIgnored",
    "BAD_CREDIT_TERMS",
    noCount(LEDGER_SUM_MAX_PAISE),
  ),
  refused("khata.openWith", "retailerId", "NOT_FOUND", NO_IDS),
  // Below zero is what was paid in advance.
  refused(
    "khata.openWith",
    "paise",
    "BAD_AMOUNT",
    [...NO_AMOUNTS, -LEDGER_SUM_MAX_PAISE - 1].filter(
      (paise) => !Number.isInteger(paise) || paise === 0 || Math.abs(paise) > LEDGER_SUM_MAX_PAISE,
    ),
  ),
  refused("khata.openWith", "day", "BAD_OPENING_DAY", [
    ...noPastDays(OPENING_DAYS_MAX).filter((day) => day !== "2020-01-01"),
    "2010-01-01",
  ]),
  ...["agreeToOpening", "objectToOpening", "withdrawOpening"].map((call) =>
    refused(`khata.${call}`, "openingId", "NOT_FOUND", NO_IDS),
  ),
  refused("khata.objectToOpening", "reason", "NO_REASON", noText(REASON_MAX)),
  refused("khata.allowOnce", "retailerId", "NOT_FOUND", NO_IDS),
  refused("khata.allowOnce", "paise", "BAD_AMOUNT", NO_AMOUNTS),
  ...paymentRows("payments.claim"),
  ...paymentRows("payments.record"),
  ...["dispute", "reverse", "object"].map((call) =>
    refused(`payments.${call}`, "reason", "NO_REASON", noText(REASON_MAX)),
  ),
  refused("payments.withPartner", "partnerId", "NOT_FOUND", NO_IDS),
];

const noteRows: readonly RefusedRow[] = [
  refused("creditNotes.issue", "invoiceId", "NOT_FOUND", NO_IDS),
  refused("creditNotes.issue", "lines", "BAD_CREDIT_NOTE", [
    [],
    Array.from({ length: ORDER_LINES_MAX + 1 }, (_, n) => ({ lineId: `${n}`, quantity: 1 })),
    Array.from({ length: 5_000 }, (_, n) => ({ lineId: `${n}`, quantity: 1 })),
  ]),
  refused("creditNotes.issue", "lines.0.lineId", "NOT_FOUND", NO_IDS),
  refused("creditNotes.issue", "lines.0.quantity", "BAD_CREDIT_NOTE", [
    ...[0, -0],
    ...noCount(ORDER_QUANTITY_MAX),
  ]),
  refused("creditNotes.issue", "lines.0.quantity", "CREDITED_TOO_MUCH", [1, ORDER_QUANTITY_MAX]),
  refused("creditNotes.issue", "reason", "ARGUMENT", ["", "Returned", "price", "__proto__"]),
  refused("creditNotes.issue", "text", "NO_CREDIT_TEXT", noText(REASON_MAX)),
  refused("creditNotes.issue", "noteKey", "BAD_KEY", NO_KEYS),
];

const importRows: readonly RefusedRow[] = [
  refused("imports.begin", "importId", "BAD_KEY", NO_KEYS),
  refused("imports.begin", "mode", "ARGUMENT", ["", "AddAndUpdate", "delete", "__proto__"]),
  refused("imports.begin", "rowCount", "BAD_REQUEST", [0, ...noCount(IMPORT_ROWS_MAX)]),
  refused("imports.lookup", "rows", "BAD_REQUEST", [
    Array.from({ length: IMPORT_LOOKUP_ROWS + 1 }, () => ({ sku: "a" })),
    Array.from({ length: 5_000 }, () => ({ sku: "a" })),
  ]),
  refused("imports.take", "importId", "BAD_KEY", NO_KEYS),
  refused("imports.take", "batch", "BAD_REQUEST", [1, ...noCount(IMPORT_ROWS_MAX)]),
  refused("imports.take", "rows", "BAD_REQUEST", [
    [],
    Array.from({ length: IMPORT_BATCH_ROWS + 1 }, () => ({ line: 1, cells: { sku: "a" } })),
  ]),
  refused("imports.take", "rows.0.line", "BAD_REQUEST", noCount(IMPORT_LINE_MAX)),
  refused("imports.take", "rows.0.stockSeen", "BAD_REQUEST", NO_STOCK_SEEN),
  refused("imports.take", "rows.0.cells.name", "BAD_REQUEST", tooLong(IMPORT_CELL_MAX)),
];

const NO_MINUTES = [...noCount(DAY_MINUTES - 1), 2 * DAY_MINUTES];

const notificationRows: readonly RefusedRow[] = [
  refused("notifications.list", "filter", "ARGUMENT", ["", "All", "hidden", "__proto__"]),
  refused("notifications.saveSettings", "quietFrom", "BAD_REQUEST", NO_MINUTES),
  refused("notifications.saveSettings", "quietTo", "BAD_REQUEST", NO_MINUTES),
  refused("notifications.saveSettings", "digest", "ARGUMENT", ["", "Morning", "hourly"]),
  refused("notifications.saveSettings", "channels.0.kind", "BAD_REQUEST", ["orderPlaced"]),
  refused("notifications.saveSettings", "channels.0.kind", "ARGUMENT", ["", "order", "__proto__"]),
  refused("notifications.saveSettings", "channels.0.channels.0", "ARGUMENT", ["", "sms", "Bell"]),
];

export const REFUSED: readonly RefusedRow[] = [
  ...notificationRows,
  ...khataRows,
  ...noteRows,
  ...importRows,
  refused("orders.place", "lines.0.quantity", "MISSING_INFORMATION", [
    0,
    ...noCount(ORDER_QUANTITY_MAX),
  ]),
  refused("orders.place", "lines.0.productId", "MISSING_INFORMATION", ["", "  "]),
  refused(
    "orders.place",
    "lines.0.productId",
    "NOT_FOUND",
    NO_IDS.filter((id) => id.trim() !== ""),
  ),
  refused("orders.place", "lines.0.pricePaise", "PRICE_CHANGED", [
    0,
    1,
    ...noCount(PRICE_MAX_PAISE),
  ]),
  refused("orders.place", "lines", "MISSING_INFORMATION", [[]]),
  refused("orders.place", "msg", "MISSING_INFORMATION", noText(MESSAGE_MAX)),
  refused("orders.place", "orderKey", "BAD_KEY", NO_KEYS),
  refused("basket.add", "lines.0.quantity", "BAD_QUANTITY", [0, ...noCount(ORDER_QUANTITY_MAX)]),
  refused("basket.add", "lines.0.productId", "NOT_FOUND", NO_IDS),
  refused("basket.set", "quantity", "BAD_QUANTITY", noCount(ORDER_QUANTITY_MAX)),
  refused("basket.save", "name", "BAD_BASKET_NAME", noLine(BASKET_NAME_MAX)),
  refused("basket.save", "name", "BASKET_NAME_TAKEN", ["Diwali", " DIWALI\u00a0", "diwali"]),
  refused("basket.renameSaved", "name", "BAD_BASKET_NAME", noLine(BASKET_NAME_MAX)),
  refused("orders.accept", "deliveryBefore", "NO_DELIVERY_DATE", ["", "  ", "\n"]),
  refused("orders.accept", "deliveryBefore", "BAD_DELIVERY_DATE", NO_DAYS),
  refused("orders.accept", "lines.0.line", "BAD_LINES", [
    ...[-1, 1, 99, 100, 0.5, 1.5, -1e308, 1e308, 2 ** 53],
    ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.MIN_VALUE],
  ]),
  refused("orders.accept", "lines", "BAD_LINES", [
    // The same line twice, with the same pieces and with others.
    ...[1, 0].map((quantity) => [
      { line: 0, quantity: 1 },
      { line: 0, quantity },
    ]),
    Array.from({ length: 5_000 }, (_, line) => ({ line, quantity: 1 })),
  ]),
  refused("orders.accept", "lines.0.quantity", "BAD_QUANTITY", [
    ...[-1, 0.5, 2, 1e308, Number.NaN, Number.POSITIVE_INFINITY],
  ]),
  ...["reject", "complete", "cancel", "hide"].map((call) =>
    refused(`orders.${call}`, "orderIds", "BAD_LINES", [
      [],
      Array.from({ length: ORDERS_MOVED_MAX + 1 }, (_, n) => `order ${n}`),
      Array.from({ length: 5_000 }, () => "the same"),
    ]),
  ),
  refused("orders.place", "shortageRule", "ARGUMENT", ["", "Ask", "sendMore", 1]),
  refused("orders.accept", "qrImageId", "ARGUMENT", NO_IDS),
  refused("orders.reject", "reason", "NO_REASON", noText(REASON_MAX)),
  refused("orders.cancel", "reason", "NO_REASON", [
    ...noText(REASON_MAX),
    "Cancelled by Retailer. Reason: ",
    "Cancelled by Retailer. Reason: ".repeat(30_000),
  ]),
  refused("orders.updateMessage", "msg", "NO_MESSAGE", noText(MESSAGE_MAX)),
  refused("orders.incoming", "list", "ARGUMENT", [
    "",
    "Pending",
    "cancelled",
    "removed",
    "__proto__",
  ]),
  refused("orders.incoming", "sort", "ARGUMENT", ["", "newest", "last15days"]),
  refused("orders.partners", "list", "ARGUMENT", ["", "Pending", "removed"]),
  refused("orders.outgoing", "list", "ARGUMENT", ["", "Pending", "cancelled", "removed"]),
  ...productRows("products.add", ""),
  ...productRows("products.edit", "changes."),
  refused("products.edit", "stockSeen", "STALE_STOCK", [
    -1,
    0.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ]),
  refused("products.all", "type", "ARGUMENT", NO_TYPES),
  refused("products.all", "sort", "ARGUMENT", ["", "price", "Latest"]),
  refused("products.landing", "type", "ARGUMENT", NO_TYPES),
  refused("products.byDistributor", "distributorEmail", "NOT_FOUND", NO_EMAILS),
  refused("quickOrder.match", "texts", "BAD_REQUEST", [
    Array.from({ length: MATCH_TEXTS_MAX + 1 }, () => "steel"),
    Array.from({ length: 5_000 }, () => "steel"),
  ]),
  refused("quickOrder.hits", "productIds", "BAD_REQUEST", [
    Array.from({ length: ORDER_TEXT_HITS_MAX + 1 }, () => "x"),
  ]),
  refused("quickOrder.learn", "choices", "BAD_REQUEST", [
    Array.from({ length: QUICK_LINES_MAX + 1 }, () => ({ words: "soap", productId: "x" })),
  ]),
  refused("quickOrder.names", "distributorId", "NOT_FOUND", NO_IDS),
  refused("quickOrder.add", "lines", "BAD_REQUEST", [
    Array.from({ length: QUICK_LINES_MAX + 1 }, () => ({ productId: "x", quantity: 1 })),
  ]),
  refused("users.distributor", "email", "NOT_FOUND", NO_EMAILS),
  refused("developers.createKey", "name", "BAD_KEY_NAME", noLine(NAME_MAX)),
  refused("developers.createKey", "scope", "ARGUMENT", ["", "Read", "admin", "read write"]),
  refused("developers.createWebhook", "url", "BAD_WEBHOOK_URL", NO_WEB_ADDRESSES),
  refused("developers.createWebhook", "url", "PRIVATE_ADDRESS", PRIVATE_WEB_ADDRESSES),
  refused("developers.createWebhook", "events", "NO_EVENTS", [[]]),
  refused("developers.createWebhook", "events", "ARGUMENT", [["ping"], ["order.*"], [""]]),
  refused("push.subscribe", "endpoint", "BAD_PUSH_SUBSCRIPTION", NO_WEB_ADDRESSES),
  refused("push.subscribe", "endpoint", "PRIVATE_ADDRESS", PRIVATE_WEB_ADDRESSES),
  refused("push.subscribe", "p256dh", "BAD_PUSH_SUBSCRIPTION", NO_PUSH_KEYS),
  refused("push.subscribe", "auth", "BAD_PUSH_SUBSCRIPTION", NO_PUSH_KEYS),
  refused("push.unsubscribe", "endpoint", "BAD_PUSH_SUBSCRIPTION", NO_WEB_ADDRESSES),
  refused("push.test", "endpoint", "NOT_FOUND", [
    "https://push.example/other",
    ...NO_WEB_ADDRESSES,
  ]),
  refused("tax.save", "details.gstin", "BAD_GSTIN", NO_GSTINS),
  refused("tax.save", "details.legalName", "BAD_TAX_DETAILS", [
    ...[...UNREADABLE, ...TWO_LINES, ...tooLong(NAME_MAX)],
  ]),
  refused("tax.save", "details.stateCode", "BAD_TAX_DETAILS", NO_STATES),
  refused("tax.save", "details.pincode", "BAD_TAX_DETAILS", NO_PIN_CODES),
  refused("tax.save", "details.gstScheme", "ARGUMENT", [
    "",
    "Regular",
    "composition ",
    "__proto__",
  ]),
  refused("orders.accept", "delivery.stateCode", "BAD_TAX_DETAILS", NO_STATES),
  refused("orders.accept", "delivery.pincode", "BAD_TAX_DETAILS", NO_PIN_CODES),
  refused("users.saveUpiId", "upiId", "BAD_UPI_ID", NO_UPI_IDS),
  refused(
    "users.saveBankAccount",
    "account.holder",
    "BAD_BANK_ACCOUNT",
    noLine(ACCOUNT_HOLDER_MAX),
  ),
  refused("users.saveBankAccount", "account.number", "BAD_BANK_ACCOUNT", NO_ACCOUNT_NUMBERS),
  refused("users.saveBankAccount", "account.ifsc", "BAD_BANK_ACCOUNT", NO_IFSCS),
  refused("network.answer", "status", "ARGUMENT", [
    "",
    "Accepted",
    "pending",
    "pending ",
    "__proto__",
  ]),
  refused("account.save", "name", "MISSING_FIELDS", noLine(NAME_MAX)),
  refused("account.save", "business", "MISSING_FIELDS", noLine(NAME_MAX)),
  refused("account.save", "address", "MISSING_FIELDS", noText(ADDRESS_MAX)),
  refused("account.save", "phone", "BAD_PHONE", NO_PHONES),
  refused("account.save", "imageId", "ARGUMENT", NO_IDS),
  refused("account.changePassword", "password", "BAD_PASSWORD", NO_PASSWORDS),
  refused("account.records", "section", "ARGUMENT", ["", "users", "credentials", "__proto__"]),
  refused("auth.sendOtp", "email", "INVALID_EMAIL", NO_EMAILS),
  refused("auth.sendOtp", "purpose", "ARGUMENT", ["", "login", "Signup"]),
  refused("auth.verifyOtp", "email", "INVALID_OTP", NO_EMAILS),
  refused("auth.verifyOtp", "otp", "INVALID_OTP", [
    "",
    "12345",
    "1234567",
    "abcdef",
    "1e5",
    "a".repeat(1_000_000),
  ]),
  refused("auth.register", "email", "INVALID_EMAIL", NO_EMAILS),
  refused("auth.register", "password", "BAD_PASSWORD", NO_PASSWORDS),
  refused("auth.register", "ticket", "EMAIL_NOT_VERIFIED", NO_IDS),
  refused("auth.register", "role", "INVALID_ROLE", ["", "admin", "Admin", "ADMIN", "retailer "]),
  refused("auth.register", "name", "MISSING_FIELDS", [
    "",
    "\u200b",
    "a\u0000b",
    "\ud800",
    "a".repeat(NAME_MAX + 1),
  ]),
  refused("auth.register", "shopName", "MISSING_FIELDS", [
    "",
    "\u3164",
    "\u202eevil",
    "a".repeat(NAME_MAX + 1),
  ]),
  refused("auth.register", "address", "MISSING_FIELDS", [
    "",
    " ",
    "a\u0000b",
    "a".repeat(ADDRESS_MAX + 1),
  ]),
  refused("auth.register", "phone", "BAD_PHONE", NO_PHONES.slice(0, 6)),
  refused("auth.register", "imageId", "ARGUMENT", NO_IDS),
  refused("auth.resetPassword", "email", "INVALID_EMAIL", NO_EMAILS),
  refused("auth.resetPassword", "password", "BAD_PASSWORD", NO_PASSWORDS),
  refused("auth.resetPassword", "ticket", "EMAIL_NOT_VERIFIED", NO_IDS),
  refused("auth.signIn", "params.email", "INVALID_LOGIN", [
    "",
    "a@b",
    "\ud800@b.co",
    "a".repeat(1_000_000),
  ]),
  refused("auth.signIn", "params.password", "INVALID_LOGIN", [
    "",
    "\ud800",
    "\u0000",
    "x".repeat(1_000_000),
  ]),
  refused("auth.signIn", "params.role", "INVALID_LOGIN", ["", "admin", "distributor", "__proto__"]),
];

/** Calls that name one thing: whatever is no id of the caller's own thing gets this answer. */
export const NAMED: readonly {
  call: string;
  field: string;
  answer: ErrorCode | "null" | "nothing" | "no rows";
}[] = [
  { call: "orders.accept", field: "orderId", answer: "NOT_FOUND" },
  { call: "orders.reject", field: "orderIds.0", answer: "NOT_FOUND" },
  { call: "orders.complete", field: "orderIds.0", answer: "NOT_FOUND" },
  { call: "orders.cancel", field: "orderIds.0", answer: "NOT_FOUND" },
  { call: "orders.updateMessage", field: "orderId", answer: "NOT_FOUND" },
  { call: "orders.hide", field: "orderIds.0", answer: "NOT_FOUND" },
  { call: "orders.one", field: "orderId", answer: "null" },
  { call: "orders.timeline", field: "orderId", answer: "nothing" },
  { call: "offers.mine", field: "orderId", answer: "no rows" },
  { call: "offers.agree", field: "offerId", answer: "NOT_FOUND" },
  { call: "offers.decline", field: "offerId", answer: "NOT_FOUND" },
  { call: "offers.withdraw", field: "offerId", answer: "NOT_FOUND" },
  { call: "basket.addOrdered", field: "orderId", answer: "NOT_FOUND" },
  { call: "basket.addSaved", field: "savedBasketId", answer: "NOT_FOUND" },
  { call: "basket.deleteSaved", field: "savedBasketId", answer: "NOT_FOUND" },
  { call: "basket.renameSaved", field: "savedBasketId", answer: "NOT_FOUND" },
  { call: "creditNotes.issue", field: "invoiceId", answer: "NOT_FOUND" },
  { call: "creditNotes.issue", field: "lines.0.lineId", answer: "NOT_FOUND" },
  { call: "creditNotes.ofInvoice", field: "invoiceId", answer: "no rows" },
  { call: "creditNotes.one", field: "noteId", answer: "null" },
  { call: "creditNotes.state", field: "invoiceId", answer: "null" },
  { call: "invoices.one", field: "invoiceId", answer: "null" },
  { call: "invoices.timeline", field: "invoiceId", answer: "nothing" },
  ...["confirm", "dispute", "reverse", "object", "withdraw"].map((call) => ({
    ...{ call: `payments.${call}`, field: "paymentId" },
    answer: "NOT_FOUND" as const,
  })),
  { call: "payments.ofInvoice", field: "invoiceId", answer: "null" },
  ...["account", "ageing", "entries", "statement", "statementEntries"].map((call) => ({
    ...{ call: `khata.${call}`, field: "partnerId" },
    answer: "NOT_FOUND" as const,
  })),
  // `openWith` is for another partner than those that the other calls are about: `ownership.test.ts`.
  ...["agreeToOpening", "objectToOpening", "withdrawOpening"].map((call) => ({
    ...{ call: `khata.${call}`, field: "openingId" },
    answer: "NOT_FOUND" as const,
  })),
  ...["setTerms", "allowOnce"].map((call) => ({
    ...{ call: `khata.${call}`, field: "retailerId" },
    answer: "NOT_FOUND" as const,
  })),
  ...["claim", "record", "withPartner"].map((call) => ({
    ...{ call: `payments.${call}`, field: "partnerId" },
    answer: "NOT_FOUND" as const,
  })),
  { call: "notifications.markRead", field: "id", answer: "NOT_FOUND" },
  { call: "products.edit", field: "productId", answer: "NOT_FOUND" },
  { call: "products.archive", field: "productId", answer: "NOT_FOUND" },
  { call: "products.one", field: "productId", answer: "null" },
  { call: "network.request", field: "distributorId", answer: "NOT_FOUND" },
  { call: "network.answer", field: "connectionId", answer: "NOT_FOUND" },
  { call: "network.remove", field: "connectionId", answer: "NOT_FOUND" },
  { call: "developers.revokeKey", field: "keyId", answer: "NOT_FOUND" },
  { call: "developers.deleteWebhook", field: "webhookId", answer: "NOT_FOUND" },
  { call: "developers.renewSecret", field: "webhookId", answer: "NOT_FOUND" },
  { call: "developers.testWebhook", field: "webhookId", answer: "NOT_FOUND" },
];

/** Fields that no caller may bring: who it is, what it costs, how it stands. */
export const SMUGGLED = {
  _id: "x",
  isAdmin: true,
  role: "admin",
  status: "accepted",
  userId: "x",
  retailerId: "x",
  distributorId: "x",
  distributorEmail: "rival@mandi.test",
  userEmail: "rival@mandi.test",
  totalPaise: 1,
  netAmountPaise: 1,
  invoiceNo: "999999",
  completedOn: 0,
  acceptedAt: 0,
  deactivatedAt: 1,
  claimed: true,
  state: "confirmed",
  balancePaise: 0,
  openPaise: 0,
  recordedBy: "distributor",
  recordedAt: 0,
  entryId: "x",
};

export const PAGE_SIZES = [
  0,
  -1,
  0.5,
  -1e308,
  1e9,
  2 ** 53,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
];
/** Searches for what no name holds: no error, whatever they look like. */
export const FOUND_NOWHERE = [
  ...[".*", "(", "[", "\\", "a{1,99999}", "(a+)+$", "\ud800", "\u0000", "zzz", "%00", "__proto__"],
  "a".repeat(100_000),
];

/** Texts that are unusual and still somebody's words: kept as they are. */
export const KEPT_TEXTS = [
  ...["नमस्ते", "日本語", "😀👩‍👩‍👧", "\u00e9", "e\u0301", "مرحبا"],
  ...[
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{7*7}}",
    "${7*7}",
    "&lt;b&gt;",
  ],
  ...["=1+1", "+1", "-1+1", "@SUM(A1)", '=HYPERLINK("http://x","y")'],
  ...["' OR 1=1 --", '"; DROP TABLE users;--', "$(id)", "`id`", "../../etc/passwd", "%00"],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "null", "0"],
];
