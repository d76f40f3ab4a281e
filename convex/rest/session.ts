/** Tokens of REST: where a request carries one, and how a caller's browser is made to keep or forget it. */
import { getCookie, setCookie } from "hono/cookie";
import { DEVICE_LIFETIME_MS, OTP_LIFETIME_MS, SESSION_LIFETIME_MS } from "../../domain/limits";
import { isOpaqueToken } from "../auth/devices";
import { digest } from "../digest";
import type { CallerArg } from "./caller";
import type { RestContext } from "./env";

const COOKIE = "token";
const TICKET_COOKIE = "signup_ticket";
const DEVICE_COOKIE = "device";
const HANDLE_COOKIE = "otp_handle";
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

/** The first cookie of the name counts, as `getCookie` reads them. */
function cookieToken(c: RestContext): string | undefined {
  return getCookie(c, COOKIE);
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
  const [bearer, cookie] = [bearerIn(c), cookieToken(c)];
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

/** Behind a proxy, the address that the proxy was asked for. */
function isSecure(c: RestContext): boolean {
  const protocol = c.req.header("X-Forwarded-Proto") ?? new URL(c.req.url).protocol;
  return protocol.startsWith("https");
}

function keep(c: RestContext, name: string, value: string, lifetimeMs: number, path = "/"): void {
  setCookie(c, name, value, {
    httpOnly: true,
    sameSite: "Strict",
    secure: isSecure(c),
    path,
    maxAge: Math.floor(lifetimeMs / 1000),
  });
}

export function keepToken(c: RestContext, token: string): void {
  keep(c, COOKIE, token, SESSION_LIFETIME_MS);
}

export function forgetToken(c: RestContext): void {
  keep(c, COOKIE, "", 0);
}

export function keepTicket(c: RestContext, ticket: string, lifetimeMs: number): void {
  keep(c, TICKET_COOKIE, ticket, lifetimeMs);
}

/** The proof of a verified e-mail: in a header for programs, in a cookie for browsers. */
export function ticketIn(c: RestContext): string | undefined {
  return c.req.header("X-Signup-Ticket") ?? getCookie(c, TICKET_COOKIE);
}

/** The token by which a browser is known that logged in before; undefined when it brought none. */
export function deviceIn(c: RestContext): string | undefined {
  const device = getCookie(c, DEVICE_COOKIE);
  return isOpaqueToken(device) ? device : undefined;
}

/** Sent back to the login alone. */
export function keepDevice(c: RestContext, device: string): void {
  keep(c, DEVICE_COOKIE, device, DEVICE_LIFETIME_MS, "/api/auth/login");
}

/** The handle of the code that a browser asked for. */
export function handleIn(c: RestContext): string | undefined {
  return getCookie(c, HANDLE_COOKIE);
}

/** Sent back to the calls for codes alone. */
export function keepHandle(c: RestContext, handle: string): void {
  keep(c, HANDLE_COOKIE, handle, OTP_LIFETIME_MS, "/api/otp");
}
