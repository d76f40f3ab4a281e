/** Counts an account's unsent work: signing out discards it in every tab, and asks first. */
import { draftNames, readDraft } from "../accountStore/drafts";
import {
  isBasket,
  isClaim,
  isMessage,
  isOpen,
  isOrder,
  type Entries,
  type Entry,
} from "../outbox/entry";
import { listText } from "../lib/rich";
import { t } from "../../domain/language/texts";

export type UnsentCounts = {
  readonly messages: number;
  readonly orders: number;
  readonly payments: number;
  readonly drafts: number;
};

/** The unsent work as one tab knows it. All of it is shared, so it is named by its keys, and no two tabs count the same twice. */
export type UnsentInTab = {
  readonly messages: readonly string[];
  readonly orders: readonly string[];
  readonly payments: readonly string[];
  readonly drafts: readonly string[];
};

const CHANNEL = "unsent-work";
/** Long enough for the other tabs of a busy browser, short enough not to be noticed. A sleeping tab does not respond. */
const RESPONSE_MS = 150;

type UnsentRequest = { readonly unsentOf: string };

function isUnsentRequest(value: unknown): value is UnsentRequest {
  return typeof value === "object" && value !== null && "unsentOf" in value;
}

function isUnsent(value: unknown): value is UnsentInTab {
  return typeof value === "object" && value !== null && "messages" in value;
}

/** Returns the unsent work of this tab. A refused order or payment was announced and needs another click, so it does not count. */
export function unsentOf(accountId: string, entries: Entries): UnsentInTab {
  const drafts = draftNames(accountId).filter(
    (name) => (readDraft(accountId, name) ?? "").trim() !== "",
  );
  const keysOf = (kind: (entry: Entry) => boolean) => entries.filter(kind).map(({ key }) => key);
  return {
    messages: keysOf(isMessage),
    orders: keysOf((entry) => (isOrder(entry) || isBasket(entry)) && isOpen(entry)),
    payments: keysOf((entry) => isClaim(entry) && isOpen(entry)),
    drafts,
  };
}

/** Responds to other tabs with this tab's unsent work; returns the function that stops it. */
export function serveUnsentCounts(
  accountId: string,
  unsent: () => Promise<UnsentInTab>,
): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  let isClosed = false;
  channel.onmessage = async ({ data }: MessageEvent<unknown>) => {
    if (!isUnsentRequest(data) || data.unsentOf !== accountId) return;
    const response = await unsent();
    if (!isClosed) channel.postMessage(response);
  };
  return () => {
    isClosed = true;
    channel.close();
  };
}

/** Sums the unsent work of all tabs that `serveUnsentCounts`, this one included. */
export async function unsentInAllTabs(accountId: string): Promise<UnsentCounts> {
  const responses: UnsentInTab[] = [];
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isUnsent(data)) responses.push(data);
  };
  const request: UnsentRequest = { unsentOf: accountId };
  channel.postMessage(request);
  await new Promise((resolve) => setTimeout(resolve, RESPONSE_MS));
  channel.close();
  const distinct = (name: keyof UnsentInTab) => new Set(responses.flatMap((one) => one[name])).size;
  return {
    messages: distinct("messages"),
    orders: distinct("orders"),
    payments: distinct("payments"),
    drafts: distinct("drafts"),
  };
}

/** Returns, for example, "You have 2 unsent messages and 1 waiting order.", or null when there is nothing. */
export function unsentText({ messages, orders, payments, drafts }: UnsentCounts): string | null {
  const parts = [
    t("{count, plural, =0 {} one {# unsent message} other {# unsent messages}}", {
      count: messages,
    }),
    t("{count, plural, =0 {} one {# waiting order} other {# waiting orders}}", { count: orders }),
    t("{count, plural, =0 {} one {# waiting payment} other {# waiting payments}}", {
      count: payments,
    }),
    t("{count, plural, =0 {} one {# unfinished draft} other {# unfinished drafts}}", {
      count: drafts,
    }),
  ].filter((part) => part !== "");
  return parts.length === 0 ? null : t("You have {work}.", { work: listText(parts) });
}
