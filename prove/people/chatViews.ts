/** What the six may ask, what the model says they must be shown, and which call a step is. The same on every backend. */
import type { FunctionReference } from "convex/server";
import { api } from "../../convex/_generated/api";
import {
  LINKS,
  type Model,
  PEOPLE,
  type Step,
  between,
  haveMet,
  isRetailer,
  linkOf,
  mayWrite,
} from "./chatModel";

/** Who the six are on the backend. */
export type Cast = readonly { readonly email: string; readonly id: string }[];

/** What rows are called there: links and conversations by `linkOf`, as first seen; messages by sender and key, as first answered. */
export class Ids {
  readonly connections = new Map<string, string>();
  readonly conversations = new Map<string, string>();
  readonly messages = new Map<string, string>();
}

const ROWS = 100;
const PAGE = { paginationOpts: { numItems: ROWS, cursor: null } };
const PARTS = ["talking", "quiet", "ended"] as const;

export type Question = {
  readonly key: string;
  readonly query: FunctionReference<"query">;
  readonly args: Record<string, unknown>;
};

/** Everything that may be asked from the start: about each of the six, whoever asks. */
export function questionsOf(me: number, cast: Cast): Question[] {
  const { chat, network } = api;
  const ofRole: Question[] = isRetailer(me)
    ? [{ key: "network", query: network.ofRetailer, args: PAGE }]
    : [
        { key: "network", query: network.ofDistributor, args: PAGE },
        { key: "requests", query: network.pending, args: PAGE },
        { key: "request count", query: network.pendingCount, args: {} },
      ];
  return [
    ...ofRole,
    ...cast.map(({ email }, who) => ({
      ...{ key: `with ${who}`, query: chat.conversation, args: { with: email } },
    })),
    ...PARTS.map((part) => ({ key: part, query: chat.conversations, args: { part, ...PAGE } })),
    { key: "unread", query: chat.unreadCount, args: {} },
    { key: "undelivered", query: chat.undelivered, args: {} },
  ];
}

export const linksWithThreads = (ids: Ids): string[] => [...ids.conversations.keys()];

/** The thread of a link that has one; asked by all six. */
export function threadOf(link: string, ids: Ids): Question {
  const args = { conversationId: ids.conversations.get(link) ?? "none", ...PAGE };
  return { key: `thread ${link}`, query: api.chat.messages, args };
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

/** The place of what should come newest first, if it does. */
function expectNewestFirst(times: readonly number[]): void {
  if (times.some((at, n) => at > (times[n - 1] ?? Infinity)))
    throw new Error(`not the newest first: ${times.join(" ")}`);
}

/** An answer as `expected` has it. Lists are sorted: what came within one millisecond has no order. */
export class Reader {
  readonly #cast: Cast;
  readonly #ids: Ids;

  constructor(cast: Cast, ids: Ids) {
    this.#cast = cast;
    this.#ids = ids;
  }

  /** @throws Error if a list is out of order. */
  shown(me: number, key: string, value: unknown): unknown {
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

  #who(email: string | undefined): number {
    return this.#cast.findIndex((each) => each.email === email);
  }

  #conversation(me: number, row: Row): string {
    const other = this.#who(row.email);
    const id = row.conversationId ?? "none";
    const link = linkOf(me, other) ?? "";
    if (id !== "none" && !this.#ids.conversations.has(link)) this.#ids.conversations.set(link, id);
    return conversationText(other, id, row.mayWrite === true, row.unread ?? -1, row.last?.content);
  }

  #connection(me: number, { _id: id = "", userEmail, distributorEmail }: Row): string {
    const other = this.#who(isRetailer(me) ? distributorEmail : userEmail);
    const link = linkOf(me, other) ?? "";
    if (!this.#ids.connections.has(link)) this.#ids.connections.set(link, id);
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

/** By key, what `me` must be shown after what the model knows, as JSON; a refusal is its code. */
export function expected(model: Model, me: number, ids: Ids): Map<string, string> {
  const others = PEOPLE.filter((other) => linkOf(me, other) !== null);
  const threads = new Map(others.map((other) => [other, between(model, me, other)]));
  const mine = model.said.filter(({ to }) => to === me);
  const idOf = (each: { from: number; key: string }) =>
    ids.messages.get(`${each.from} ${each.key}`);
  const conversation = (other: number): string => {
    const thread = threads.get(other) ?? [];
    const unread = thread.filter(({ to, status }) => to === me && status !== "read").length;
    const id = ids.conversations.get(linkOf(me, other)!) ?? "none";
    return conversationText(other, id, mayWrite(model, me, other), unread, thread.at(-1)?.content);
  };
  const connections = (status: string) =>
    others
      .filter((other) => model.links.get(linkOf(me, other)!) === status)
      .map((other) => `${other} ${ids.connections.get(linkOf(me, other)!)}`)
      .sort();
  const list = (has: (open: boolean, isSaid: boolean) => boolean) =>
    others
      .filter((other) => has(mayWrite(model, me, other), (threads.get(other) ?? []).length > 0))
      .map(conversation)
      .sort();
  const waiting = mine.find(({ status }) => status === "sent");
  const views = new Map<string, unknown>([
    ["network", connections("accepted")],
    ["requests", connections("pending")],
    ["request count", connections("pending").length],
    ["talking", list((open, isSaid) => open && isSaid)],
    ["quiet", list((open, isSaid) => open && !isSaid)],
    ["ended", list((open, isSaid) => !open && isSaid)],
    ["unread", mine.filter(({ status }) => status !== "read").length],
    ["undelivered", waiting === undefined ? null : idOf(waiting)],
  ]);
  for (const other of PEOPLE) {
    views.set(`with ${other}`, haveMet(model, me, other) ? conversation(other) : null);
  }
  for (const { retailer, distributor } of LINKS) {
    const thread = threads.get(me === retailer ? distributor : retailer) ?? [];
    const isMine = me === retailer || me === distributor;
    const rows = thread
      .map((each) => [idOf(each), each.content, each.status, each.from === me ? each.key : null])
      .slice(-ROWS)
      .reverse();
    const view = isMine && haveMet(model, retailer, distributor) ? rows : "NOT_FOUND";
    views.set(`thread ${retailer}-${distributor}`, view);
  }
  return new Map([...views].map(([key, view]) => [key, JSON.stringify(view)]));
}

/** The call that a step is, and whose. */
export function callOf(
  step: Step,
  cast: Cast,
  ids: Ids,
): { who: number; mutation: FunctionReference<"mutation">; args: Record<string, unknown> } {
  const { chat, network } = api;
  const link = "retailer" in step ? `${step.retailer}-${step.distributor}` : "";
  const connectionId = ids.connections.get(link) ?? "none";
  switch (step.does) {
    case "request": {
      const args = { distributorId: cast[step.distributor]!.id };
      return { who: step.retailer, mutation: network.request, args };
    }
    case "answer": {
      const args = { connectionId, status: step.status };
      return { who: step.who, mutation: network.answer, args };
    }
    case "remove":
      return { who: step.who, mutation: network.remove, args: { connectionId } };
    case "say": {
      const { key: sendKey, content } = step;
      const args = { to: cast[step.to]!.email, content, sendKey };
      return { who: step.from, mutation: chat.send, args };
    }
    case "deliver":
      return { who: step.who, mutation: chat.delivered, args: {} };
    case "read": {
      const args = { conversationId: ids.conversations.get(link) ?? "none" };
      return { who: step.who, mutation: chat.markRead, args };
    }
  }
}
