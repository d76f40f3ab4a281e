/** The body of a request: its type and size are checked before it is read, and its JSON before a schema sees it. */
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { PlainCode } from "../../domain/errors";
import { digestOf } from "../digest";
import { fail } from "../errors";
import { requireKey } from "../once";
import type { RestContext, RestEnv } from "./env";
import { admitBody } from "./limits";

/** Bodies that are larger are not read. */
const JSON_BYTES_MAX = 2 ** 20;
const MULTIPART_BYTES_MAX = 6 * 2 ** 20;
const JSON_DEPTH_MAX = 32;
/** Longer lists are not validated: each element that does not fit is a finding, and hundreds of thousands of them overflow the stack. */
const JSON_ITEMS_MAX = 50_000;

function depthOf(value: unknown, limit: number): number {
  if (typeof value !== "object" || value === null) return 0;
  if (limit === 0) return 1;
  let deepest = 0;
  // Half a million values fit into a body: more than a call can have as arguments.
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner, limit - 1));
  return 1 + deepest;
}

function hasLongList(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value) && value.length > JSON_ITEMS_MAX) return true;
  return Object.values(value).some(hasLongList);
}

/**
 * Refuses a compressed body, and one that is longer than it may be: by the length that it announces, or as soon as so much of it
 * has come. Errors: UNSUPPORTED_MEDIA, `tooLarge`.
 */
async function requireBodyWithin(
  c: RestContext,
  maxSize: number,
  tooLarge: PlainCode,
): Promise<void> {
  if (c.req.header("Content-Encoding") !== undefined) fail("UNSUPPORTED_MEDIA");
  const limit = bodyLimit({ maxSize, onError: () => fail(tooLarge) });
  await limit(c as Context<RestEnv, string>, () => Promise.resolve());
}

/** Returns the JSON object of the body. Errors: UNSUPPORTED_MEDIA, TOO_LARGE, TOO_MANY after too much that was refused, BAD_JSON, BAD_REQUEST for a list that no call takes. */
export async function requireJsonObject(c: RestContext): Promise<object> {
  const type = (c.req.header("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") fail("UNSUPPORTED_MEDIA");
  await requireBodyWithin(c, JSON_BYTES_MAX, "TOO_LARGE");
  await admitBody(c);
  const text = await c.req.text();
  c.set("bodyLength", text.length);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return fail("BAD_JSON");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) return fail("BAD_JSON");
  if (depthOf(body, JSON_DEPTH_MAX) > JSON_DEPTH_MAX) return fail("BAD_JSON");
  return hasLongList(body) ? fail("BAD_REQUEST") : body;
}

/** Errors: UNSUPPORTED_MEDIA, IMAGE_TOO_LARGE. */
export async function requireMultipart(c: RestContext): Promise<void> {
  if (!(c.req.header("Content-Type") ?? "").startsWith("multipart/form-data"))
    fail("UNSUPPORTED_MEDIA");
  await requireBodyWithin(c, MULTIPART_BYTES_MAX, "IMAGE_TOO_LARGE");
}

/** Notes the request and its key, if it has one, for `once.ts`. Errors: BAD_KEY. */
export async function noteKey(c: RestContext, body: unknown): Promise<void> {
  const key = c.req.header("Idempotency-Key");
  if (key !== undefined) requireKey(key);
  const call = `${c.req.method} ${c.req.path}`;
  c.set("once", { request: c.get("requestId"), call, digest: await digestOf(body), key });
}
