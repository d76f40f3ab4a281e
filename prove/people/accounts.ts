/** Accounts and sessions under attack, on the running market: many at once, with proofs used twice, with a clock in the hand. */
import { startMarket } from "../../testkit/market";
import type { Attempt, Finding, Proof } from "../../embedded/testkit/proof";
import { othersServed, sameTime, sameWords } from "./enumeration";
import { floods } from "./rateLimits";
import { fewGuesses, oneAccount } from "./registration";
import { endSessions, fixSessions } from "./sessionEnds";

async function unlimited(attempt: Attempt): Promise<Finding[]> {
  const market = await startMarket(["--empty"]);
  const findings: Finding[] = [];
  try {
    // First, because it counts all accounts there are.
    for (const part of [
      oneAccount,
      fewGuesses,
      fixSessions,
      endSessions,
      sameWords,
      sameTime,
      othersServed,
    ]) {
      findings.push(...(await part(market, attempt)));
      attempt.say(`${part.name}: done`);
    }
  } finally {
    await market.stop();
  }
  return findings;
}

async function limited(): Promise<Finding[]> {
  const market = await startMarket(["--empty"], { rateLimits: "on" });
  try {
    return await floods(market);
  } finally {
    await market.stop();
  }
}

export const accounts: Proof = {
  name: "accounts",
  isTimed: true,
  title:
    "[I-21] [I-25] one account per e-mail, five guesses per code, no mailbox flooded, nobody's e-mail betrayed; what ends a session ends it everywhere",
  run: async (attempt) => [...(await unlimited(attempt)), ...(await limited())],
};
