/** What an account typed or sent in this tab and the server does not have: signing out discards it, and asks first. */
import { unsentLetters } from "../features/chat/useOutbox";
import { openPlacements } from "../features/orders/placementStorage";
import { DRAFT, namesFor, readFor } from "../lib/accountStorage";

export type Unsent = {
  readonly messages: number;
  readonly orders: number;
  readonly drafts: number;
};

export function unsentOf(accountId: string): Unsent {
  const drafts = namesFor(accountId, DRAFT).filter(
    (name) => (readFor(accountId, name) ?? "").trim() !== "",
  );
  return {
    messages: unsentLetters(accountId),
    orders: openPlacements(accountId),
    drafts: drafts.length,
  };
}

function counted(count: number, singular: string): string[] {
  if (count === 0) return [];
  return [count === 1 ? `1 ${singular}` : `${count} ${singular}s`];
}

/** "You have 2 unsent messages and 1 waiting order.", or null when there is nothing. */
export function unsentSentence({ messages, orders, drafts }: Unsent): string | null {
  const parts = [
    ...counted(messages, "unsent message"),
    ...counted(orders, "waiting order"),
    ...counted(drafts, "unfinished draft"),
  ];
  const last = parts.pop();
  if (last === undefined) return null;
  return `You have ${parts.length === 0 ? last : `${parts.join(", ")} and ${last}`}.`;
}
