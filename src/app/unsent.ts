/** Counts an account's unsent work: signing out discards it in every tab, and asks first. */
import { unsentLetters } from "../features/chat/useOutbox";
import { openPlacements } from "../features/orders/placementStorage";
import { DRAFT, namesFor, readFor } from "../lib/accountStorage";

export type UnsentCounts = {
  readonly messages: number;
  readonly orders: number;
  readonly drafts: number;
};

const CHANNEL = "unsent-work";
/** Long enough for the other tabs of a busy browser, short enough not to be noticed. A sleeping tab does not respond. */
const RESPONSE_MS = 150;

type UnsentRequest = { readonly asked: string };

function isUnsentRequest(value: unknown): value is UnsentRequest {
  return typeof value === "object" && value !== null && "asked" in value;
}

function isUnsent(value: unknown): value is UnsentCounts {
  return typeof value === "object" && value !== null && "messages" in value;
}

/** Counts the unsent work of this tab. */
export function unsentOf(accountId: string): UnsentCounts {
  const drafts = namesFor(accountId, DRAFT).filter(
    (name) => (readFor(accountId, name) ?? "").trim() !== "",
  );
  return {
    messages: unsentLetters(accountId),
    orders: openPlacements(accountId),
    drafts: drafts.length,
  };
}

/** Responds to other tabs with this tab's counts; returns the function that stops it. */
export function serveUnsentCounts(accountId: string): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isUnsentRequest(data) && data.asked === accountId) channel.postMessage(unsentOf(accountId));
  };
  return () => channel.close();
}

/** Sums the unsent work of all tabs that `serveUnsentCounts`, this one included. */
export async function unsentInAllTabs(accountId: string): Promise<UnsentCounts> {
  const responses: UnsentCounts[] = [];
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isUnsent(data)) responses.push(data);
  };
  const request: UnsentRequest = { asked: accountId };
  channel.postMessage(request);
  await new Promise((resolve) => setTimeout(resolve, RESPONSE_MS));
  channel.close();
  const sum = (name: keyof UnsentCounts) => responses.reduce((total, one) => total + one[name], 0);
  return { messages: sum("messages"), orders: sum("orders"), drafts: sum("drafts") };
}

function counted(count: number, singular: string): string[] {
  if (count === 0) return [];
  return [count === 1 ? `1 ${singular}` : `${count} ${singular}s`];
}

/** Returns, for example, "You have 2 unsent messages and 1 waiting order.", or null when there is nothing. */
export function unsentText({ messages, orders, drafts }: UnsentCounts): string | null {
  const parts = [
    ...counted(messages, "unsent message"),
    ...counted(orders, "waiting order"),
    ...counted(drafts, "unfinished draft"),
  ];
  const last = parts.pop();
  if (last === undefined) return null;
  return `You have ${parts.length === 0 ? last : `${parts.join(", ")} and ${last}`}.`;
}
