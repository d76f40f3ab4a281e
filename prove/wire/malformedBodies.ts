/** Request bodies that are no valid JSON object, or not declared as one. The server must reject each of them. */
export interface MalformedBody {
  readonly name: string;
  readonly headers: Record<string, string>;
  readonly body: BodyInit;
}

const JSON_TYPE = { "Content-Type": "application/json" };
const DEPTH = 10_000;

const INVALID_JSON = [
  ...["", " ", "null", "[]", "1", '"x"', "true", "{", "}", '{"a":1,}', '{"a":1}{"b":2}', "{'a':1}"],
  ...['{"a":NaN}', '{"a":01}', '{"a":"\n"}', '{"a":"\\ud8"}', "undefined", "<a/>", "a=1&b=2"],
  ...['{"a":1}//', "\u0000", '{"__proto__":', "[".repeat(DEPTH), '{"a":'.repeat(DEPTH)],
  ...[`${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}`, `${'{"a":'.repeat(50)}1${"}".repeat(50)}`],
  `{"a":"${"a".repeat(2 ** 20)}"}`,
];

const INVALID_BYTES: Readonly<Record<string, readonly number[]>> = {
  "an incomplete UTF-8 sequence": [0x7b, 0x22, 0xc3, 0x28, 0x22],
  "UTF-16": [0xff, 0xfe, 0x7b, 0, 0x7d, 0],
  "a gzip header": [0x1f, 0x8b, 8, 0, 0, 0, 0, 0],
  "pseudo-random bytes": Array.from({ length: 300 }, (_, n) => (n * 167 + 13) % 256),
};

const OTHER_CONTENT_TYPES = [
  ...[
    "text/plain",
    "application/x-www-form-urlencoded",
    "text/html",
    "application/xml",
    "x",
    "*/*",
  ],
  ...["multipart/form-data", "multipart/form-data; boundary=x", "application/json2", "image/png"],
];

export const MALFORMED_BODIES: readonly MalformedBody[] = [
  ...INVALID_JSON.map((body) => ({ name: body.slice(0, 20), headers: JSON_TYPE, body })),
  ...Object.entries(INVALID_BYTES).map(([name, bytes]) => ({
    ...{ name, headers: JSON_TYPE },
    body: Uint8Array.from(bytes),
  })),
  ...OTHER_CONTENT_TYPES.map((type) => ({
    ...{ name: `an object as ${type}`, headers: { "Content-Type": type } },
    body: "{}",
  })),
  {
    name: "a body declared as gzip",
    headers: { ...JSON_TYPE, "Content-Encoding": "gzip" },
    body: "{}}",
  },
];
