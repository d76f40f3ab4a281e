/** Checks before every call: the request's id, CORS, and the Origin of writes that carry a cookie. */
import type { MiddlewareHandler } from "hono";
import { env } from "../_generated/server";
import { fail } from "../errors";
import type { RestContext, RestEnv } from "./env";
import { callerIn, hasCookie, isByHeader } from "./session";

const METHODS = "GET, POST, PUT, PATCH, DELETE, OPTIONS";
const SENT_HEADERS =
  "Authorization, Content-Type, Idempotency-Key, X-Requested-With, X-Signup-Ticket";
const READ_HEADERS = "Link, Retry-After, X-Limit, X-Request-Id";
/** Time for which a browser may cache a preflight answer. */
const PREFLIGHT_SECONDS = 600;

/** Pages of other origins that may call with credentials: the deployment's list, and nobody else. */
function allowedOrigins(): string[] {
  return (env.ALLOWED_ORIGINS ?? "").split(/[\s,]+/).filter((origin) => origin !== "");
}

/** The market's own pages: the host that was asked, or the address that the deployment is known by. */
function isOwnOrigin(c: RestContext, origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  const requestHost =
    c.req.header("X-Forwarded-Host") ?? c.req.header("Host") ?? new URL(c.req.url).host;
  return host === requestHost || origin === env.SITE_URL;
}

function isWelcome(c: RestContext, origin: string): boolean {
  return origin !== "null" && (allowedOrigins().includes(origin) || isOwnOrigin(c, origin));
}

/**
 * Refuses a write that a foreign page makes a browser send: one that a cookie pays for, and one that would leave a cookie, such as
 * a login by which the page plants a session of its own. A program that sends an Authorization header meant to.
 */
function refuseForgery(c: RestContext): void {
  if (["GET", "HEAD", "OPTIONS"].includes(c.req.method) || isByHeader(c)) return;
  const origin = c.req.header("Origin");
  if (origin !== undefined && !isWelcome(c, origin)) fail("FORBIDDEN");
  const isFromElsewhere = c.req.header("Sec-Fetch-Site") === "cross-site";
  if (isFromElsewhere && origin === undefined) fail("FORBIDDEN");
  // A form of any page can send files, and older browsers send no Origin with it.
  const isForm = (c.req.header("Content-Type") ?? "").startsWith("multipart/");
  const isMeant = origin !== undefined || c.req.header("X-Requested-With") !== undefined;
  if (isForm && !isMeant && hasCookie(c)) fail("FORBIDDEN");
}

function shareWithPages(c: RestContext): void {
  c.header("Vary", "Origin");
  const origin = c.req.header("Origin");
  if (origin === undefined || !allowedOrigins().includes(origin)) return;
  c.header("Access-Control-Allow-Origin", origin);
  c.header("Access-Control-Allow-Credentials", "true");
  c.header("Access-Control-Expose-Headers", READ_HEADERS);
}

function answerPreflight(c: RestContext): Response {
  if (c.res.headers.has("Access-Control-Allow-Origin")) {
    c.header("Access-Control-Allow-Methods", METHODS);
    c.header("Access-Control-Allow-Headers", SENT_HEADERS);
    c.header("Access-Control-Max-Age", String(PREFLIGHT_SECONDS));
  }
  return c.body(null, 204);
}

export const guard: MiddlewareHandler<RestEnv> = async (c, next) => {
  // The backend's own, which stands in its log beside what the call did.
  const { requestId } = await c.env.meta.getRequestMetadata();
  c.set("requestId", requestId);
  c.set("words", {});
  c.set("invalid", () => ({ code: "BAD_REQUEST" }));
  c.header("X-Request-Id", requestId);
  c.header("X-Content-Type-Options", "nosniff");
  c.header("Cache-Control", "no-store");
  shareWithPages(c);
  if (c.req.method === "OPTIONS") return answerPreflight(c);
  refuseForgery(c);
  c.set("caller", await callerIn(c));
  await next();
  return undefined;
};
