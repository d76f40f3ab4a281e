/**
 * Kills the market's process repeatedly while traders work and REST programs retry calls without an answer. After each kill the
 * database must contain every acknowledged operation, complete and once.
 */
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { api } from "../../convex/_generated/api";
import { startMarket, until } from "../../testkit/market";
import { placing } from "../../testkit/restCalls";
import {
  type Attempt,
  type Finding,
  type Proof,
  chance,
  percentile,
} from "../../embedded/testkit/proof";
import { HEALTHY_MS } from "../../embedded/watchdog";
import { keyOf } from "./operations";
import { Scene } from "./workload";
import { atMostMs, countOf } from "../findings";
import { type Trader, openClient } from "../../testkit/traders";

/** A series kills a process that has been healthy for a while, then its successors, whose restarts the watchdog delays. */
const SIZE = {
  short: { series: 2, killsEach: 2, sameKey: 6 },
  long: { series: 13, killsEach: 4, sameKey: 104 },
};
const [SHORTEST_LIFE_MS, LONGEST_LIFE_MS] = [20, 200];
const [RETAILERS, DISTRIBUTORS] = [4, 2];
const AT_ONCE = 20;
const START_MS = 30_000;
/** The delay before a program retries a call without an answer. */
const PATIENCE_MS = 50;

/** REST programs that retry each call without an answer, with the same Idempotency-Key. */
class Programs {
  askedAgain = 0;
  readonly #scene: Scene;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** Makes one call after another, and repeats each after its answer. */
  async run(who: Trader, name: string): Promise<void> {
    for (let count = 1; !this.#scene.isOver; count += 1) {
      await this.#scene.gate;
      await this.ask(who, `${name}, ${count}`, [1, 1]);
    }
  }

  /** I-26: places an order in rounds of concurrent calls with one key. All answers must be equal. */
  async ask(who: Trader, words: string, times: readonly number[]): Promise<void> {
    const { ledger } = this.#scene;
    const answers: Answer[] = [];
    ledger.tried.add(words);
    for (const length of times) {
      const asked = Array.from({ length }, () => this.#untilAnswered(who, words));
      answers.push(...(await Promise.all(asked)));
      ledger.acknowledged.add(words);
    }
    const other = answers.find(
      (answer) => answer.status !== 201 || !isDeepStrictEqual(answer, answers[0]),
    );
    if (other !== undefined)
      ledger.faults.push(
        `[I-26] ${words}: ${other.status} ${other.body}, at first ${answers[0]?.body}`,
      );
  }

  async #untilAnswered({ token }: Trader, words: string): Promise<Answer> {
    const { market, products } = this.#scene;
    const body = { productId: products[0]![0]!, quantity: 1, msg: words };
    for (;;) {
      const answer = await placing(market, token, body, keyOf(words))
        .then(async (response) => ({ status: response.status, body: await response.text() }))
        .catch(() => null);
      if (answer !== null && answer.status < 500) return answer;
      this.askedAgain += 1;
      await pause(PATIENCE_MS);
    }
  }
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** An unmodified client with one live query, which measures the time from a kill to its next update. */
class Onlooker {
  readonly #client;
  #killed = { at: 0, connections: 0 };
  readonly backMs: number[] = [];

  constructor(url: string, token: string) {
    this.#client = openClient(url, token);
    this.#client.onUpdate(api.orders.pendingCount, {}, () => undefined);
    this.#client.client.addOnTransitionHandler(() => {
      if (this.#killed.at === 0 || this.#connections === this.#killed.connections) return;
      this.backMs.push(performance.now() - this.#killed.at);
      this.#killed.at = 0;
    });
  }

  get #connections(): number {
    return this.#client.connectionState().connectionCount;
  }

  get isLive(): boolean {
    return this.#killed.at === 0;
  }

  noteKill(): void {
    this.#killed = { at: performance.now(), connections: this.#connections };
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

class Outcome {
  kills = 0;
  /** Number of kills with calls in flight. */
  midway = 0;
  sameKey = 0;
  readonly damage: string[] = [];
  /** Times until the market served again: after the first kill of each series, and after all kills. */
  readonly servingMs: { first: number[]; all: number[] } = { first: [], all: [] };
}

async function killOnce(scene: Scene, onlooker: Onlooker, isFirst: boolean, outcome: Outcome) {
  const { market, ledger, below } = scene;
  await pause(SHORTEST_LIFE_MS + below(LONGEST_LIFE_MS - SHORTEST_LIFE_MS));
  const killedAt = performance.now();
  outcome.midway += ledger.underWay > 0 ? 1 : 0;
  const killing = market.killBackend();
  onlooker.noteKill();
  await killing;
  await until("the market serves again", () => market.isReady(), START_MS);
  const servingMs = performance.now() - killedAt;
  outcome.servingMs.all.push(servingMs);
  if (isFirst) outcome.servingMs.first.push(servingMs);
  outcome.kills += 1;
  const faults = await scene.audit();
  outcome.damage.push(...faults.map((fault) => `after kill ${outcome.kills}: ${fault}`));
}

async function run({ form, seed, say }: Attempt): Promise<readonly Finding[]> {
  const { series, killsEach, sameKey } = SIZE[form];
  const random = chance(seed);
  const market = await startMarket(["--empty"]);
  const outcome = new Outcome();
  const scene = new Scene(market, (limit) => Math.floor(random() * limit));
  try {
    await scene.open(RETAILERS, DISTRIBUTORS);
    const { retailers, distributors, ledger } = scene;
    const programs = new Programs(scene);
    const onlooker = new Onlooker(market.url, distributors[0]!.token);
    const trading = [
      ...retailers.map((who, n) => scene.retail(who, `retailer ${n}`)),
      ...[...distributors, ...distributors].map((who, n) =>
        scene.distribute(who, `distributor ${n}`),
      ),
      ...retailers.map((who, n) => programs.run(who, `program ${n}`)),
    ];
    for (let at = 0; at < series; at += 1) {
      const rested = pause(HEALTHY_MS);
      for (let round = 0; round < sameKey / series; round += 1)
        await programs.ask(retailers[0]!, `at once, ${(outcome.sameKey += 1)}`, [AT_ONCE]);
      await until("the observer's client is live", () => Promise.resolve(onlooker.isLive), START_MS);
      await rested;
      for (let n = 0; n < killsEach; n += 1) await killOnce(scene, onlooker, n === 0, outcome);
      say(`${outcome.kills} kills, ${ledger.acknowledged.size} acknowledged`);
    }
    await until("the observer's client is live", () => Promise.resolve(onlooker.isLive), START_MS);
    scene.isOver = true;
    await Promise.all(trading);
    await onlooker.close();
    outcome.damage.push(...(await scene.audit()));
    if (market.output().includes("has seen the time")) outcome.damage.push("time went back");
    return findings(scene, programs, onlooker, outcome, series * killsEach);
  } finally {
    scene.isOver = true;
    await market.stop();
  }
}

function findings(
  { ledger, looks }: Scene,
  { askedAgain }: Programs,
  { backMs }: Onlooker,
  { kills, midway, sameKey, damage, servingMs }: Outcome,
  wanted: number,
): Finding[] {
  const invoices = [...ledger.acknowledged].filter((words) => words.startsWith("invoice"));
  return [
    {
      what: "kills, and kills with calls in flight",
      figure: `${kills}, ${midway}`,
      target: `${wanted}, more than half`,
      holds: kills === wanted && midway > kills / 2,
    },
    {
      what: "REST calls retried without an answer",
      figure: `${askedAgain}`,
      target: "at least one",
      holds: askedAgain > 0,
    },
    {
      what: "invoices issued",
      figure: `${invoices.length}`,
      target: "some",
      holds: invoices.length > 0,
    },
    {
      what: "operations lost, half applied or repeated, and violated invariants, over all checks",
      ...countOf(damage, `${ledger.acknowledged.size} acknowledged`),
    },
    {
      what: `wrong answers, unequal answers to one of ${sameKey} keys used by ${AT_ONCE} concurrent calls, and answers before their effect was visible (${looks} checks)`,
      ...countOf(ledger.faults, `${ledger.tried.size}`),
    },
    atMostMs("from a kill until the market serves again, median", percentile(servingMs.first, 0.5), 500),
    atMostMs("from a kill until the market serves again, longest", Math.max(...servingMs.first), 2_000),
    {
      what: "the same including repeated kills, whose restarts the watchdog delays, longest",
      figure: `${Math.max(...servingMs.all).toFixed(0)} ms`,
      holds: true,
      isTime: true,
    },
    atMostMs("from a kill until an unmodified client is live again, median", percentile(backMs, 0.5), 3_000),
  ];
}

export const kills: Proof = {
  name: "kills",
  isTimed: true,
  title:
    "[I-11] [I-15] [I-16] [I-26] [I-33] repeated kill -9 under load loses no acknowledged operation, and none is half applied or repeated",
  run,
};
