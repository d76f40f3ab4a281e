/**
 * Stock clients make random calls over connections that break at random. Their calls must fit one serial order, and every
 * transition must be true at one timestamp. The seeds are fixed, the interleavings are not.
 */
import type { ConvexClient } from "convex/browser";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { PaginationResult } from "convex/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import { type FlakyClient, flakyClient } from "../testkit/flakyClient";
import { chance } from "../testkit/proof";
import { decodeTimestamp } from "../sync/protocol";
import type { TestProject } from "../testkit/project";
import { copyProject, eventually } from "../testkit/project";
import { RawClient } from "../testkit/rawClient";

type Balances = Record<string, number>;
type Order = "asc" | "desc";
const bank = {
  open: makeFunctionReference<"mutation", { name: string; balance: number }>("bank:open"),
  transfer: makeFunctionReference<"mutation", { from: string; to: string; amount: number }>(
    "bank:transfer",
  ),
  deposit: makeFunctionReference<"mutation", { name: string; amount: number }, number>(
    "bank:deposit",
  ),
  balances: makeFunctionReference<"query", Record<string, never>, Balances>("bank:balances"),
  balance: makeFunctionReference<"query", { name: string }, number | null>("bank:balance"),
  add: makeFunctionReference<"mutation", { rank: number; text: string }>("bank:add"),
  removeAt: makeFunctionReference<"mutation", { rank: number }, number | null>("bank:removeAt"),
  page: makeFunctionReference<"query", { order: Order }, PaginationResult<number>>("bank:page"),
};

function randomFrom(seed: number): (below: number) => number {
  const random = chance(seed);
  return (below) => Math.floor(random() * below);
}

const ACCOUNTS = ["asha", "bina", "chand", "dev"];
const COUNTERS = ["visits", "orders"];
const START = 50;

let project: TestProject;
let backend: RunningBackend;
let closers: (() => unknown)[];

beforeEach(async () => {
  project = copyProject("bank");
  backend = await runBackend(project.options);
  closers = [];
});

afterEach(async () => {
  await Promise.all(closers.map((close) => close()));
  await backend.stop();
  project.remove();
});

function httpClient(): ConvexHttpClient {
  return new ConvexHttpClient(backend.addresses.url, { logger: false });
}

function stockClient(): FlakyClient {
  const flaky = flakyClient(backend.addresses.url);
  closers.push(() => flaky.client.close());
  return flaky;
}

async function openAccounts(): Promise<void> {
  for (const name of ACCOUNTS) await httpClient().mutation(bank.open, { name, balance: START });
  for (const name of COUNTERS) await httpClient().mutation(bank.open, { name, balance: 0 });
}

const sumOf = (balances: Balances) =>
  ACCOUNTS.reduce((sum, name) => sum + (balances[name] ?? Number.NaN), 0);

/** The state that the acknowledged calls produce, in any order. */
class Ledger {
  readonly expected: Balances = Object.fromEntries([
    ...ACCOUNTS.map((name) => [name, START] as const),
    ...COUNTERS.map((name) => [name, 0] as const),
  ]);
  readonly deposits = new Map<string, number[]>(COUNTERS.map((name) => [name, []]));

  moved(from: string, to: string, amount: number): void {
    this.expected[from]! -= amount;
    this.expected[to]! += amount;
  }

  deposited(name: string, after: number): void {
    this.expected[name]! += 1;
    this.deposits.get(name)?.push(after);
  }
}

type Mutating = Pick<ConvexClient, "mutation">;

async function act(client: Mutating, ledger: Ledger, random: (below: number) => number) {
  if (random(3) === 0) {
    const name = COUNTERS[random(COUNTERS.length)]!;
    ledger.deposited(name, await client.mutation(bank.deposit, { name, amount: 1 }));
    return;
  }
  const [from, to] = [ACCOUNTS[random(4)]!, ACCOUNTS[random(4)]!];
  const amount = 1 + random(40);
  try {
    await client.mutation(bank.transfer, { from, to, amount });
    ledger.moved(from, to, amount);
  } catch (error) {
    expect(error).toMatchObject({ data: "too little" });
  }
}

describe("[TX2] [EO1] [SUB4] random calls", () => {
  test.each([1, 2])("and all subscriptions fit one serial order (seed %i)", async (seed) => {
    const random = randomFrom(seed);
    await openAccounts();
    const snapshots: Balances[][] = [];
    for (let watcher = 0; watcher < 3; watcher++) {
      const answers: Balances[] = [];
      snapshots.push(answers);
      const { client, cut } = stockClient();
      client.onUpdate(bank.balances, {}, (balances) => answers.push(balances));
      if (watcher > 0) setTimeout(cut, 50 + random(300));
    }
    const ledger = new Ledger();
    const live = Array.from({ length: 4 }, stockClient);
    const http = [httpClient(), httpClient()];
    const working = [
      ...live.map(async ({ client, cut }) => {
        for (let burst = 0; burst < 8; burst++) {
          const calls = Array.from({ length: 10 }, () => act(client, ledger, random));
          if (random(2) === 0) setTimeout(cut, random(12));
          await Promise.all(calls);
        }
      }),
      ...http.map(async (client) => {
        for (let call = 0; call < 60; call++) await act(client as Mutating, ledger, random);
      }),
    ];
    await Promise.all(working);

    const final = await httpClient().query(bank.balances, {});
    expect(final).toEqual(ledger.expected);
    for (const [name, results] of ledger.deposits) {
      const inOrder = [...results].sort((a, b) => a - b);
      expect(inOrder).toEqual(Array.from({ length: final[name] ?? 0 }, (_, at) => at + 1));
    }
    await eventually(() => {
      for (const answers of snapshots) expect(answers.at(-1)).toEqual(final);
    });
    for (const answers of snapshots) {
      for (const [at, balances] of answers.entries()) {
        expect(sumOf(balances)).toBe(START * ACCOUNTS.length);
        const before = answers[at - 1] ?? {};
        for (const name of COUNTERS)
          expect(balances[name]).toBeGreaterThanOrEqual(before[name] ?? 0);
      }
    }
  });
});

describe("[TX2] [SUB4] the order of the timestamps", () => {
  test.each([3])("explains every result and every transition (seed %i)", async (seed) => {
    const random = randomFrom(seed);
    await openAccounts();
    const opened = await Promise.all(
      Array.from({ length: 4 }, () => RawClient.open(backend.addresses.url)),
    );
    closers.push(...opened.map((client) => () => client.close()));
    const calls = opened.map((client) => {
      client.connect(crypto.randomUUID());
      client.add(
        { queryId: 0, udfPath: "bank:balances" },
        ...ACCOUNTS.map((name, at) => ({
          queryId: 1 + at,
          udfPath: "bank:balance",
          args: { name },
        })),
      );
      return Array.from({ length: 60 }, (_, requestId) => {
        const deposit = { name: COUNTERS[random(2)]!, amount: 1 + random(9) };
        const transfer = {
          from: ACCOUNTS[random(4)]!,
          to: ACCOUNTS[random(4)]!,
          amount: random(30),
        };
        const isDeposit = random(2) === 0;
        client.mutate(
          requestId,
          isDeposit ? "bank:deposit" : "bank:transfer",
          isDeposit ? deposit : transfer,
        );
        return isDeposit ? deposit : transfer;
      });
    });
    const answersOf = (client: RawClient) =>
      client.messages.filter((message) => message.type === "MutationResponse");
    await Promise.all(opened.map((client) => client.until(() => answersOf(client).length === 60)));

    const done = opened
      .flatMap((client, who) =>
        answersOf(client).flatMap(({ requestId, ts = "", result, success }) =>
          success ? [{ ts: decodeTimestamp(ts), call: calls[who]![requestId]!, result }] : [],
        ),
      )
      .sort((a, b) => a.ts - b.ts);
    expect(new Set(done.map(({ ts }) => ts)).size).toBe(done.length);
    const model: Balances = new Ledger().expected;
    const states: { ts: number; balances: Balances }[] = [{ ts: 0, balances: { ...model } }];
    for (const { ts, call, result } of done) {
      if ("name" in call) {
        model[call.name]! += call.amount;
        expect(result).toBe(model[call.name]);
      } else {
        expect(model[call.from]).toBeGreaterThanOrEqual(call.amount);
        model[call.from]! -= call.amount;
        model[call.to]! += call.amount;
      }
      states.push({ ts, balances: { ...model } });
    }

    for (const client of opened) {
      await client.until(
        () => JSON.stringify(sorted(client.valueOf(0))) === JSON.stringify(sorted(model)),
      );
      const shown = new Map<number, unknown>();
      for (const { endVersion, modifications } of client.transitions) {
        for (const { queryId, value } of modifications) shown.set(queryId, value);
        if (!shown.has(0)) continue;
        const ts = decodeTimestamp(endVersion.ts);
        const { balances } = states.findLast((state) => state.ts <= ts)!;
        expect(shown.get(0)).toEqual(balances);
        for (const [at, name] of ACCOUNTS.entries()) expect(shown.get(1 + at)).toBe(balances[name]);
      }
    }
  });
});

function sorted(value: unknown): unknown {
  return Object.entries((value ?? {}) as Balances).sort(([a], [b]) => (a < b ? -1 : 1));
}

describe("[SUB6] pages of stock clients", () => {
  test.each([
    ["asc", 4],
    ["desc", 5],
  ] as const)(
    "have no gap and no duplicate under random changes (%s, seed %i)",
    async (order, seed) => {
      const random = randomFrom(seed);
      const model = new Set<number>();
      const http = httpClient();
      const add = async () => {
        const rank = random(100_000);
        if (model.has(rank)) return;
        model.add(rank);
        await http.mutation(bank.add, { rank, text: "" }, { skipQueue: true });
      };
      await Promise.all(Array.from({ length: 30 }, add));

      const readers = Array.from({ length: 3 }, () => {
        const { client, cut } = stockClient();
        const lists: number[][] = [];
        const errors: unknown[] = [];
        const unsubscribe = client.onPaginatedUpdate_experimental(
          bank.page,
          { order },
          { initialNumItems: 4 },
          (answer) => lists.push((answer as unknown as { results: number[] }).results),
          (error) => errors.push(error),
        );
        const current = () => unsubscribe.getCurrentValue();
        return { lists, errors, cut, current };
      });
      const remove = async () => {
        const gone = await http.mutation(
          bank.removeAt,
          { rank: random(100_000) },
          { skipQueue: true },
        );
        if (gone !== null) model.delete(gone);
      };
      for (let step = 0; step < 50; step++) {
        await Promise.all(Array.from({ length: 3 }, () => (random(3) > 0 ? add() : remove())));
        const reader = readers[random(3)]!;
        if (random(6) === 0) reader.current()?.loadMore(1 + random(5));
        if (random(12) === 0) reader.cut();
      }

      const expected = [...model].sort((a, b) => (order === "asc" ? a - b : b - a));
      for (const { lists, errors, current } of readers) {
        await eventually(() => {
          current()?.loadMore(20);
          expect(current()?.status).toBe("Exhausted");
          expect(current()?.results).toEqual(expected);
        });
        expect(errors).toEqual([]);
        for (const list of lists) {
          const ordered = [...new Set(list)].sort((a, b) => (order === "asc" ? a - b : b - a));
          expect(list).toEqual(ordered);
        }
      }
    },
  );
});
