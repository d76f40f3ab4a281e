/** Attacks accounts and sessions of a running market: ended sessions, account enumeration, response times. */
import type { Finding, Proof } from "../../embedded/testkit/proof";
import { inMarket } from "../../testkit/market";
import { queriesDuringLogins, sameResponses, sameTimes } from "./enumeration";
import { endSessions, rejectOldTokens } from "./sessionEnds";

const PARTS = [rejectOldTokens, endSessions, sameResponses, sameTimes, queriesDuringLogins];

export const accounts: Proof = {
  name: "accounts",
  isTimed: true,
  title: "[I-25] an ended session ends everywhere, and nothing reveals which e-mails have accounts",
  async run(attempt) {
    const findings: Finding[] = [];
    await inMarket(["--empty"], async (market) => {
      for (const part of PARTS) {
        findings.push(...(await part(market, attempt)));
        attempt.say(`${part.name}: done`);
      }
    });
    return findings;
  },
};
