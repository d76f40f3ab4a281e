/** Checks a webhook's URL. A host name's addresses are checked at each delivery, in `post.ts`: they may change. */
import { WEBHOOK_URL_MAX } from "../../domain/limits";
import { isOverlong } from "../../domain/text";
import { env } from "../_generated/server";
import { fail } from "../errors";
import { isPrivateAddress, literalAddress } from "./addresses";

/** True if webhooks may lead into the deployment's own network. */
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

/** The address in its normal form. Errors: BAD_WEBHOOK_URL, PRIVATE_ADDRESS. */
export function requireTarget(text: string): string {
  if (isOverlong(text, WEBHOOK_URL_MAX)) fail("BAD_WEBHOOK_URL");
  const url = parsed(text.trim()) ?? fail("BAD_WEBHOOK_URL");
  if (isKnownPrivate(url) && !mayBePrivate()) fail("PRIVATE_ADDRESS");
  url.hash = "";
  return url.href;
}
