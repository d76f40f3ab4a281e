/** Checks the URL of a webhook, a push service or a picture, and tells its host. A host name's addresses are checked at each request, in `post.ts`: they may change. */
import type { PlainCode } from "../../domain/errors";
import { WEBHOOK_URL_MAX } from "../../domain/limits";
import { isOverlong } from "../../domain/text";
import { env } from "../_generated/server";
import { fail } from "../errors";
import { isPrivateAddress, literalAddress } from "./addresses";
import type { Answer } from "./schema";

/** Why nothing was sent to an address or fetched from it: the host was not asked. */
export const PRIVATE_PROBLEM = "The address leads into a private network.";

/** True if webhooks, pushes and addresses of pictures may lead into the deployment's own network. */
export function mayBePrivate(): boolean {
  return env.WEBHOOKS_ALLOW_PRIVATE === "1";
}

function parsed(text: string): URL | undefined {
  if (text.length > WEBHOOK_URL_MAX || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const fits = url.protocol === "https:" || (url.protocol === "http:" && mayBePrivate());
  // A name or password in an address would stand in logs.
  return fits && url.username === "" && url.password === "" ? url : undefined;
}

/** As far as the address alone says: names of this very machine, and literal addresses of private networks. */
function isKnownPrivate({ hostname }: URL): boolean {
  const literal = literalAddress(hostname);
  if (literal !== undefined) return isPrivateAddress(literal);
  return /(^|\.)localhost\.?$/.test(hostname);
}

/** The address, or why nothing may be sent to or fetched from it. */
export function parseTarget(text: string): URL | "malformed" | "private" {
  if (isOverlong(text, WEBHOOK_URL_MAX)) return "malformed";
  const url = parsed(text.trim());
  if (url === undefined) return "malformed";
  return isKnownPrivate(url) && !mayBePrivate() ? "private" : url;
}

/** The address in its normal form. Errors: `code`, PRIVATE_ADDRESS. */
export function requireTarget(text: string, code: PlainCode = "BAD_WEBHOOK_URL"): string {
  const url = parseTarget(text);
  if (url === "malformed") return fail(code);
  if (url === "private") return fail("PRIVATE_ADDRESS");
  url.hash = "";
  return url.href;
}

export function hostOf(address: string): string {
  return new URL(address).host;
}

/** Returns what the outcome of a request says of its host. A name that leads nowhere and a connection that breaks off are silence. */
export function answerOf({ status, problem }: { status?: number; problem?: string }): Answer {
  if (status !== undefined) return "answered";
  return problem === PRIVATE_PROBLEM ? "none" : "silent";
}
