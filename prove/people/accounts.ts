/** Attacks accounts and sessions of a running market: concurrent calls, reused codes, account enumeration, response times. */
import { startMarket } from "../../testkit/market";
import type { Attempt, Finding, Proof } from "../../embedded/testkit/proof";
import { queriesDuringLogins, sameResponses, sameTimes } from "./enumeration";
import { rateLimits } from "./rateLimits";
import { limitedGuesses, oneAccount } from "./registration";
import { endSessions, rejectOldTokens } from "./sessionEnds";

async function runWithoutRateLimits(attempt: Attempt): Promise<Finding[]> {
  const market = await startMarket(["--empty"]);
  const findings: Finding[] = [];
  try {
    // oneAccount runs first, because it counts all accounts.
    for (const part of [
      oneAccount,
      limitedGuesses,
      rejectOldTokens,
      endSessions,
      sameResponses,
      sameTimes,
      queriesDuringLogins,
    ]) {
      findings.push(...(await part(market, attempt)));
      attempt.say(`${part.name}: done`);
    }
  } finally {
    await market.stop();
  }
  return findings;
}

async function runWithRateLimits(): Promise<Finding[]> {
  const market = await startMarket(["--empty"], { rateLimits: "on" });
  try {
    return await rateLimits(market);
  } finally {
    await market.stop();
  }
}

export const accounts: Proof = {
  name: "accounts",
  isTimed: true,
  title:
    "[I-21] [I-25] one account per e-mail, five guesses per code, rate-limited mails, no account enumeration; an ended session ends everywhere",
  run: async (attempt) => [
    ...(await runWithoutRateLimits(attempt)),
    ...(await runWithRateLimits()),
  ],
};
