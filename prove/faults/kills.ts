/**
 * Kills the market's process repeatedly while traders work and REST programs retry calls without an answer. After each kill the
 * database must contain every acknowledged operation, complete and once.
 */
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { api } from "../../convex/_generated/api";
import { untilFolded } from "../../testkit/clients";
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
import { type OperationLog, keyOf } from "./operations";
import { Workload } from "./workload";
import { atMostMs, least, none } from "../../embedded/testkit/findings";
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
const RETRY_MS = 50;

/** REST programs that retry each call without an answer, with the same Idempotency-Key. */
class RestPrograms {
  retries = 0;
  readonly #workload: Workload;

  constructor(workload: Workload) {
    this.#workload = workload;
  }

  /** Makes one call after another, and repeats each after its answer. */
  async run(trader: Trader, name: string): Promise<void> {
    for (let count = 1; !this.#workload.isOver; count += 1) {
      await this.#workload.gate;
      await this.place(trader, `${name}, ${count}`, [1, 1]);
    }
  }

  /** I-26: places an order in rounds of concurrent calls with one key. All answers must be equal. */
  async place(trader: Trader, marker: string, times: readonly number[]): Promise<void> {
    const { log } = this.#workload;
    const answers: Answer[] = [];
    log.tried.add(marker);
    for (const length of times) {
      const requests = Array.from({ length }, () => this.#untilAnswered(trader, marker));
      answers.push(...(await Promise.all(requests)));
      log.acknowledged.add(marker);
    }
    const other = answers.find(
      (answer) => answer.status !== 201 || !isDeepStrictEqual(answer, answers[0]),
    );
    if (other !== undefined)
      log.faults.push(
        `[I-26] ${marker}: ${other.status} ${other.body}, at first ${answers[0]?.body}`,
      );
  }

  async #untilAnswered({ token }: Trader, marker: string): Promise<Answer> {
    const { market, products } = this.#workload;
    const body = { productId: products[0]![0]!, quantity: 1, msg: marker };
    for (;;) {
      const answer = await placing(market, token, body, keyOf(marker))
        .then(async (response) => ({ status: response.status, body: await response.text() }))
        .catch(() => null);
      if (answer !== null && answer.status < 500) return answer;
      this.retries += 1;
      await pause(RETRY_MS);
    }
  }
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** An unmodified client with one live query, which measures the time from a kill to its next update. */
class Observer {
  readonly #client;
  #killed = { at: 0, connections: 0 };
  readonly recoveryMs: number[] = [];

  constructor(url: string, token: string) {
    this.#client = openClient(url, token);
    this.#client.onUpdate(api.orders.pendingCount, {}, () => undefined);
    this.#client.client.addOnTransitionHandler(() => {
      if (this.#killed.at === 0 || this.#connections === this.#killed.connections) return;
      this.recoveryMs.push(performance.now() - this.#killed.at);
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
  inFlightKills = 0;
  sameKey = 0;
  readonly violations: string[] = [];
  /** Times until the market served again: after the first kill of each series, and after all kills. */
  readonly servingMs: { first: number[]; all: number[] } = { first: [], all: [] };
}

async function killOnce(
  workload: Workload,
  observer: Observer,
  isFirst: boolean,
  outcome: Outcome,
) {
  const { log, below } = workload;
  await pause(SHORTEST_LIFE_MS + below(LONGEST_LIFE_MS - SHORTEST_LIFE_MS));
  const killedAt = performance.now();
  outcome.inFlightKills += log.inFlight > 0 ? 1 : 0;
  const killing = workload.kill();
  observer.noteKill();
  await killing;
  const servingMs = performance.now() - killedAt;
  outcome.servingMs.all.push(servingMs);
  if (isFirst) outcome.servingMs.first.push(servingMs);
  outcome.kills += 1;
  const faults = await workload.check();
  outcome.violations.push(...faults.map((fault) => `after kill ${outcome.kills}: ${fault}`));
}

async function run({ form, seed, say }: Attempt): Promise<readonly Finding[]> {
  const { series, killsEach, sameKey } = SIZE[form];
  const random = chance(seed);
  const market = await startMarket(["--empty"]);
  const outcome = new Outcome();
  const workload = new Workload(market, (limit) => Math.floor(random() * limit));
  try {
    await workload.open(RETAILERS, DISTRIBUTORS);
    const { retailers, distributors, log } = workload;
    const programs = new RestPrograms(workload);
    const observer = new Observer(market.url, distributors[0]!.token);
    const running = [
      ...retailers.map((trader, n) => workload.runRetailer(trader, `retailer ${n}`)),
      ...[...distributors, ...distributors].map((trader, n) =>
        workload.runDistributor(trader, `distributor ${n}`),
      ),
      ...retailers.map((trader, n) => programs.run(trader, `program ${n}`)),
    ];
    for (let at = 0; at < series; at += 1) {
      const healthy = pause(HEALTHY_MS);
      for (let round = 0; round < sameKey / series; round += 1)
        await programs.place(retailers[0]!, `at once, ${(outcome.sameKey += 1)}`, [AT_ONCE]);
      await until(
        "the observer's client is live",
        () => Promise.resolve(observer.isLive),
        START_MS,
      );
      await healthy;
      for (let n = 0; n < killsEach; n += 1) await killOnce(workload, observer, n === 0, outcome);
      say(`${outcome.kills} kills, ${log.acknowledged.size} acknowledged`);
    }
    await until("the observer's client is live", () => Promise.resolve(observer.isLive), START_MS);
    await until(
      "each kind of operation was acknowledged",
      () => Promise.resolve(acknowledgedKinds(log).every(([, count]) => count > 0)),
      START_MS,
    );
    workload.isOver = true;
    await Promise.all(running);
    await observer.close();
    // Fails if a kill between a change and the fold ended the fold.
    await untilFolded(market);
    outcome.violations.push(...(await workload.check()));
    if (market.output().includes("has seen the time")) outcome.violations.push("time went back");
    // The watchdog says nothing of a process that was killed.
    if (market.output().includes("is started again"))
      outcome.violations.push(`a process ended by itself: ${market.output()}`);
    return findings(workload, programs, observer, outcome, series * killsEach);
  } finally {
    workload.isOver = true;
    await market.stop();
  }
}

/** Counts the acknowledged operations that a run may come to only late, on a slow machine. */
function acknowledgedKinds({ acknowledged }: OperationLog): [string, number][] {
  const count = (isOfKind: (marker: string) => boolean) =>
    [...acknowledged].filter(isOfKind).length;
  return [
    ["invoices issued", count((marker) => marker.startsWith("invoice"))],
    ["lines refused of orders that wait on", count((marker) => marker.endsWith("is refused"))],
    ["payments confirmed", count((marker) => marker.endsWith("is confirmed"))],
  ];
}

function findings(
  { log, visibilityChecks }: Workload,
  { retries }: RestPrograms,
  { recoveryMs }: Observer,
  { kills, inFlightKills, sameKey, violations, servingMs }: Outcome,
  expectedKills: number,
): Finding[] {
  return [
    {
      what: "kills, and kills with calls in flight",
      figure: `${kills}, ${inFlightKills}`,
      target: `${expectedKills}, more than half`,
      holds: kills === expectedKills && inFlightKills > kills / 2,
    },
    least("REST calls retried without an answer", retries),
    ...acknowledgedKinds(log).map(([what, count]) => least(what, count)),
    none(
      "operations lost, half applied or repeated, and violated invariants, over all checks",
      violations,
      `${log.acknowledged.size} acknowledged`,
    ),
    none(
      `wrong answers, unequal answers to one of ${sameKey} keys used by ${AT_ONCE} concurrent calls, and answers before their effect was visible (${visibilityChecks} checks)`,
      log.faults,
      `${log.tried.size}`,
    ),
    atMostMs(
      "from a kill until the market serves again, median",
      percentile(servingMs.first, 0.5),
      500,
    ),
    atMostMs(
      "from a kill until the market serves again, longest",
      Math.max(...servingMs.first),
      2_000,
    ),
    {
      what: "the same including repeated kills, whose restarts the watchdog delays, longest",
      figure: `${Math.max(...servingMs.all).toFixed(0)} ms`,
      holds: true,
      isTime: true,
    },
    atMostMs(
      "from a kill until an unmodified client is live again, median",
      percentile(recoveryMs, 0.5),
      3_000,
    ),
  ];
}

export const kills: Proof = {
  name: "kills",
  isTimed: true,
  title:
    "[I-11] [I-15] [I-16] [I-26] [I-33] [I-41] [I-43] repeated kill -9 under load loses no acknowledged operation, and none is half applied or repeated",
  run,
};
