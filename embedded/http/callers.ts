/** Authenticates a request by its Authorization header. */
import { timingSafeEqual } from "node:crypto";
import type { JSONValue } from "convex/values";
import type { Identity } from "../contracts";
import type { Credentials } from "../sync/protocol";
import type { Exchange } from "./exchange";
import { getHeader } from "./exchange";
import { HttpError } from "./httpError";
import { CredentialsError } from "../identity";
import { definedEntries } from "../json";

export type Authenticate = (credentials: Credentials) => Promise<Identity>;

/** Compares in a time that does not tell how much was right. */
export function sameSecret(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** `<key>` or `<key>:<base64 of the identity to act as>`; keys themselves hold no colon. */
function adminCredentials(text: string): Credentials {
  const colon = text.indexOf(":");
  if (colon < 0) return { kind: "admin", key: text };
  try {
    const actingAs = JSON.parse(
      Buffer.from(text.slice(colon + 1), "base64").toString("utf8"),
    ) as JSONValue;
    if (typeof actingAs === "object" && actingAs !== null && !Array.isArray(actingAs)) {
      const attributes = definedEntries(actingAs);
      return { kind: "admin", key: text.slice(0, colon), actingAs: Object.fromEntries(attributes) };
    }
  } catch {
    // Not base64 of JSON: refused below.
  }
  throw new HttpError(
    400,
    "HeaderParseFailure",
    "Malformed Authorization header: the identity to act as is not base64 of a JSON object.",
  );
}

/** The length of both schemes, `Bearer` and `Convex`, in any case, with the space behind them. */
const SCHEME_LENGTH = 7;

function parseCredentials(header: string | null): Credentials {
  if (header === null) return { kind: "none" };
  const scheme = header.slice(0, SCHEME_LENGTH).toLowerCase();
  const rest = header.slice(SCHEME_LENGTH).trim();
  if (scheme === "bearer ") return { kind: "user", token: rest };
  if (scheme === "convex ") return adminCredentials(rest);
  // As on Convex, whose command line knows these codes.
  if (header.length < SCHEME_LENGTH)
    throw new HttpError(400, "InvalidHeaderFailure", "Invalid authentication header");
  throw new HttpError(400, "InvalidAdminKey", "Invalid admin key");
}

/** @throws HttpError 400 when the header is malformed, 401 when its credentials are no good. */
export async function authenticateRequest(
  { request }: Exchange,
  authenticate: Authenticate,
): Promise<Identity> {
  const credentials = parseCredentials(getHeader(request, "authorization"));
  try {
    return await authenticate(credentials);
  } catch (error) {
    throw new HttpError(
      401,
      error instanceof CredentialsError ? error.code : "Unauthenticated",
      error instanceof Error ? error.message : "The credentials are no good.",
    );
  }
}

/**
 * The caller of an HTTP action. Apps may use the header for tokens of their
 * own, so what is not good here means nobody, and is said to who asks for the identity.
 */
export async function callerOfAction(
  exchange: Exchange,
  authenticate: Authenticate,
): Promise<Identity> {
  try {
    return await authenticateRequest(exchange, authenticate);
  } catch (error) {
    return { kind: "anonymous", refusal: error instanceof Error ? error.message : String(error) };
  }
}

/** @throws HttpError 401 or 403 for everybody but the administrator; 403 for one who may only read, unless the request is a GET. */
export async function requireAdmin(
  exchange: Exchange,
  authenticate: Authenticate,
): Promise<Identity> {
  const caller = await authenticateRequest(exchange, authenticate);
  if (caller.kind === "admin") {
    const { method } = exchange.request;
    if (caller.isReadOnly === true && method !== "GET" && method !== "HEAD")
      throw new HttpError(403, "ReadOnly", "This session may only read.");
    exchange.body.trust();
    return caller;
  }
  if (caller.kind === "user") throw new HttpError(403, "Forbidden", "This needs the admin key.");
  throw new HttpError(
    401,
    "MissingAdminKey",
    "This needs the admin key in an Authorization header.",
  );
}
