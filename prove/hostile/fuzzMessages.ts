/** Random valid protocol messages, and random mutations of them. The same seed gives the same ones. */
import { gzipSync } from "node:zlib";

export type Random = () => number;
interface JsonObject {
  readonly [name: string]: Json;
}
type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)]!;
}

const NUMBERS = [
  ...[0, -0, -1, 1, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 1e308, 5e-324, 0.5],
  ...[4_095, 4_096, 1_000_000],
];
const STRINGS = [
  ...["", " ", "a", "__proto__", "constructor", "toString", "null", "undefined", "NaN", "\u0000"],
  ...["\ud800", "\u202e", "\u2028", "e\u0301\u0327", "😀", "%00", "../..", "a:b", "a:b:c", "AAAA"],
  ...[
    "_system/cli",
    "internal.x",
    "products:landing",
    "orders:incoming",
    "account:records",
    "auth:signIn",
  ],
  ...["x".repeat(300), "é".repeat(5_000), "[".repeat(2_000), "A".repeat(20_000)],
];

function randomValue(random: Random): Json {
  return pick<Json>(random, [
    ...[pick(random, NUMBERS), pick(random, STRINGS), null, random() < 0.5, [], {}],
    ...[{ $bytes: "AA==" }, { $integer: "////////f38=" }, { $float: "AAAAAAAA8H8=" }],
    ...[{ $undefined: null }, { [pick(random, STRINGS)]: pick(random, STRINGS) }],
    Array.from({ length: 50 }, () => pick(random, NUMBERS)),
  ]);
}

export function mutateText(random: Random, text: string): string {
  const at = Math.floor(random() * (text.length + 1));
  return pick(random, [
    () => text.slice(0, at),
    () => text.slice(at),
    () => text + text,
    () => text.slice(0, at) + pick(random, STRINGS) + text.slice(at),
    () =>
      text.slice(0, at) + String.fromCharCode(Math.floor(random() * 0x10000)) + text.slice(at + 1),
    () => text.slice(0, at) + text.slice(at + 1),
    () => text.slice(at) + text.slice(0, at),
  ])();
}

/** Changes one place of a value: replaces, removes or doubles it, or changes its text. */
export function mutate(random: Random, value: Json): Json {
  if (typeof value === "string" && random() < 0.6) return mutateText(random, value);
  const isLeaf = typeof value !== "object" || value === null;
  if (isLeaf || random() < 0.1) return randomValue(random);
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    const at = Math.floor(random() * (items.length + 1));
    return pick<() => Json>(random, [
      () => items.map((item, n) => (n === at ? mutate(random, item) : item)),
      () => items.filter((_, n) => n !== at),
      () => [...items, ...items],
      () => [...items, randomValue(random)],
    ])();
  }
  const fields = value as JsonObject;
  const names = Object.keys(fields);
  if (names.length === 0) return randomValue(random);
  const name = pick(random, names);
  const { [name]: inner = null, ...others } = fields;
  return pick<() => Json>(random, [
    () => ({ ...fields, [name]: mutate(random, inner) }),
    () => ({ ...fields, [name]: mutate(random, inner) }),
    () => others,
    () => ({ ...others, [pick(random, STRINGS)]: inner }),
    () => ({ ...fields, [pick(random, STRINGS)]: randomValue(random) }),
  ])();
}

/** Changes the bytes of a serialized message. */
export function mutateBytes(random: Random, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const at = Math.floor(random() * copy.length);
  return pick(random, [
    () => {
      if (copy.length > 0) copy[at] = copy[at]! ^ (1 << Math.floor(random() * 8));
      return copy;
    },
    () => copy.subarray(0, at),
    () => copy.subarray(at),
    () => Buffer.concat([copy, copy]),
    () =>
      Buffer.concat([
        copy.subarray(0, at),
        Buffer.from([Math.floor(random() * 256)]),
        copy.subarray(at),
      ]),
    () => gzipSync(copy),
  ])();
}

export interface KnownValues {
  readonly token: string;
  readonly refreshToken: string;
  /** Cursors that the server issued to this caller. */
  readonly cursors: readonly string[];
  readonly ids: readonly string[];
  readonly email: string;
}

const QUERIES = [
  ...["products:landing", "orders:outgoing", "orders:incoming", "account:records", "chat:messages"],
  ...["network:ofRetailer", "users:distributors", "invoices:mine", "orders:one", "invoices:one"],
  ...["chat:conversations", "admin:orders", "auth:mailbox", "_system/cli/tables", "users:me"],
];
const MUTATIONS = ["feedback:submit", "orders:updateMessage", "chat:send", "network:request"];

function randomArguments(random: Random, { cursors, ids, email }: KnownValues): Json {
  const cursor = random() < 0.3 ? null : pick(random, cursors);
  const endCursor = random() < 0.5 ? null : pick(random, cursors);
  const id = pick(random, ids);
  return {
    paginationOpts: { numItems: pick(random, [1, 10, 1_000]), cursor, endCursor },
    ...pick<JsonObject>(random, [
      ...[{}, { list: "pending" }, { section: "orders" }, { with: email }],
      ...[{ orderId: id }, { invoiceId: id }, { conversationId: id }],
      { complaint: "a", review: "b", rating: 5 },
    ]),
  };
}

/** Returns a random valid socket message. */
export function randomFrame(random: Random, known: KnownValues, n: number): Json {
  const udfPath = pick(random, QUERIES);
  const args = [randomArguments(random, known)];
  const journal = random() < 0.3 ? pick(random, known.cursors) : null;
  const modify = (modification: Json): Json => ({
    ...{ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [modification] },
  });
  const sessionId = "6e0d7b46-8d5c-4f0e-9f6d-3c1c3c5f8a11";
  const tokenType = pick(random, ["User", "Admin", "None"]);
  const refresh = [{ refreshToken: known.refreshToken }];
  return pick<Json>(random, [
    { type: "Connect", sessionId, connectionCount: 0, lastCloseReason: null, clientTs: n },
    { type: "Authenticate", baseVersion: 0, tokenType, value: known.token },
    modify({ type: "Add", queryId: n, udfPath, args, journal }),
    modify({ type: "Remove", queryId: n }),
    { type: "Mutation", requestId: n, udfPath: pick(random, MUTATIONS), args },
    { type: "Action", requestId: n, udfPath: "auth:signIn", args: refresh },
    { type: "Event", eventType: "ClientConnect", event: args },
  ]);
}

export interface HttpMessage {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const PATHS = [
  ...["/api/orders/outgoing", "/api/products/all", "/api/chat/conversations", "/api/invoices"],
  ...["/api/users", "/api/network", "/admin/orders", "/api/storage/x", "/api/validate", "/"],
];

/** Returns a random valid HTTP request of the client API or of REST. */
export function randomRequest(random: Random, known: KnownValues): HttpMessage {
  const authorization = { Authorization: `Bearer ${known.token}` };
  const headers = { "Content-Type": "application/json", ...(random() < 0.7 && authorization) };
  const cursor = encodeURIComponent(pick(random, known.cursors));
  const { email, ids } = known;
  const get = (path: string): HttpMessage => ({ method: "GET", path, headers, body: "" });
  const post = (paths: readonly string[], body: object): HttpMessage => ({
    ...{ method: "POST", path: pick(random, paths), headers, body: JSON.stringify(body) },
  });
  return pick<HttpMessage>(random, [
    post(["/api/query", "/api/mutation", "/api/action", "/api/function"], {
      path: pick(random, [...QUERIES, ...MUTATIONS]),
      args: randomArguments(random, known),
      format: "json",
    }),
    get(`${pick(random, PATHS)}?cursor=${cursor}&limit=5`),
    get(`/api/orders/${pick(random, ids)}?email=${email}`),
    post(["/api/auth/login", "/api/orders/place", "/api/chat/chats"], {
      ...{ email, password: "x", role: "retailer", productId: pick(random, ids) },
      ...{ quantity: 1, msg: "a" },
    }),
  ]);
}
