/** With the limits on: who asks for too much is told when to come again, and no mailbox is flooded. */
import type { Market } from "../../testkit/market";
import type { Finding } from "../../embedded/testkit/proof";
import { type Answer, post } from "./accountCalls";
import { least, none } from "../findings";

const AT_ONCE = 50;
const LOGINS = 25;
/** `auth/limits.ts`: of one caller in an hour, and failures of one e-mail. */
const CODES_BY_ADDRESS = 20;
const LOGIN_FAILURES = 10;

function refusedOf(answers: readonly Answer[]): Answer[] {
  return answers.filter(({ status }) => status === 429);
}

function withoutRetryAfter(answers: readonly Answer[]): string[] {
  return answers
    .map(({ headers }) => headers.get("Retry-After") ?? "none")
    .filter((seconds) => !(Number(seconds) >= 1));
}

async function mailsIn(market: Market, emails: readonly string[]): Promise<number> {
  const mails = await Promise.all(emails.map((email) => market.mails(email)));
  return mails.flat().length;
}

/** @param market with the limits on. */
export async function floods(market: Market): Promise<Finding[]> {
  const email = "flooded@corner.test";
  const sendTo = (to: string) => post(market, "/api/otp/send-otp", { email: to });
  const spellings = [email, email.toUpperCase(), ` ${email}`, `${email}\u200b`, `${email} `];
  const toOne = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) => sendTo(spellings[n % spellings.length]!)),
  );
  const many = Array.from({ length: AT_ONCE }, (_, n) => `somebody${n}@corner.test`);
  const toMany = await Promise.all(many.map(sendTo));
  const inOne = await mailsIn(market, [email]);
  const inAll = inOne + (await mailsIn(market, many));

  const guess = { email, password: "a wrong guess", role: "retailer" };
  const logins = await Promise.all(
    Array.from({ length: LOGINS }, () => post(market, "/api/auth/login", guess)),
  );
  const judged = logins.filter(({ status }) => status === 401).length;
  const all = [...toOne, ...toMany, ...logins];
  const odd = all.filter(({ status }) => ![200, 401, 429].includes(status));
  const refused = refusedOf(all);
  return [
    {
      // A minute may end meanwhile.
      what: `mails to one mailbox of ${AT_ONCE} asked for at once`,
      figure: String(inOne),
      target: "1, or 2 if a minute ended meanwhile",
      holds: inOne === 1 || inOne === 2,
    },
    {
      what: `mails that one caller brought about, of ${2 * AT_ONCE}`,
      figure: String(inAll),
      target: String(CODES_BY_ADDRESS),
      holds: inAll === CODES_BY_ADDRESS,
    },
    {
      what: `logins of ${LOGINS} at once whose password was looked at`,
      figure: String(judged),
      target: String(LOGIN_FAILURES),
      holds: judged === LOGIN_FAILURES,
    },
    none("refusals that do not say when to come again", withoutRetryAfter(refused), refused.length),
    none(
      "other answers",
      odd.map(({ text }) => text),
      all.length,
    ),
    least("refusals", refused.length, 2 * AT_ONCE - CODES_BY_ADDRESS),
  ];
}
