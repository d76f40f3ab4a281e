/**
 * Models connections and chat among three retailers and three distributors as plain data: random steps and their predicted
 * outcomes. It shares no code with the server.
 */
import fc from "fast-check";
import { REQUEST_REFUSALS_MAX } from "../../domain/limits";
import type { chance } from "../../embedded/testkit/proof";

export const PER_ROLE = 3;
/** Numbers below PER_ROLE are retailers, the others distributors. */
export const USERS = Array.from({ length: 2 * PER_ROLE }, (_, user) => user);
export const isRetailer = (user: number) => user < PER_ROLE;

type Pair = { readonly retailer: number; readonly distributor: number };
export const PAIRS: readonly Pair[] = USERS.filter(isRetailer).flatMap((retailer) =>
  USERS.slice(PER_ROLE).map((distributor) => ({ retailer, distributor })),
);

/** A step; the actor of an answer, a removal or a read may be a user without the right to it. */
export type Step =
  | ({ readonly kind: "request" } & Pair)
  | ({
      readonly kind: "answer";
      readonly actor: number;
      readonly status: "accepted" | "rejected";
    } & Pair)
  | ({ readonly kind: "remove"; readonly actor: number } & Pair)
  | {
      readonly kind: "send";
      readonly from: number;
      readonly to: number;
      readonly key: string;
      readonly content: string;
    }
  | { readonly kind: "deliver"; readonly actor: number }
  | ({ readonly kind: "read"; readonly actor: number } & Pair);

type Message = {
  readonly from: number;
  readonly to: number;
  readonly key: string;
  readonly content: string;
  status: "sent" | "delivered" | "read";
};

/** `connections` are by `pairKey`; `messages` are in commit order. */
export type Model = {
  readonly connections: Map<string, "pending" | "accepted" | "rejected">;
  readonly messages: Message[];
  /** The pairs whose connection was ever accepted. */
  readonly conversations: Set<string>;
  /** Refused requests in a row, by `pairKey`. */
  readonly refusals: Map<string, number>;
};

export const openModel = (): Model => ({
  connections: new Map(),
  messages: [],
  conversations: new Set(),
  refusals: new Map(),
});

export const copyOf = ({ connections, messages, conversations, refusals }: Model): Model => ({
  connections: new Map(connections),
  conversations: new Set(conversations),
  refusals: new Map(refusals),
  messages: messages.map((each) => ({ ...each })),
});

/** Returns null for two users of the same role, who can never be connected. */
export function pairKey(a: number, b: number): string | null {
  return isRetailer(a) === isRetailer(b) ? null : `${Math.min(a, b)}-${Math.max(a, b)}`;
}

const keyOf = ({ retailer, distributor }: Pair) => `${retailer}-${distributor}`;

export function mayWrite({ connections }: Model, a: number, b: number): boolean {
  return connections.get(pairKey(a, b) ?? "") === "accepted";
}

export function messagesBetween({ messages }: Model, a: number, b: number): Message[] {
  return messages.filter(({ from, to }) => (from === a && to === b) || (from === b && to === a));
}

/** Returns true if the two were ever connected. */
export function hasConversation({ conversations }: Model, a: number, b: number): boolean {
  return conversations.has(pairKey(a, b) ?? "");
}

function predictConnection(
  { connections, conversations, refusals }: Model,
  step: Extract<Step, { kind: "request" | "answer" | "remove" }>,
): string {
  const key = keyOf(step);
  const status = connections.get(key);
  if (step.kind === "request") {
    // Requests are paused for a week, longer than any run.
    if (status === "rejected" && (refusals.get(key) ?? 0) >= REQUEST_REFUSALS_MAX)
      return "REQUESTS_PAUSED";
    if (status === undefined || status === "rejected") connections.set(key, "pending");
    return "done";
  }
  if (isRetailer(step.actor)) return "FORBIDDEN";
  if (status === undefined || step.actor !== step.distributor) return "NOT_FOUND";
  const wanted = step.kind === "answer" ? step.status : "rejected";
  if (step.kind === "answer" && status !== "pending" && status !== wanted)
    return "ALREADY_ANSWERED";
  if (wanted === "accepted") {
    conversations.add(key);
    refusals.delete(key);
  } else if (status === "pending") refusals.set(key, (refusals.get(key) ?? 0) + 1);
  connections.set(key, wanted);
  return "done";
}

function predictSend(model: Model, { from, to, key, content }: Extract<Step, { kind: "send" }>) {
  const isOpen = mayWrite(model, from, to);
  if (!isOpen && !hasConversation(model, from, to))
    return model.connections.has(pairKey(from, to) ?? "") ? "NOT_CONNECTED" : "NOT_FOUND";
  const earlier = model.messages.find((each) => each.from === from && each.key === key);
  if (earlier !== undefined)
    return earlier.to === to && earlier.content === content ? "done" : "KEY_REUSED";
  if (!isOpen) return "NOT_CONNECTED";
  model.messages.push({ from, to, key, content, status: "sent" });
  return "done";
}

/** Applies the step to the model and returns "done", or returns the code of the refusal. */
export function predict(model: Model, step: Step): string {
  switch (step.kind) {
    case "request":
    case "answer":
    case "remove":
      return predictConnection(model, step);
    case "send":
      return predictSend(model, step);
    case "deliver":
      for (const each of model.messages)
        if (each.to === step.actor && each.status === "sent") each.status = "delivered";
      return "done";
    case "read": {
      const both = [step.retailer, step.distributor];
      const thread = messagesBetween(model, step.retailer, step.distributor);
      if (!both.includes(step.actor) || !model.conversations.has(keyOf(step))) return "NOT_FOUND";
      for (const each of thread) if (each.to === step.actor) each.status = "read";
      return "done";
    }
  }
}

const user = fc.constantFrom(...USERS);
const pair = fc.constantFrom(...PAIRS);
/** Picks one of these users in nine of ten cases, else any user. */
const mostly = (usual: readonly number[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: user });
const answers = fc.constantFrom<("accepted" | "rejected")[]>("accepted", "accepted", "rejected");

const connectionStep = pair.chain((of) => {
  const owner = mostly([of.distributor]);
  const party = mostly([of.retailer, of.distributor]);
  return fc.oneof<{ weight: number; arbitrary: fc.Arbitrary<Step> }[]>(
    { weight: 5, arbitrary: fc.constant({ kind: "request", ...of }) },
    {
      weight: 6,
      arbitrary: fc.record({ actor: owner, status: answers }).map((answer) => ({
        ...{ kind: "answer", ...of },
        ...answer,
      })),
    },
    { weight: 1, arbitrary: owner.map((actor) => ({ kind: "remove", actor, ...of })) },
    { weight: 5, arbitrary: party.map((actor) => ({ kind: "read", actor, ...of })) },
  );
});

/** So few that some keys are used twice. */
const KEYS = 30;
const message = {
  key: fc.constantFrom(...Array.from({ length: KEYS }, (_, n) => `key-${n}`)),
  content: fc.constantFrom("Yes.", "No.", "Perhaps."),
};
const toPartner = pair.chain(({ retailer, distributor }) =>
  fc.constantFrom({ from: retailer, to: distributor }, { from: distributor, to: retailer }),
);
const toAnyUser = fc.record({ from: user, to: user });

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 17, arbitrary: connectionStep },
  {
    weight: 14,
    arbitrary: fc
      .tuple(
        fc.oneof({ weight: 5, arbitrary: toPartner }, { weight: 1, arbitrary: toAnyUser }),
        fc.record(message),
      )
      .map(([parties, content]) => ({ kind: "send" as const, ...parties, ...content })),
  },
  { weight: 3, arbitrary: user.map((actor) => ({ kind: "deliver" as const, actor })) },
);

/** A fixed script that meets every rule once. */
export const FIXED_CHAT: readonly Step[] = [
  { kind: "send", from: 0, to: 3, key: "a", content: "Yes." },
  ...[0, 1].flatMap((retailer): Step[] => [
    { kind: "request", retailer, distributor: 3 },
    { kind: "answer", actor: 4, retailer, distributor: 3, status: "accepted" },
    { kind: "answer", actor: 3, retailer, distributor: 3, status: "accepted" },
  ]),
  { kind: "answer", actor: 3, retailer: 0, distributor: 3, status: "rejected" },
  { kind: "send", from: 0, to: 3, key: "a", content: "Yes." },
  { kind: "send", from: 0, to: 3, key: "a", content: "Yes." },
  { kind: "send", from: 0, to: 3, key: "a", content: "No." },
  { kind: "send", from: 1, to: 3, key: "a", content: "Perhaps." },
  { kind: "deliver", actor: 3 },
  { kind: "send", from: 0, to: 3, key: "b", content: "No." },
  { kind: "read", actor: 1, retailer: 0, distributor: 3 },
  { kind: "read", actor: 0, retailer: 0, distributor: 3 },
  { kind: "read", actor: 3, retailer: 0, distributor: 3 },
  { kind: "send", from: 3, to: 0, key: "a", content: "Perhaps." },
  { kind: "remove", actor: 3, retailer: 0, distributor: 3 },
  { kind: "send", from: 0, to: 3, key: "c", content: "Yes." },
  { kind: "send", from: 0, to: 3, key: "a", content: "Yes." },
  { kind: "read", actor: 0, retailer: 0, distributor: 3 },
  { kind: "request", retailer: 0, distributor: 3 },
];

/** Returns the items in random order. */
export function shuffled<Item>(items: readonly Item[], random: ReturnType<typeof chance>): Item[] {
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}
