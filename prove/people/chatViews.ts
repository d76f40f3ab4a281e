/** Maps the chat model to the public API: the queries of each user, their expected results and the mutation of each step. */
import type { FunctionReference } from "convex/server";
import { api } from "../../convex/_generated/api";
import {
  PAIRS,
  type Model,
  USERS,
  type Step,
  messagesBetween,
  hasConversation,
  isRetailer,
  pairKey,
  mayWrite,
} from "./chatModel";

/** The accounts of the model's users, by their numbers. */
export type Accounts = readonly { readonly email: string; readonly id: string }[];

/** Collects the ids of rows: connections and conversations by `pairKey`, messages by sender and send key. */
export class Ids {
  readonly connections = new Map<string, string>();
  readonly conversations = new Map<string, string>();
  readonly messages = new Map<string, string>();
}

const ROWS = 100;
const PAGE = { paginationOpts: { numItems: ROWS, cursor: null } };
const PARTS = ["talking", "quiet", "ended"] as const;

export type WatchedQuery = {
  readonly key: string;
  readonly query: FunctionReference<"query">;
  readonly args: Record<string, unknown>;
};

/** The key of the one query whose result may be late: a figure, exact when nothing changes. */
export const LATE = "request count";

/** Returns all queries of a user that need no id; each asks about all six users. */
export function queriesOf(me: number, accounts: Accounts): WatchedQuery[] {
  const { chat, network } = api;
  const ofRole: WatchedQuery[] = isRetailer(me)
    ? [{ key: "network", query: network.ofRetailer, args: PAGE }]
    : [
        { key: "network", query: network.ofDistributor, args: PAGE },
        { key: "requests", query: network.pending, args: PAGE },
        { key: LATE, query: network.pendingCount, args: {} },
      ];
  return [
    ...ofRole,
    ...accounts.map(({ email }, user) => ({
      ...{ key: `with ${user}`, query: chat.conversation, args: { with: email } },
    })),
    ...PARTS.map((part) => ({ key: part, query: chat.conversations, args: { part, ...PAGE } })),
    { key: "unread", query: chat.unreadCount, args: {} },
    { key: "undelivered", query: chat.undelivered, args: {} },
  ];
}

export const pairsWithConversation = (ids: Ids): string[] => [...ids.conversations.keys()];

/** Returns the query of a pair's messages; all six users subscribe to it. */
export function threadQuery(pair: string, ids: Ids): WatchedQuery {
  const args = { conversationId: ids.conversations.get(pair) ?? "none", ...PAGE };
  return { key: `thread ${pair}`, query: api.chat.messages, args };
}

type Row = {
  readonly _id?: string;
  readonly conversationId?: string;
  readonly email?: string;
  readonly mayWrite?: boolean;
  readonly unread?: number;
  readonly last?: { readonly content: string; readonly at: number };
  readonly userEmail?: string;
  readonly distributorEmail?: string;
  readonly content?: string;
  readonly status?: string;
  readonly sendKey?: string;
  readonly createdAt?: number;
};

/** Throws unless the times are in descending order. */
function expectNewestFirst(times: readonly number[]): void {
  if (times.some((at, n) => at > (times[n - 1] ?? Infinity)))
    throw new Error(`not the newest first: ${times.join(" ")}`);
}

/** Converts query results to the form of `expected`. It sorts lists, because rows of the same millisecond have no order. */
export class Reader {
  readonly #accounts: Accounts;
  readonly #ids: Ids;

  constructor(accounts: Accounts, ids: Ids) {
    this.#accounts = accounts;
    this.#ids = ids;
  }

  /** @throws Error if a list is out of order. */
  read(me: number, key: string, value: unknown): unknown {
    if (key.startsWith("with "))
      return value === null ? null : this.#conversation(me, value as Row);
    if (key.startsWith("thread ")) return pageOf(value).map(threadRow);
    if (key === "network" || key === "requests")
      return pageOf(value)
        .map((row) => this.#connection(me, row))
        .sort();
    if (!PARTS.some((part) => part === key)) return value;
    const rows = pageOf(value);
    if (key !== "quiet") expectNewestFirst(rows.map(({ last }) => last?.at ?? Number.NaN));
    return rows.map((row) => this.#conversation(me, row)).sort();
  }

  #userOf(email: string | undefined): number {
    return this.#accounts.findIndex((each) => each.email === email);
  }

  #conversation(me: number, row: Row): string {
    const other = this.#userOf(row.email);
    const id = row.conversationId ?? "none";
    const pair = pairKey(me, other) ?? "";
    if (id !== "none" && !this.#ids.conversations.has(pair)) this.#ids.conversations.set(pair, id);
    return conversationText(other, id, row.mayWrite === true, row.unread ?? -1, row.last?.content);
  }

  #connection(me: number, { _id: id = "", userEmail, distributorEmail }: Row): string {
    const other = this.#userOf(isRetailer(me) ? distributorEmail : userEmail);
    const pair = pairKey(me, other) ?? "";
    if (!this.#ids.connections.has(pair)) this.#ids.connections.set(pair, id);
    return `${other} ${id}`;
  }
}

function pageOf(value: unknown): Row[] {
  return (value as { page: Row[] }).page;
}

function conversationText(
  other: number,
  id: string,
  open: boolean,
  unread: number,
  last: string | undefined,
): string {
  return `${other} ${id} ${open ? "open" : "closed"} ${unread} unread: ${last}`;
}

function threadRow({ _id, content, status, sendKey }: Row): unknown[] {
  return [_id, content, status, sendKey ?? null];
}

/** Returns the expected result of each query of `me` by key, as JSON; a refusal is its code. */
export function expected(model: Model, me: number, ids: Ids): Map<string, string> {
  const others = USERS.filter((other) => pairKey(me, other) !== null);
  const threads = new Map(others.map((other) => [other, messagesBetween(model, me, other)]));
  const received = model.messages.filter(({ to }) => to === me);
  const idOf = (each: { from: number; key: string }) =>
    ids.messages.get(`${each.from} ${each.key}`);
  const conversation = (other: number): string => {
    const thread = threads.get(other) ?? [];
    const unread = thread.filter(({ to, status }) => to === me && status !== "read").length;
    const id = ids.conversations.get(pairKey(me, other)!) ?? "none";
    return conversationText(other, id, mayWrite(model, me, other), unread, thread.at(-1)?.content);
  };
  const connections = (status: string) =>
    others
      .filter((other) => model.connections.get(pairKey(me, other)!) === status)
      .map((other) => `${other} ${ids.connections.get(pairKey(me, other)!)}`)
      .sort();
  const list = (matches: (open: boolean, hasMessages: boolean) => boolean) =>
    others
      .filter((other) => matches(mayWrite(model, me, other), (threads.get(other) ?? []).length > 0))
      .map(conversation)
      .sort();
  const undelivered = received.find(({ status }) => status === "sent");
  const results = new Map<string, unknown>([
    ["network", connections("accepted")],
    ["requests", connections("pending")],
    [LATE, connections("pending").length],
    ["talking", list((open, hasMessages) => open && hasMessages)],
    ["quiet", list((open, hasMessages) => open && !hasMessages)],
    ["ended", list((open, hasMessages) => !open && hasMessages)],
    ["unread", received.filter(({ status }) => status !== "read").length],
    ["undelivered", undelivered === undefined ? null : idOf(undelivered)],
  ]);
  for (const other of USERS) {
    results.set(`with ${other}`, hasConversation(model, me, other) ? conversation(other) : null);
  }
  for (const { retailer, distributor } of PAIRS) {
    const thread = threads.get(me === retailer ? distributor : retailer) ?? [];
    const isMine = me === retailer || me === distributor;
    const rows = thread
      .map((each) => [idOf(each), each.content, each.status, each.from === me ? each.key : null])
      .slice(-ROWS)
      .reverse();
    const result = isMine && hasConversation(model, retailer, distributor) ? rows : "NOT_FOUND";
    results.set(`thread ${retailer}-${distributor}`, result);
  }
  return new Map([...results].map(([key, result]) => [key, JSON.stringify(result)]));
}

/** Returns the mutation of a step, with its arguments and its caller. */
export function callOf(
  step: Step,
  accounts: Accounts,
  ids: Ids,
): { actor: number; mutation: FunctionReference<"mutation">; args: Record<string, unknown> } {
  const { chat, network } = api;
  const pair = "retailer" in step ? `${step.retailer}-${step.distributor}` : "";
  const connectionId = ids.connections.get(pair) ?? "none";
  switch (step.kind) {
    case "request": {
      const args = { distributorId: accounts[step.distributor]!.id };
      return { actor: step.retailer, mutation: network.request, args };
    }
    case "answer": {
      const args = { connectionId, status: step.status };
      return { actor: step.actor, mutation: network.answer, args };
    }
    case "remove":
      return { actor: step.actor, mutation: network.remove, args: { connectionId } };
    case "send": {
      const { key: sendKey, content } = step;
      const args = { to: accounts[step.to]!.email, content, sendKey };
      return { actor: step.from, mutation: chat.send, args };
    }
    case "deliver":
      return { actor: step.actor, mutation: chat.delivered, args: {} };
    case "read": {
      const args = { conversationId: ids.conversations.get(pair) ?? "none" };
      return { actor: step.actor, mutation: chat.markRead, args };
    }
  }
}
