/** What an account typed or sent and the server does not have: signing out discards it in every tab, and asks first. */
import { unsentLetters } from "../features/chat/useOutbox";
import { openPlacements } from "../features/orders/placementStorage";
import { DRAFT, namesFor, readFor } from "../lib/accountStorage";

export type Unsent = {
  readonly messages: number;
  readonly orders: number;
  readonly drafts: number;
};

const CHANNEL = "unsent-work";
/** Long enough for the other tabs of a busy browser, short enough not to be noticed. One that sleeps does not answer. */
const ANSWER_MS = 150;

type Question = { readonly asked: string };

function isQuestion(value: unknown): value is Question {
  return typeof value === "object" && value !== null && "asked" in value;
}

function isUnsent(value: unknown): value is Unsent {
  return typeof value === "object" && value !== null && "messages" in value;
}

/** In this tab. */
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

/** Tells other tabs what the account has not sent in this one; returns the end of it. */
export function answerUnsent(accountId: string): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isQuestion(data) && data.asked === accountId) channel.postMessage(unsentOf(accountId));
  };
  return () => channel.close();
}

/** In all tabs of this browser that `answerUnsent`, this one among them. */
export async function unsentInAllTabs(accountId: string): Promise<Unsent> {
  const answers: Unsent[] = [];
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isUnsent(data)) answers.push(data);
  };
  const question: Question = { asked: accountId };
  channel.postMessage(question);
  await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
  channel.close();
  const sum = (name: keyof Unsent) => answers.reduce((total, one) => total + one[name], 0);
  return { messages: sum("messages"), orders: sum("orders"), drafts: sum("drafts") };
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
