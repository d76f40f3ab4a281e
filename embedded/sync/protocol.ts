/**
 * The words of Convex's sync protocol: what a client may say, what the server
 * answers, and how both look on the wire. Holds no state and runs nothing.
 *
 * The client's half is `convex/src/browser/sync/protocol.ts`; the package
 * exports no wire types, hence these.
 */
import type { JSONValue } from "convex/values";
import { type Answer, joinTexts, type Text } from "./answer";
import type { Outcome, Timestamp } from "../contracts";
import { RecentMap } from "../recentMap";
import { parseForeignJson, TooMuchJsonError } from "../jsonText";

export type QueryId = number;
type RequestId = number;

/** The version that a client has seen: of its query set, its identity, and the time. */
export interface StateVersion {
  readonly querySet: number;
  readonly identity: number;
  readonly ts: Timestamp;
}

/** About how many bytes of memory it takes. */
interface Sized {
  readonly bytes: number;
}

export interface Connect extends Sized {
  readonly type: "Connect";
  readonly sessionId: string;
  readonly maxObservedTimestamp: Timestamp | null;
  readonly clientTs: number | null;
}

export interface AddQuery extends Sized {
  readonly type: "Add";
  readonly queryId: QueryId;
  readonly path: string;
  readonly args: JSONValue;
  readonly journal: string | null;
  readonly component: string;
}

interface RemoveQuery {
  readonly type: "Remove";
  readonly queryId: QueryId;
}

export interface ModifyQuerySet extends Sized {
  readonly type: "ModifyQuerySet";
  readonly baseVersion: number;
  readonly newVersion: number;
  readonly modifications: readonly (AddQuery | RemoveQuery)[];
}

/** The credentials that a client presents. */
export type Credentials =
  | { readonly kind: "none" }
  | { readonly kind: "user"; readonly token: string }
  | { readonly kind: "admin"; readonly key: string; readonly actingAs?: Record<string, JSONValue> };

export interface Authenticate extends Sized {
  readonly type: "Authenticate";
  readonly baseVersion: number;
  readonly credentials: Credentials;
}

export interface CallRequest extends Sized {
  readonly type: "Mutation" | "Action";
  readonly requestId: RequestId;
  readonly path: string;
  readonly args: JSONValue;
  readonly component: string;
}

/** Measurements that clients volunteer. Nothing is done with them. */
interface ClientEvent extends Sized {
  readonly type: "Event";
}

export type ClientMessage = Connect | ModifyQuerySet | Authenticate | CallRequest | ClientEvent;

/** The peer does not speak the protocol: its socket is closed, nobody else's. */
export class ProtocolError extends Error {}

/** The peer asks for more than it may have: its socket is closed with this reason, nobody else's, and it may come back later. */
export class LimitError extends Error {}

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function requireObject(value: unknown, what: string): Fields {
  if (isFields(value)) return value;
  throw new ProtocolError(`${what} must be an object.`);
}

/** The most characters of each field: as many as the longest has for any client that means it. */
const LONGEST = {
  /** Words of the protocol. */
  word: 64,
  /** Eight bytes of base64. */
  timestamp: 12,
  /** A module's path and a function's name, or a component's path: Convex's identifiers have 64 characters. */
  path: 1_024,
  /** As in an HTTP header: the same tokens are sent there. */
  token: 16_384,
  /** That of a page ending at a key of some 36 kB. Lists with longer keys end anew on a new connection. */
  journal: 65_536,
} as const;

function readString(fields: Fields, name: string, longest: number): string {
  const value = fields[name];
  if (typeof value !== "string") throw new ProtocolError(`${name} must be a string.`);
  if (value.length > longest) throw new ProtocolError(`${name} is too long.`);
  return value;
}

function readOptionalString(fields: Fields, name: string, longest: number): string | null {
  return fields[name] === undefined || fields[name] === null
    ? null
    : readString(fields, name, longest);
}

/**
 * The form of session ids that all clients generate. They identify what is kept of a session after its socket closed, so no
 * other is accepted.
 */
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function readSessionId(fields: Fields): string {
  const id = readString(fields, "sessionId", LONGEST.word);
  if (!UUID.test(id)) throw new ProtocolError("sessionId must be a UUID.");
  return id;
}

/** Twice what functions take as arguments, which say so themselves up to here. */
const LEVELS_MAX = 128;
const VALUE_BYTES = 16;
/** An object's entry for a field. */
const FIELD_BYTES = 48;
/** A message with nothing in it. */
const MESSAGE_BYTES = 256;

/** About how many bytes of memory a value takes. @throws ProtocolError when it is nested too deeply to be looked through. */
function measureJson(value: unknown, levels = LEVELS_MAX): number {
  if (typeof value === "string") return VALUE_BYTES + value.length;
  if (typeof value !== "object" || value === null) return VALUE_BYTES;
  if (levels === 0) throw new ProtocolError(`Values have at most ${LEVELS_MAX} levels.`);
  let bytes = 2 * VALUE_BYTES;
  if (Array.isArray(value)) {
    for (const each of value as unknown[]) bytes += measureJson(each, levels - 1);
    return bytes;
  }
  for (const [name, field] of Object.entries(value))
    bytes += FIELD_BYTES + name.length + measureJson(field, levels - 1);
  return bytes;
}

/** Ids and versions are unsigned 32-bit on the wire. */
const COUNT_MAX = 0xffff_ffff;

function readCount(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= COUNT_MAX)
    return value;
  throw new ProtocolError(`${name} must be a non-negative integer.`);
}

function isJsonObject(value: unknown): value is Record<string, JSONValue> {
  return isFields(value);
}

/** Clients send `[object]`; no argument at all is an empty object. */
function readArgs(fields: Fields): JSONValue {
  const args = fields["args"];
  if (!Array.isArray(args) || args.length > 1)
    throw new ProtocolError("args must be an array of one object.");
  const [only] = args as unknown[];
  if (only === undefined) return {};
  if (!isJsonObject(only)) throw new ProtocolError("args must be an array of one object.");
  return only;
}

/** `orders.js:list` and `orders:list` name one function, `orders` its default export. */
export function canonicalPath(path: string): string {
  const colon = path.indexOf(":");
  const module = colon < 0 ? path : path.slice(0, colon);
  const name = colon < 0 ? "default" : path.slice(colon + 1);
  return `${module.replace(/\.js$/, "")}:${name}`;
}

function parseConnect(fields: Fields): Connect {
  const observed = readOptionalString(fields, "maxObservedTimestamp", LONGEST.timestamp);
  const clientTs = fields["clientTs"];
  return {
    type: "Connect",
    bytes: MESSAGE_BYTES,
    sessionId: readSessionId(fields),
    maxObservedTimestamp: observed === null ? null : decodeTimestamp(observed),
    clientTs: typeof clientTs === "number" ? clientTs : null,
  };
}

interface Named extends Sized {
  readonly path: string;
  readonly args: JSONValue;
  readonly component: string;
}

/** A function's name and its arguments. */
function parseNamed(fields: Fields): Named {
  const path = canonicalPath(readString(fields, "udfPath", LONGEST.path));
  const component = readOptionalString(fields, "componentPath", LONGEST.path) ?? "";
  const args = readArgs(fields);
  return { path, component, args, bytes: path.length + component.length + measureJson(args) };
}

/** Returns null also for one that is too long: a query without a journal runs as if it had never run. */
function readJournal(fields: Fields): string | null {
  const { journal } = fields;
  const isTooLong = typeof journal === "string" && journal.length > LONGEST.journal;
  return isTooLong ? null : readOptionalString(fields, "journal", LONGEST.journal);
}

function parseModification(value: unknown): AddQuery | RemoveQuery {
  const fields = requireObject(value, "A modification");
  const queryId = readCount(fields, "queryId");
  const type = readString(fields, "type", LONGEST.word);
  if (type === "Remove") return { type, queryId };
  if (type !== "Add") throw new ProtocolError(`There is no modification "${type}".`);
  const journal = readJournal(fields);
  const named = parseNamed(fields);
  return { type, queryId, ...named, journal, bytes: named.bytes + (journal ?? "").length };
}

/** All queries of a socket may go and as many others come at once. */
const MODIFICATIONS_MAX = 1_024;

function parseModifyQuerySet(fields: Fields): ModifyQuerySet {
  const { modifications } = fields;
  if (!Array.isArray(modifications)) throw new ProtocolError("modifications must be an array.");
  if (modifications.length > MODIFICATIONS_MAX)
    throw new LimitError(`TooManyQueries: more than ${MODIFICATIONS_MAX} changes at once`);
  const parsed = modifications.map(parseModification);
  return {
    type: "ModifyQuerySet",
    baseVersion: readCount(fields, "baseVersion"),
    newVersion: readCount(fields, "newVersion"),
    modifications: parsed,
    bytes: parsed.reduce(
      (sum, each) => sum + (each.type === "Add" ? each.bytes : VALUE_BYTES),
      MESSAGE_BYTES,
    ),
  };
}

function parseCredentials(fields: Fields): Credentials {
  const type = readString(fields, "tokenType", LONGEST.word);
  if (type === "None") return { kind: "none" };
  if (type === "User") return { kind: "user", token: readString(fields, "value", LONGEST.token) };
  if (type !== "Admin") throw new ProtocolError(`There is no token type "${type}".`);
  const actingAs = fields["impersonating"];
  return {
    kind: "admin",
    key: readString(fields, "value", LONGEST.token),
    ...(isJsonObject(actingAs) && { actingAs }),
  };
}

function parseCall(type: CallRequest["type"], fields: Fields): CallRequest {
  const { bytes, ...named } = parseNamed(fields);
  const requestId = readCount(fields, "requestId");
  return { type, requestId, ...named, bytes: MESSAGE_BYTES + bytes };
}

function parseJson(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch (error) {
    const isTooMuch = error instanceof TooMuchJsonError;
    throw new ProtocolError(isTooMuch ? error.message : "A message must be JSON.");
  }
}

/** @throws ProtocolError when the text is not a message of the protocol, LimitError when there is too much in it. */
export function parseClientMessage(text: string): ClientMessage {
  const fields = requireObject(parseJson(text), "A message");
  const type = readString(fields, "type", LONGEST.word);
  switch (type) {
    case "Connect":
      return parseConnect(fields);
    case "ModifyQuerySet":
      return parseModifyQuerySet(fields);
    case "Authenticate":
      return {
        type,
        baseVersion: readCount(fields, "baseVersion"),
        credentials: parseCredentials(fields),
        bytes: MESSAGE_BYTES + measureJson(fields["value"]) + measureJson(fields["impersonating"]),
      };
    case "Mutation":
    case "Action":
      return parseCall(type, fields);
    case "Event":
      return { type, bytes: MESSAGE_BYTES };
    default:
      throw new ProtocolError(`There is no message "${type}".`);
  }
}

const TIMESTAMP_BYTES = 8;
/** All sockets of a round go from one moment to another. */
const encodedLately = new RecentMap<Timestamp, string>(8);

/** Base64 of a little-endian u64. */
export function encodeTimestamp(ts: Timestamp): string {
  const cached = encodedLately.get(ts);
  if (cached !== undefined) return cached;
  const bytes = Buffer.alloc(TIMESTAMP_BYTES);
  bytes.writeBigUInt64LE(BigInt(ts));
  const text = bytes.toString("base64");
  encodedLately.set(ts, text);
  return text;
}

/** @throws ProtocolError when the text is not eight bytes of base64. */
export function decodeTimestamp(text: string): Timestamp {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length !== TIMESTAMP_BYTES)
    throw new ProtocolError("A timestamp must be eight bytes of base64.");
  return Number(bytes.readBigUInt64LE());
}

export function encodeModification(
  queryId: QueryId,
  { type, content, logLines }: Answer,
  journal: string | null,
): readonly Text[] {
  const end = `,"logLines":${logLines},"journal":${JSON.stringify(journal)}}`;
  return [`{"type":"${type}","queryId":${queryId},`, content, end];
}

export function encodeQueryRemoved(queryId: QueryId): readonly Text[] {
  return [`{"type":"QueryRemoved","queryId":${queryId}}`];
}

function encodeVersion(version: StateVersion): string {
  return `{"querySet":${version.querySet},"identity":${version.identity},"ts":"${encodeTimestamp(version.ts)}"}`;
}

/** Returns the transition's text; long answers are parts of it that all transitions share. */
export function encodeTransition(
  start: StateVersion,
  end: StateVersion,
  modifications: readonly (readonly Text[])[],
  clientClockSkew: number | null,
): readonly Text[] {
  const skew = clientClockSkew === null ? "" : `,"clientClockSkew":${clientClockSkew}`;
  const versions = `"startVersion":${encodeVersion(start)},"endVersion":${encodeVersion(end)}`;
  return joinTexts([
    `{"type":"Transition",${versions},"modifications":[`,
    ...modifications.flatMap((texts, at) => (at === 0 ? texts : [",", ...texts])),
    `]${skew}}`,
  ]);
}

/** The answer to a mutation (with its commit's timestamp) or an action (without one). */
export function encodeResponse(request: CallRequest, outcome: Outcome, ts?: Timestamp): string {
  const { requestId } = request;
  const type = request.type === "Mutation" ? "MutationResponse" : "ActionResponse";
  const { logLines } = outcome;
  if (outcome.kind === "success") {
    const stamp = ts === undefined ? {} : { ts: encodeTimestamp(ts) };
    return JSON.stringify({
      type,
      requestId,
      success: true,
      result: outcome.value,
      ...stamp,
      logLines,
    });
  }
  const { message, errorData } = outcome;
  return JSON.stringify({ type, requestId, success: false, result: message, logLines, errorData });
}

export function encodeAuthError(
  error: string,
  baseVersion: number,
  authUpdateAttempted: boolean,
): string {
  return JSON.stringify({ type: "AuthError", error, baseVersion, authUpdateAttempted });
}

export function encodeFatalError(error: string): string {
  return JSON.stringify({ type: "FatalError", error });
}

/** Close codes of WebSocket (RFC 6455 §7.4). */
export const CLOSE = {
  protocolError: 1002,
  policy: 1008,
  tooLarge: 1009,
  internalError: 1011,
  tryLater: 1013,
} as const;

export const PING = JSON.stringify({ type: "Ping" });
