/**
 * [I-18], [I-19] Random talk among six people against a model that knows only the rules: after each step everybody sees, of
 * everybody else, exactly what the model says, and nothing of what is between two others.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { api } from "../_generated/api";
import {
  FIRST_PAGE,
  joinDistributor,
  joinRetailer,
  openMarket,
  refusal,
  type Market,
  type Person,
} from "../market.setup";

const SIDE = 3;
const PEOPLE = 2 * SIDE;
const KEYS = ["a", "b", "c", "d", "e", "f"];
const WORDS = ["Yes.", "No.", "Perhaps."];
const RUNS = 60;
const STEPS = 60;

type Step =
  | { readonly does: "connect" | "remove"; readonly retailer: number; readonly distributor: number }
  | {
      readonly does: "say";
      readonly from: number;
      readonly to: number;
      readonly key: string;
      readonly content: string;
    }
  | { readonly does: "deliver"; readonly who: number }
  | { readonly does: "read"; readonly who: number; readonly other: number };

type Said = {
  readonly from: number;
  readonly to: number;
  readonly key: string;
  readonly content: string;
  status: "sent" | "delivered" | "read";
};

/** People below SIDE are retailers, the others distributors. */
type Model = {
  readonly connected: Set<string>;
  /** Those who are or once were connected. */
  readonly met: Set<string>;
  readonly said: Said[];
};

const isRetailer = (who: number) => who < SIDE;

function linkOf(a: number, b: number): string | null {
  if (isRetailer(a) === isRetailer(b)) return null;
  return `${Math.min(a, b)}-${Math.max(a, b)}`;
}

function isConnected(model: Model, a: number, b: number): boolean {
  const link = linkOf(a, b);
  return link !== null && model.connected.has(link);
}

function between({ said }: Model, a: number, b: number): Said[] {
  return said.filter(({ from, to }) => (from === a && to === b) || (from === b && to === a));
}

/** What the server must answer: a code, or null if it must do it; the model is then as the rules want it. */
function predict(model: Model, step: Step): string | null {
  switch (step.does) {
    case "connect":
      model.connected.add(`${step.retailer}-${step.distributor}`);
      model.met.add(`${step.retailer}-${step.distributor}`);
      return null;
    case "remove":
      model.connected.delete(`${step.retailer}-${step.distributor}`);
      return null;
    case "deliver":
      for (const message of model.said)
        if (message.to === step.who && message.status === "sent") message.status = "delivered";
      return null;
    case "read":
      for (const message of between(model, step.who, step.other))
        if (message.to === step.who) message.status = "read";
      return null;
    case "say":
      return predictSay(model, step);
  }
}

function predictSay(model: Model, step: Step & { does: "say" }): string | null {
  const { from, to, key, content } = step;
  const mayWrite = isConnected(model, from, to);
  const haveMet = model.met.has(linkOf(from, to) ?? "");
  if (!mayWrite && between(model, from, to).length === 0)
    return haveMet ? "NOT_CONNECTED" : "NOT_FOUND";
  const earlier = model.said.find((message) => message.from === from && message.key === key);
  if (earlier !== undefined)
    return earlier.to === to && earlier.content === content ? null : "KEY_REUSED";
  if (!mayWrite) return "NOT_CONNECTED";
  model.said.push({ from, to, key, content, status: "sent" });
  return null;
}

async function setConnection(
  t: Market,
  people: Person[],
  step: Step & { does: "connect" | "remove" },
) {
  const [retailer, distributor] = [people[step.retailer]!, people[step.distributor]!];
  await t.run(async (ctx) => {
    const pair = { retailerId: retailer.user._id, distributorId: distributor.user._id };
    const existing = await ctx.db
      .query("connections")
      .withIndex("by_pair", (q) =>
        q.eq("retailerId", pair.retailerId).eq("distributorId", pair.distributorId),
      )
      .unique();
    const status = step.does === "connect" ? "accepted" : "rejected";
    if (existing !== null) await ctx.db.patch("connections", existing._id, { status });
    else if (status === "accepted")
      await ctx.db.insert("connections", { ...pair, status, requestedAt: 0 });
  });
}

async function act(t: Market, people: Person[], step: Step): Promise<void> {
  switch (step.does) {
    case "connect":
    case "remove":
      return setConnection(t, people, step);
    case "say": {
      const { key: sendKey, content } = step;
      const to = people[step.to]!.user.email;
      await people[step.from]!.client.mutation(api.chat.send, { to, content, sendKey });
      return;
    }
    case "deliver":
      await people[step.who]!.client.mutation(api.chat.delivered, {});
      return;
    case "read": {
      const { client } = people[step.who]!;
      const email = people[step.other]!.user.email;
      const conversationId = (await client.query(api.chat.conversation, { with: email }))
        ?.conversationId;
      if (conversationId !== undefined)
        await client.mutation(api.chat.markRead, { conversationId });
    }
  }
}

async function expectPairRight(model: Model, people: Person[], me: number, other: number) {
  const { client } = people[me]!;
  const row = await client.query(api.chat.conversation, { with: people[other]!.user.email });
  const said = between(model, me, other);
  const mayWrite = isConnected(model, me, other);
  if (said.length === 0 && !mayWrite) {
    expect(row).toBeNull();
    return;
  }
  const unread = said.filter((message) => message.to === me && message.status !== "read").length;
  expect(row).toMatchObject({ name: people[other]!.user.name, mayWrite, unread });
  expect(row?.last?.content).toBe(said.at(-1)?.content);
  if (row?.conversationId === undefined) {
    expect(said).toEqual([]);
    return;
  }
  const args = { conversationId: row.conversationId, paginationOpts: FIRST_PAGE };
  const { page } = await client.query(api.chat.messages, args);
  expect(
    page.reverse().map(({ content, status, sendKey }) => ({ content, status, sendKey })),
  ).toEqual(
    said.map(({ from, content, status, key }) => ({
      content,
      status,
      sendKey: from === me ? key : undefined,
    })),
  );
}

async function expectListsRight(model: Model, people: Person[], me: number) {
  const { client } = people[me]!;
  const others = [...people.keys()].filter((other) => linkOf(me, other) !== null);
  const has = (other: number) => between(model, me, other).length > 0;
  const expected = {
    talking: others.filter((other) => isConnected(model, me, other) && has(other)),
    quiet: others.filter((other) => isConnected(model, me, other) && !has(other)),
    ended: others.filter((other) => !isConnected(model, me, other) && has(other)),
  };
  for (const part of ["talking", "quiet", "ended"] as const) {
    const args = { part, paginationOpts: FIRST_PAGE };
    const { page } = await client.query(api.chat.conversations, args);
    expect(page.map(({ name }) => name).sort(), part).toEqual(
      expected[part].map((other) => people[other]!.user.name).sort(),
    );
  }
  const mine = model.said.filter((message) => message.to === me);
  const unread = mine.filter((message) => message.status !== "read").length;
  expect(await client.query(api.chat.unreadCount, {})).toBe(unread);
  const isWaiting = mine.some((message) => message.status === "sent");
  expect((await client.query(api.chat.undelivered, {})) !== null).toBe(isWaiting);
}

const person = fc.integer({ min: 0, max: PEOPLE - 1 });
const link = {
  retailer: fc.integer({ min: 0, max: SIDE - 1 }),
  distributor: fc.integer({ min: SIDE, max: PEOPLE - 1 }),
};
const words = { key: fc.constantFrom(...KEYS), content: fc.constantFrom(...WORDS) };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant("connect" as const), ...link }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("remove" as const), ...link }) },
  {
    weight: 12,
    arbitrary: fc.record({ does: fc.constant("say" as const), from: person, to: person, ...words }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("deliver" as const), who: person }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant("read" as const), who: person, other: person }),
  },
);

const say = (from: number, to: number, key: string, content: string): Step => {
  return { does: "say", from, to, key, content };
};

/** Every rule once, whatever chance brings. */
const EVENTFUL_TALK: Step[] = [
  say(0, 3, "a", "Yes."),
  { does: "connect", retailer: 0, distributor: 3 },
  { does: "connect", retailer: 1, distributor: 3 },
  say(0, 3, "a", "Yes."),
  say(0, 3, "a", "Yes."),
  say(0, 3, "a", "No."),
  say(1, 3, "a", "Perhaps."),
  { does: "deliver", who: 3 },
  say(0, 3, "b", "No."),
  { does: "read", who: 3, other: 0 },
  say(3, 0, "a", "Perhaps."),
  { does: "remove", retailer: 0, distributor: 3 },
  say(0, 3, "c", "Yes."),
  say(0, 3, "a", "Yes."),
  { does: "read", who: 0, other: 3 },
];

it("everybody sees exactly what was said to them and by them, once, in order, with true ticks and figures", async () => {
  const outcomes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: STEPS }), async (steps) => {
      const t = openMarket();
      const people: Person[] = [];
      for (let who = 0; who < PEOPLE; who += 1)
        people.push(isRetailer(who) ? await joinRetailer(t) : await joinDistributor(t));
      const model: Model = { connected: new Set(), met: new Set(), said: [] };
      for (const each of steps) {
        const code = predict(model, each);
        if (code === null) await act(t, people, each);
        else expect(await refusal(act(t, people, each))).toEqual({ code });
        const outcome = `${each.does} ${code ?? "done"}`;
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
      for (const me of people.keys()) {
        await expectListsRight(model, people, me);
        for (const other of people.keys()) await expectPairRight(model, people, me, other);
      }
    }),
    { numRuns: RUNS, examples: [[EVENTFUL_TALK]] },
  );
  // A model that was never refused, or never did anything, would prove nothing.
  for (const met of [
    "say done",
    "say NOT_FOUND",
    "say NOT_CONNECTED",
    "say KEY_REUSED",
    "read done",
    "deliver done",
  ])
    expect(outcomes.get(met) ?? 0, met).toBeGreaterThan(0);
});
