/** Rate limits: excess calls get Retry-After, and no mailbox is flooded. */
import type { Market } from "../../testkit/market";
import type { Finding } from "../../embedded/testkit/proof";
import { type HttpResponse, post } from "./accountCalls";
import { least, none } from "../findings";

const CODE_REQUESTS = 50;
const LOGINS = 25;
/** The limits of `convex/auth/limits.ts`: codes of one caller in an hour, and failed logins of one e-mail. */
const CODES_BY_ADDRESS = 20;
const LOGIN_FAILURES = 10;

function refusedOf(responses: readonly HttpResponse[]): HttpResponse[] {
  return responses.filter(({ status }) => status === 429);
}

function withoutRetryAfter(responses: readonly HttpResponse[]): string[] {
  return responses
    .map(({ headers }) => headers.get("Retry-After") ?? "none")
    .filter((seconds) => !(Number(seconds) >= 1));
}

async function mailsIn(market: Market, emails: readonly string[]): Promise<number> {
  const mails = await Promise.all(emails.map((email) => market.mails(email)));
  return mails.flat().length;
}

/** @param market - Runs with rate limits on. */
export async function rateLimits(market: Market): Promise<Finding[]> {
  const email = "flooded@corner.test";
  const sendTo = (to: string) => post(market, "/api/otp/send-otp", { email: to });
  const spellings = [email, email.toUpperCase(), ` ${email}`, `${email}\u200b`, `${email} `];
  const toOne = await Promise.all(
    Array.from({ length: CODE_REQUESTS }, (_, n) => sendTo(spellings[n % spellings.length]!)),
  );
  const many = Array.from({ length: CODE_REQUESTS }, (_, n) => `somebody${n}@corner.test`);
  const toMany = await Promise.all(many.map(sendTo));
  const inOne = await mailsIn(market, [email]);
  const inAll = inOne + (await mailsIn(market, many));

  const guess = { email, password: "a wrong guess", role: "retailer" };
  const logins = await Promise.all(
    Array.from({ length: LOGINS }, () => post(market, "/api/auth/login", guess)),
  );
  const checked = logins.filter(({ status }) => status === 401).length;
  const all = [...toOne, ...toMany, ...logins];
  const unexpected = all.filter(({ status }) => ![200, 401, 429].includes(status));
  const refused = refusedOf(all);
  return [
    {
      // The limit is per minute, and a minute may end meanwhile.
      what: `mails to one mailbox after ${CODE_REQUESTS} concurrent requests`,
      figure: String(inOne),
      target: "1, or 2 if a minute ended meanwhile",
      holds: inOne === 1 || inOne === 2,
    },
    {
      what: `mails after ${2 * CODE_REQUESTS} requests of one caller`,
      figure: String(inAll),
      target: String(CODES_BY_ADDRESS),
      holds: inAll === CODES_BY_ADDRESS,
    },
    {
      what: `passwords checked in ${LOGINS} concurrent logins`,
      figure: String(checked),
      target: String(LOGIN_FAILURES),
      holds: checked === LOGIN_FAILURES,
    },
    none("refusals without Retry-After", withoutRetryAfter(refused), refused.length),
    none(
      "responses with another status",
      unexpected.map(({ text }) => text),
      all.length,
    ),
    least("refusals", refused.length, 2 * CODE_REQUESTS - CODES_BY_ADDRESS),
  ];
}
