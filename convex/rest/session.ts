/** Tokens of REST: where a request carries one, and how a caller's browser is made to keep or forget it. */
import { getCookie, setCookie } from "hono/cookie";
import {
  DEVICE_LIFETIME_MS,
  OTP_LIFETIME_MS,
  SESSION_LIFETIME_MS,
  TICKET_LIFETIME_MS,
} from "../../domain/limits";
import { isOpaqueToken } from "../auth/devices";
import { digest } from "../digest";
import type { CallerArg } from "./caller";
import type { RestContext } from "./env";

/** The cookies of REST: their lifetimes, and the paths that browsers send them to. */
const COOKIES = {
  token: { lifetimeMs: SESSION_LIFETIME_MS, path: "/" },
  /** The proof of a verified e-mail. */
  signup_ticket: { lifetimeMs: TICKET_LIFETIME_MS, path: "/" },
  /** Names a browser that logged in before. */
  device: { lifetimeMs: DEVICE_LIFETIME_MS, path: "/api/auth/login" },
  /** The handle of the code that a browser asked for. */
  otp_handle: { lifetimeMs: OTP_LIFETIME_MS, path: "/api/otp" },
} as const;

type Cookie = keyof typeof COOKIES;

/** Longer than any token of ours or of the app's screens: nobody hashes a novel. */
const TOKEN_CHARACTERS_MAX = 4_096;

/** Three parts: the token that the app's own screens hold. The runtime has verified it, or knows nobody. */
const SIGNED_TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const BEARER = /^Bearer +(\S+)$/i;

/** Returns the bearer token; "" for a header without one, which matches no user; undefined without a header. */
function bearerIn(c: RestContext): string | undefined {
  const header = c.req.header("Authorization");
  return header === undefined ? undefined : (BEARER.exec(header.trim())?.[1] ?? "");
}

function hashOf(token: string): Promise<string> {
  return digest(token.slice(0, TOKEN_CHARACTERS_MAX));
}

/** Returns true for a request that names its caller by a header, which no browser sends unasked. */
export function isByHeader(c: RestContext): boolean {
  return c.req.header("Authorization") !== undefined;
}

/** Returns true for a request with any cookie, which browsers send unasked. */
export function hasCookie(c: RestContext): boolean {
  return (c.req.header("Cookie") ?? "") !== "";
}

/** Reads refuse an opaque token up to so much before it expires. */
const MOMENT_MS = 10_000;

export async function callerIn(c: RestContext): Promise<CallerArg> {
  const [bearer, cookie] = [bearerIn(c), cookieIn(c, "token")];
  const isOwnScreen = bearer !== undefined && SIGNED_TOKEN.test(bearer);
  const isOpaque = bearer !== undefined && !isOwnScreen;
  return {
    isOwnScreen,
    ...(isOpaque && { bearerHash: await hashOf(bearer) }),
    ...(cookie !== undefined && { cookieHash: await hashOf(cookie) }),
    ...((isOpaque || cookie !== undefined) && {
      at: Math.ceil(Date.now() / MOMENT_MS) * MOMENT_MS,
    }),
  };
}

/** Returns true if the request came by https, to a proxy or to the server itself. */
function isSecure(c: RestContext): boolean {
  const protocol = c.req.header("X-Forwarded-Proto") ?? new URL(c.req.url).protocol;
  return protocol.startsWith("https");
}

/** Returns the first cookie of the name. */
export function cookieIn(c: RestContext, name: Cookie): string | undefined {
  return getCookie(c, name);
}

/** Has the browser keep the cookie for its lifetime, or forget it if it is empty. */
export function keepCookie(c: RestContext, name: Cookie, value: string): void {
  const { lifetimeMs, path } = COOKIES[name];
  const maxAge = value === "" ? 0 : Math.floor(lifetimeMs / 1000);
  const secure = isSecure(c);
  setCookie(c, name, value, { httpOnly: true, sameSite: "Strict", secure, path, maxAge });
}

/** Returns the proof of a verified e-mail: programs send it in a header, browsers in a cookie. */
export function ticketIn(c: RestContext): string | undefined {
  return c.req.header("X-Signup-Ticket") ?? cookieIn(c, "signup_ticket");
}

/** Returns the token by which a browser is known that logged in before; undefined if it sent none. */
export function deviceIn(c: RestContext): string | undefined {
  const device = cookieIn(c, "device");
  return isOpaqueToken(device) ? device : undefined;
}
