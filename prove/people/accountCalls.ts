/** What people and programs ask for around accounts, through REST and through the functions. */
import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { uploadImage } from "../../testkit/clients";
import type { Market } from "../../testkit/market";
import { oneTimeCode } from "../../testkit/people";
import { codeIn } from "../../testkit/traders";

export type Answer = { readonly status: number; readonly text: string; readonly headers: Headers };
export type Purpose = "signup" | "reset";

export const visitorOf = (market: Market) => new ConvexHttpClient(market.url, { logger: false });

export async function post(
  market: Market,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${market.url}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** "done", or the code of the refusal. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "done";
  } catch (error) {
    return codeIn(error);
  }
}

export async function mailCode(market: Market, email: string, purpose: Purpose): Promise<string> {
  await visitorOf(market).action(api.auth.sendOtp, { email, purpose });
  return oneTimeCode(market, email);
}

export async function ticketFor(market: Market, email: string, purpose: Purpose): Promise<string> {
  const otp = await mailCode(market, email, purpose);
  return (await visitorOf(market).action(api.auth.verifyOtp, { email, otp, purpose })).ticket;
}

/** A picture that was brought with the ticket. */
export function pictureFor(market: Market, ticket: string): Promise<Id<"_storage">> {
  return uploadImage(market, { "X-Signup-Ticket": ticket });
}
