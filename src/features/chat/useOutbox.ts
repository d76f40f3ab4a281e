/** The outbox of the signed-in account in this tab, kept in sessionStorage under the account's name. */
import { useSyncExternalStore } from "react";
import { api } from "../../../convex/_generated/api";
import { readFor, writeFor } from "../../lib/accountStorage";
import type { MarketClient } from "../../lib/convexClient";
import { useAccountId, useMarketClient } from "../../lib/useMarketClient";
import { parseLetters, type Letter } from "./letter";
import { Outbox, type LetterStore } from "./outbox";

const NAME = "chat-outbox";

/** A visitor has nothing to send; and what was discarded with a sign-out is not written back by a late answer. */
function storeOf(client: MarketClient, accountId: string | null): LetterStore {
  return {
    read: () => (accountId === null ? null : readFor(accountId, NAME)),
    write(text) {
      if (accountId !== null && !client.isClosed) writeFor(accountId, NAME, text);
    },
  };
}

type Kept = { readonly accountId: string | null; readonly outbox: Outbox };

const outboxes = new WeakMap<MarketClient, Kept>();

function outboxOf(client: MarketClient, accountId: string | null): Outbox {
  const existing = outboxes.get(client);
  if (existing?.accountId === accountId) return existing.outbox;
  const outbox = new Outbox(
    ({ to, content, key }) => client.mutation(api.chat.send, { to, content, sendKey: key }),
    storeOf(client, accountId),
  );
  outboxes.set(client, { accountId, outbox });
  return outbox;
}

export function useOutbox(): Outbox {
  return outboxOf(useMarketClient(), useAccountId());
}

/** Everything in the outbox. */
export function useLetters(outbox: Outbox): readonly Letter[] {
  return useSyncExternalStore(outbox.subscribe, outbox.letters);
}

/** How many messages of the account wait in this tab for the server's answer, or for another try. */
export function unsentLetters(accountId: string): number {
  return parseLetters(readFor(accountId, NAME)).length;
}
