/**
 * Models connections and chat among three retailers and three distributors as plain data: random steps, their outcomes, and the
 * results of each user's queries. It shares no code with the server.
 */
import { REQUEST_REFUSALS_MAX } from "../../domain/limits";

export const PER_ROLE = 3;
/** Numbers below PER_ROLE are retailers, the others distributors. */
export const USERS = Array.from({ length: 2 * PER_ROLE }, (_, user) => user);
export const isRetailer = (user: number) => user < PER_ROLE;

type Pair = { readonly retailer: number; readonly distributor: number };
export const PAIRS: readonly Pair[] = USERS.filter(isRetailer).flatMap((retailer) =>
  USERS.slice(PER_ROLE).map((distributor) => ({ retailer, distributor })),
);

type Status = "pending" | "accepted" | "rejected";
/** A step; the actor of an answer, a removal or a read may be a user without the right to it. */
export type Step =
  | ({ readonly kind: "request" } & Pair)
  | ({ readonly kind: "answer"; readonly actor: number; readonly status: Status } & Pair)
  | ({ readonly kind: "remove"; readonly actor: number } & Pair)
  | ({ readonly kind: "read"; readonly actor: number } & Pair)
  | ({ readonly kind: "send" } & Omit<Message, "status">)
  | { readonly kind: "deliver"; readonly actor: number };

type Message = {
  readonly from: number;
  readonly to: number;
  readonly key: string;
  readonly content: string;
  status: "sent" | "delivered" | "read";
};

/** Everything is by `pairKey`, except the messages, which are in commit order. */
export type Model = {
  readonly connections: Map<string, Status>;
  readonly messages: readonly Message[];
  /** The pairs whose connection was ever accepted. */
  readonly conversations: Set<string>;
  /** Refused requests in a row. */
  readonly refusals: Map<string, number>;
};

export const EMPTY: Model = {
  ...{ connections: new Map(), messages: [], conversations: new Set(), refusals: new Map() },
};

/** Returns null for two users of the same role, who can never be connected. */
export function pairKey(a: number, b: number): string | null {
  return isRetailer(a) === isRetailer(b) ? null : `${Math.min(a, b)} ${Math.max(a, b)}`;
}

const isBetween = ({ from, to }: Message, a: number, b: number) =>
  (from === a && to === b) || (from === b && to === a);

/** Returns the model after the step, or the code of its refusal. */
export function after(model: Model, step: Step): Model | string {
  if (step.kind === "send") return afterSend(model, step);
  const become = (status: Message["status"], isMeant: (message: Message) => boolean): Model => ({
    ...model,
    messages: model.messages.map((each) => (isMeant(each) ? { ...each, status } : each)),
  });
  if (step.kind === "deliver")
    return become("delivered", ({ to, status }) => to === step.actor && status === "sent");
  const { retailer, distributor } = step;
  const key = `${retailer} ${distributor}`;
  if (step.kind !== "read") return afterMove(model, step, key);
  const isParty = step.actor === retailer || step.actor === distributor;
  if (!isParty || !model.conversations.has(key)) return "NOT_FOUND";
  return become("read", (each) => each.to === step.actor && isBetween(each, retailer, distributor));
}

function afterMove(
  model: Model,
  step: Extract<Step, { kind: "request" | "answer" | "remove" }>,
  key: string,
): Model | string {
  const status = model.connections.get(key);
  const refused = model.refusals.get(key) ?? 0;
  const moved = (to: Status, refusals = refused): Model => ({
    ...model,
    connections: new Map(model.connections).set(key, to),
    refusals: new Map(model.refusals).set(key, refusals),
  });
  if (step.kind === "request") {
    // Requests are paused for a week, longer than any run.
    if (status === "rejected" && refused >= REQUEST_REFUSALS_MAX) return "REQUESTS_PAUSED";
    return status === undefined || status === "rejected" ? moved("pending") : model;
  }
  if (isRetailer(step.actor)) return "FORBIDDEN";
  if (status === undefined || step.actor !== step.distributor) return "NOT_FOUND";
  const wanted = step.kind === "answer" ? step.status : "rejected";
  if (step.kind === "answer" && status !== "pending" && status !== wanted)
    return "ALREADY_ANSWERED";
  if (wanted === "accepted")
    return { ...moved(wanted, 0), conversations: new Set(model.conversations).add(key) };
  return moved(wanted, status === "pending" ? refused + 1 : refused);
}

function afterSend(model: Model, { from, to, key, content }: Omit<Message, "status">) {
  const earlier = model.messages.find((each) => each.from === from && each.key === key);
  if (earlier !== undefined)
    return earlier.to === to && earlier.content === content ? model : "KEY_REUSED";
  const pair = pairKey(from, to) ?? "";
  const isOpen = model.connections.get(pair) === "accepted";
  if (!isOpen && !model.conversations.has(pair))
    return model.connections.has(pair) ? "NOT_CONNECTED" : "NOT_FOUND";
  if (!isOpen) return "NOT_CONNECTED";
  const message: Message = { from, to, key, content, status: "sent" };
  return { ...model, messages: [...model.messages, message] };
}

type Below = (limit: number) => number;
const CONTENTS = ["Yes.", "No.", "Perhaps."];
/** So few keys for each sender that some are used twice. */
const KEYS = 30;

export function randomStep(below: Below): Step {
  const pair = PAIRS[below(PAIRS.length)]!;
  const { retailer, distributor } = pair;
  /** Returns one of these users in four of five cases, else any user. */
  const mostly = (...usual: readonly number[]) =>
    below(5) === 0 ? below(USERS.length) : usual[below(usual.length)]!;
  const dice = below(34);
  if (dice < 5) return { kind: "request", ...pair };
  if (dice < 11) {
    const status = below(3) === 0 ? "rejected" : "accepted";
    return { kind: "answer", actor: mostly(distributor), ...pair, status };
  }
  if (dice === 11) return { kind: "remove", actor: mostly(distributor), ...pair };
  if (dice < 17) return { kind: "read", actor: mostly(retailer, distributor), ...pair };
  if (dice < 20) return { kind: "deliver", actor: below(USERS.length) };
  const [from, to] = below(2) === 0 ? [retailer, distributor] : [distributor, retailer];
  const message = { key: `key-${below(KEYS)}`, content: CONTENTS[below(CONTENTS.length)]! };
  return { kind: "send", from, to: mostly(to), ...message };
}

/** The rows that a list shows. */
export const ROWS = 100;

/** Returns the result of each query of `me` as JSON; a refusal is its code. Conversation ids are by `pairKey`. */
export function expected(
  { connections, conversations, messages }: Model,
  me: number,
  ids: ReadonlyMap<string, string>,
): Map<string, string> {
  const results = new Map<string, unknown>();
  const unread = (all: readonly Message[]) =>
    all.filter(({ to, status }) => to === me && status !== "read").length;
  results.set("unread", unread(messages));
  const undelivered = messages.find(({ to, status }) => to === me && status === "sent");
  results.set("undelivered", undelivered !== undefined);
  for (const status of ["pending", "accepted"] as const) {
    const others = USERS.filter((other) => connections.get(pairKey(me, other) ?? "") === status);
    results.set(status, others);
  }
  for (const { retailer, distributor } of PAIRS) {
    const key = `${retailer} ${distributor}`;
    const isMine = me === retailer || me === distributor;
    const thread = messages.filter((each) => isBetween(each, retailer, distributor)).reverse();
    const rows = thread.map(({ from, content, status, key: own }) => [
      ...[content, status, from === me ? own : null],
    ]);
    const isOpen = conversations.has(key);
    results.set(`thread ${key}`, isMine && isOpen ? rows.slice(0, ROWS) : "NOT_FOUND");
    if (!isMine) continue;
    const mayWrite = connections.get(key) === "accepted";
    const conversation = [ids.get(key), mayWrite, unread(thread), thread[0]?.content ?? null];
    results.set(`with ${me === retailer ? distributor : retailer}`, isOpen ? conversation : null);
  }
  return new Map([...results].map(([key, result]) => [key, JSON.stringify(result)]));
}
