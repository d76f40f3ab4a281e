/**
 * The rules of connections and talk among three retailers and three distributors, as plain data: what must come of each step,
 * and the steps that chance makes. It shares nothing with the server.
 */
import fc from "fast-check";
import { REQUEST_REFUSALS_MAX } from "../../domain/limits";
import type { chance } from "../../embedded/testkit/proof";

export const SIDE = 3;
/** Those below SIDE are retailers, the others distributors. */
export const PEOPLE = Array.from({ length: 2 * SIDE }, (_, who) => who);
export const isRetailer = (who: number) => who < SIDE;

type Link = { readonly retailer: number; readonly distributor: number };
export const LINKS: readonly Link[] = PEOPLE.filter(isRetailer).flatMap((retailer) =>
  PEOPLE.slice(SIDE).map((distributor) => ({ retailer, distributor })),
);

/** Whoever answers, removes or reads may be somebody whom it does not concern. */
export type Step =
  | ({ readonly does: "request" } & Link)
  | ({
      readonly does: "answer";
      readonly who: number;
      readonly status: "accepted" | "rejected";
    } & Link)
  | ({ readonly does: "remove"; readonly who: number } & Link)
  | {
      readonly does: "say";
      readonly from: number;
      readonly to: number;
      readonly key: string;
      readonly content: string;
    }
  | { readonly does: "deliver"; readonly who: number }
  | ({ readonly does: "read"; readonly who: number } & Link);

type Said = {
  readonly from: number;
  readonly to: number;
  readonly key: string;
  readonly content: string;
  status: "sent" | "delivered" | "read";
};

/** `links` by `linkOf`; `said` in the order of the commits. */
export type Model = {
  readonly links: Map<string, "pending" | "accepted" | "rejected">;
  readonly said: Said[];
  /** Links that were ever accepted: they have a conversation. */
  readonly opened: Set<string>;
  /** Refused requests in a row. */
  readonly refusals: Map<string, number>;
};

export const openModel = (): Model => ({
  links: new Map(),
  said: [],
  opened: new Set(),
  refusals: new Map(),
});

export const copyOf = ({ links, said, opened, refusals }: Model): Model => ({
  links: new Map(links),
  opened: new Set(opened),
  refusals: new Map(refusals),
  said: said.map((each) => ({ ...each })),
});

/** Null for two who can never be connected. */
export function linkOf(a: number, b: number): string | null {
  return isRetailer(a) === isRetailer(b) ? null : `${Math.min(a, b)}-${Math.max(a, b)}`;
}

const nameOf = ({ retailer, distributor }: Link) => `${retailer}-${distributor}`;

export function mayWrite({ links }: Model, a: number, b: number): boolean {
  return links.get(linkOf(a, b) ?? "") === "accepted";
}

export function between({ said }: Model, a: number, b: number): Said[] {
  return said.filter(({ from, to }) => (from === a && to === b) || (from === b && to === a));
}

/** Whether the two were ever connected. */
export function haveMet({ opened }: Model, a: number, b: number): boolean {
  return opened.has(linkOf(a, b) ?? "");
}

function predictLink(
  { links, opened, refusals }: Model,
  step: Extract<Step, { does: "request" | "answer" | "remove" }>,
): string {
  const name = nameOf(step);
  const status = links.get(name);
  if (step.does === "request") {
    // The pause is a week: no run is as long.
    if (status === "rejected" && (refusals.get(name) ?? 0) >= REQUEST_REFUSALS_MAX)
      return "REQUESTS_PAUSED";
    if (status === undefined || status === "rejected") links.set(name, "pending");
    return "done";
  }
  if (isRetailer(step.who)) return "FORBIDDEN";
  if (status === undefined || step.who !== step.distributor) return "NOT_FOUND";
  const wanted = step.does === "answer" ? step.status : "rejected";
  if (step.does === "answer" && status !== "pending" && status !== wanted)
    return "ALREADY_ANSWERED";
  if (wanted === "accepted") {
    opened.add(name);
    refusals.delete(name);
  } else if (status === "pending") refusals.set(name, (refusals.get(name) ?? 0) + 1);
  links.set(name, wanted);
  return "done";
}

function predictSay(model: Model, { from, to, key, content }: Extract<Step, { does: "say" }>) {
  const isOpen = mayWrite(model, from, to);
  if (!isOpen && !haveMet(model, from, to))
    return model.links.has(linkOf(from, to) ?? "") ? "NOT_CONNECTED" : "NOT_FOUND";
  const earlier = model.said.find((each) => each.from === from && each.key === key);
  if (earlier !== undefined)
    return earlier.to === to && earlier.content === content ? "done" : "KEY_REUSED";
  if (!isOpen) return "NOT_CONNECTED";
  model.said.push({ from, to, key, content, status: "sent" });
  return "done";
}

/** "done", with the model moved on, or the code of the refusal. */
export function predict(model: Model, step: Step): string {
  switch (step.does) {
    case "request":
    case "answer":
    case "remove":
      return predictLink(model, step);
    case "say":
      return predictSay(model, step);
    case "deliver":
      for (const each of model.said)
        if (each.to === step.who && each.status === "sent") each.status = "delivered";
      return "done";
    case "read": {
      const both = [step.retailer, step.distributor];
      const thread = between(model, step.retailer, step.distributor);
      if (!both.includes(step.who) || !model.opened.has(nameOf(step))) return "NOT_FOUND";
      for (const each of thread) if (each.to === step.who) each.status = "read";
      return "done";
    }
  }
}

const person = fc.constantFrom(...PEOPLE);
const link = fc.constantFrom(...LINKS);
/** Mostly the one whom it concerns. */
const concerned = (usual: readonly number[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: person });
const answers = fc.constantFrom<("accepted" | "rejected")[]>("accepted", "accepted", "rejected");

const ofLink = link.chain((of) => {
  const owner = concerned([of.distributor]);
  const party = concerned([of.retailer, of.distributor]);
  return fc.oneof<{ weight: number; arbitrary: fc.Arbitrary<Step> }[]>(
    { weight: 5, arbitrary: fc.constant({ does: "request", ...of }) },
    {
      weight: 6,
      arbitrary: fc.record({ who: owner, status: answers }).map((by) => ({
        ...{ does: "answer", ...of },
        ...by,
      })),
    },
    { weight: 1, arbitrary: owner.map((who) => ({ does: "remove", who, ...of })) },
    { weight: 5, arbitrary: party.map((who) => ({ does: "read", who, ...of })) },
  );
});

/** Few enough that some come twice. */
const KEYS = 30;
const words = {
  key: fc.constantFrom(...Array.from({ length: KEYS }, (_, n) => `key-${n}`)),
  content: fc.constantFrom("Yes.", "No.", "Perhaps."),
};
const toPartner = link.chain(({ retailer, distributor }) =>
  fc.constantFrom({ from: retailer, to: distributor }, { from: distributor, to: retailer }),
);
const toAnybody = fc.record({ from: person, to: person });

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 17, arbitrary: ofLink },
  {
    weight: 14,
    arbitrary: fc
      .tuple(
        fc.oneof({ weight: 5, arbitrary: toPartner }, { weight: 1, arbitrary: toAnybody }),
        fc.record(words),
      )
      .map(([who, what]) => ({ does: "say" as const, ...who, ...what })),
  },
  { weight: 3, arbitrary: person.map((who) => ({ does: "deliver" as const, who })) },
);

/** Every rule once, whatever chance brings. */
export const EVENTFUL_TALK: readonly Step[] = [
  { does: "say", from: 0, to: 3, key: "a", content: "Yes." },
  ...[0, 1].flatMap((retailer): Step[] => [
    { does: "request", retailer, distributor: 3 },
    { does: "answer", who: 4, retailer, distributor: 3, status: "accepted" },
    { does: "answer", who: 3, retailer, distributor: 3, status: "accepted" },
  ]),
  { does: "answer", who: 3, retailer: 0, distributor: 3, status: "rejected" },
  { does: "say", from: 0, to: 3, key: "a", content: "Yes." },
  { does: "say", from: 0, to: 3, key: "a", content: "Yes." },
  { does: "say", from: 0, to: 3, key: "a", content: "No." },
  { does: "say", from: 1, to: 3, key: "a", content: "Perhaps." },
  { does: "deliver", who: 3 },
  { does: "say", from: 0, to: 3, key: "b", content: "No." },
  { does: "read", who: 1, retailer: 0, distributor: 3 },
  { does: "read", who: 0, retailer: 0, distributor: 3 },
  { does: "read", who: 3, retailer: 0, distributor: 3 },
  { does: "say", from: 3, to: 0, key: "a", content: "Perhaps." },
  { does: "remove", who: 3, retailer: 0, distributor: 3 },
  { does: "say", from: 0, to: 3, key: "c", content: "Yes." },
  { does: "say", from: 0, to: 3, key: "a", content: "Yes." },
  { does: "read", who: 0, retailer: 0, distributor: 3 },
  { does: "request", retailer: 0, distributor: 3 },
];

/** The same in another order. */
export function shuffled<Item>(items: readonly Item[], random: ReturnType<typeof chance>): Item[] {
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}
