/** Invalid and unusual values that no form sends, by class. The same seed gives the same values. */
import fc from "fast-check";
import * as limits from "../../domain/limits";

const TEXT_LIMITS = [
  ...[limits.NAME_MAX, limits.CLIENT_KEY_MAX, limits.PRODUCT_SEARCH_MAX, limits.EMAIL_MAX],
  ...[limits.REASON_MAX, limits.MESSAGE_MAX, limits.CHAT_MESSAGE_MAX, limits.FEEDBACK_MAX],
  ...[limits.WEBHOOK_URL_MAX, limits.PASSWORD_MAX, limits.ADDRESS_MAX],
];

const LONG = TEXT_LIMITS.flatMap((limit) =>
  [limit - 1, limit, limit + 1].flatMap((length) => ["a".repeat(length), "é".repeat(length)]),
).concat(
  "a".repeat(100_000),
  "a".repeat(900_000),
  " ".repeat(100_000),
  "\u200b".repeat(50_000),
  "😀".repeat(20_000),
);

const UNUSUAL_UNICODE = [
  ...["\u202eevil\u202c", "a\u2066b\u2069", "\u200b", "\u200d", "\ufeffx", "x\u00ad", "\u3164"],
  ...["\u0000", "a\u0000b", "\u0007", "\u001b[31m", "a\u0085b", "\u2028", "\u2029", "\ufffe"],
  ...["\ud800", "\udfff", "a\ud83d", "\udc00\ud800", "e\u0301", "\u00e9", "\u1e9b\u0323"],
  ...["Z\u0351\u036b\u0343", "👩‍👩‍👧‍👦", "🇮🇳", "नमस्ते", "مرحبا", "日本語", "ﷺ", "İ", "ß", "ﬀ", "Å"],
  ...["\u0301", "\ue000", "\u{10ffff}", "\u{e0041}", "a\u0300".repeat(500), "\ufdfd".repeat(100)],
];

const NUMBERS = [
  ...[0, -0, -1, 0.1, 0.5, 1.5, 1e21, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53)],
  ...[1_000_000, 1_000_001, 100_000, 100_001, 9_999_999_999, 10_000_000_000, 99_999_999.999],
  ...["1", "01", "1e3", "0x10", "1_000", "1,000", "١٢", "०", "₹10", " 1 ", "+1", "-1", "NaN"],
  ...["Infinity", "-Infinity", "1e309", "9007199254740993", "1.000,50", "½", "Ⅷ", "0b1", "1n"],
];
/** Values that Convex's encoding can represent and JSON cannot. */
const NOT_JSON: readonly unknown[] = [
  ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ...[0n, -1n, 2n ** 63n - 1n, -(2n ** 63n)],
  ...[new ArrayBuffer(0), new ArrayBuffer(8)],
];

const PROPERTY_NAMES = [
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "toJSON"],
  ...["then", "length", "__defineGetter__", "null", "undefined", "true", "[object Object]", "$db"],
];

const PAYLOADS = [
  ...["' OR 1=1 --", '"; DROP TABLE users;--', "') OR ('1'='1", "1; SELECT pg_sleep(5)", "%27--"],
  ...['{"$gt":""}', "{$where: 'sleep(5000)'}", "'; return true; var x='", "|| 1==1"],
  ...["{{7*7}}", "${7*7}", "<%= 7*7 %>", "#{7*7}", "{%raw%}", "${jndi:ldap://127.0.0.1/a}"],
  ...["$(id)", "`id`", "; ls", "| cat /etc/passwd", "&& sleep 5", "%0a id", "!!python/object"],
  ...["a\r\nSet-Cookie: token=x", "a\nBcc: c@d.ef", "a%0d%0aX: y", "a\r\n\r\n<html>"],
  ...[
    "../../etc/passwd",
    "..\\..\\windows",
    "%2e%2e%2f",
    "....//",
    "/etc/passwd%00.png",
    "file:///",
  ],
  ...["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "<svg/onload=alert(1)>"],
  ...["javascript:alert(1)", "java\tscript:alert(1)", "data:text/html,<script>", "vbscript:x"],
  ...["</textarea><script>", "<iframe srcdoc=x>", "<math><mi//xlink:href=x>", "&lt;b&gt;", "<!--"],
  ...["=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "=HYPERLINK('http://x','y')", "=cmd|' /C calc'!A0"],
  ...["(a+)+$", "a{1,99999}", "[", "(", "\\", ".*", "(?=a)*", "^(([a-z])+.)+[A-Z]([a-z])+$"],
  ...["a@b.co,c@d.ef", "a@b.co\r\nBcc: c@d.ef", "A <a@b.co>", '"a b"@c.de', "a@[127.0.0.1]"],
  ...["http://169.254.169.254/", "//evil.example", "https://a:b@c/", "gopher://127.0.0.1:25/"],
  ...["<!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]>", "*)(uid=*", "%n%s%x", "\\u0000"],
];

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let n = 0; n < depth; n += 1) value = n % 2 === 0 ? [value] : { a: value };
  return value;
}

const OTHER_TYPES: readonly unknown[] = [
  ...[null, true, false, [], {}, [[]], [null], ["a", "b"], { $gt: "" }, { $ne: null }, { a: 1 }],
  ...[{ toString: "x" }, { valueOf: 1 }, { length: 1e9 }, { then: "x" }, { constructor: {} }],
  ...[nested(10), nested(33), nested(60), Array.from({ length: 9_000 }, () => 0)],
  ...[
    Array.from({ length: 1_000 }, () => "a"),
    Object.fromEntries(PAYLOADS.map((_, n) => [`k${n}`, n])),
  ],
];

/**
 * Values that are cheap to send and expensive to process: Unicode normalisation, backtracking patterns, trimming, and spreading
 * large arrays into arguments. Each fits into a body of 1 MiB.
 */
export const COSTLY: readonly unknown[] = [
  `a${"\u0327\u0301".repeat(100_000)}`,
  "<".repeat(300_000),
  "a@".repeat(150_000),
  `${" ".repeat(300_000)}a${" ".repeat(300_000)}`,
  "Cancelled by Retailer. Reason: ".repeat(20_000),
  "1-".repeat(200_000),
  "https://a.".repeat(60_000),
  Array.from({ length: 400_000 }, () => 0),
];

type Class = "long" | "unicode" | "number" | "name" | "payload" | "type" | "not JSON";
export interface BadValue {
  readonly class: Class;
  readonly value: unknown;
}

/** @param more - Number of random values added to the fixed ones of each class. */
export function corpusOf(seed: number, more: number): BadValue[] {
  const some = <Value>(arbitrary: fc.Arbitrary<Value>): Value[] =>
    fc.sample(arbitrary, { seed, numRuns: more });
  const fragment = fc.constantFrom(...UNUSUAL_UNICODE, ...PAYLOADS, ...PROPERTY_NAMES);
  const codeUnits = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 });
  const byClass: Readonly<Record<Class, readonly unknown[]>> = {
    long: [
      ...LONG,
      ...some(fc.tuple(fc.constantFrom(...TEXT_LIMITS), fragment)).map(([limit, text]) =>
        text.repeat(Math.ceil((limit + 1) / text.length)).slice(0, limit + 1),
      ),
    ],
    unicode: [
      ...UNUSUAL_UNICODE,
      ...some(codeUnits).map((codes) => String.fromCharCode(...codes)),
      ...some(fc.string({ unit: "binary", maxLength: 60 })),
      ...some(fc.string({ unit: "grapheme", maxLength: 60 })),
    ],
    number: [
      ...NUMBERS,
      ...some(fc.double({ noNaN: true, noDefaultInfinity: true })),
      ...some(fc.maxSafeInteger()),
    ],
    name: PROPERTY_NAMES,
    payload: [...PAYLOADS, ...some(fc.tuple(fragment, fragment)).map((two) => two.join(""))],
    type: [...OTHER_TYPES, ...some(fc.jsonValue({ maxDepth: 4 }))],
    "not JSON": NOT_JSON,
  };
  return Object.entries(byClass).flatMap(([name, values]) =>
    values.map((value) => ({ class: name as Class, value })),
  );
}
