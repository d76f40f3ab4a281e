/** Calls about accounts, through REST and through Convex functions. */
import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { uploadImage } from "../../testkit/clients";
import type { Market } from "../../testkit/market";
import { oneTimeCode } from "../../testkit/people";
import { codeIn } from "../../testkit/traders";

export type HttpResponse = {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
};
export type Purpose = "signup" | "reset";

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

/** Returns "done" or the code of the refusal. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "done";
  } catch (error) {
    return codeIn(error);
  }
}

/** Requests a one-time code and returns it from the mail. */
export async function requestCode(
  market: Market,
  email: string,
  purpose: Purpose,
): Promise<string> {
  await visitorOf(market).action(api.auth.sendOtp, { email, purpose });
  return oneTimeCode(market, email);
}

export async function ticketFor(market: Market, email: string, purpose: Purpose): Promise<string> {
  const otp = await requestCode(market, email, purpose);
  return (await visitorOf(market).action(api.auth.verifyOtp, { email, otp, purpose })).ticket;
}

/** Uploads a picture with a sign-up ticket. */
export function uploadSignupPicture(market: Market, ticket: string): Promise<Id<"_storage">> {
  return uploadImage(market, { "X-Signup-Ticket": ticket });
}
