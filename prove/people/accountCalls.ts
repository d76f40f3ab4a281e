/** Calls about accounts, through REST and through Convex functions. */
import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Market } from "../../testkit/market";
import { oneTimeCode } from "../../testkit/people";

export type HttpResponse = {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
};

export const visitorOf = (market: Market) => new ConvexHttpClient(market.url, { logger: false });

export async function post(
  market: Market,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<HttpResponse> {
  const response = await fetch(`${market.url}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Requests a code for a reset, and returns the ticket that it gives. */
export async function resetTicketFor(market: Market, email: string): Promise<string> {
  const [visitor, purpose] = [visitorOf(market), "reset" as const];
  await visitor.action(api.auth.sendOtp, { email, purpose });
  const otp = await oneTimeCode(market, email);
  return (await visitor.action(api.auth.verifyOtp, { email, otp, purpose })).ticket;
}
