/**
 * The market's process is killed again and again while people order, accept, talk and complain, and programs repeat over REST
 * whatever they got no answer to. After each kill the books are read: they hold what anybody was told, whole and once.
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

/** Kills come in series, each of a process that has served for a while and of its next ones, which the watchdog starts later and later. */
const SIZE = {
  short: { series: 2, killsEach: 2, sameKey: 6 },
  long: { series: 13, killsEach: 4, sameKey: 104 },
};
const [SHORTEST_LIFE_MS, LONGEST_LIFE_MS] = [20, 200];
const [RETAILERS, DISTRIBUTORS] = [4, 2];
const AT_ONCE = 20;
const START_MS = 30_000;
/** Before a program repeats a call that was not answered. */
const PATIENCE_MS = 50;

/** Those who call over REST, and repeat with the same key whatever was not answered. */
class Programs {
  askedAgain = 0;
  readonly #scene: Scene;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** One call after another, each once more after it was answered. */
  async run(who: Trader, name: string): Promise<void> {
    for (let count = 1; !this.#scene.isOver; count += 1) {
      await this.#scene.gate;
      await this.ask(who, `${name}, ${count}`, [1, 1]);
    }
  }

  /** I-26: so many times at once, and again: they are all told of one order. */
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

/** Somebody with an unmodified client, who only looks; says when the screen is live again after a kill. */
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
  /** Kills with calls under way. */
  midway = 0;
  sameKey = 0;
  readonly damage: string[] = [];
  /** Until it served again: of processes that had served for a while, and of all. */
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
      await until("an onlooker is back", () => Promise.resolve(onlooker.isLive), START_MS);
      await rested;
      for (let n = 0; n < killsEach; n += 1) await killOnce(scene, onlooker, n === 0, outcome);
      say(`${outcome.kills} kills, ${ledger.acknowledged.size} acknowledged`);
    }
    await until("an onlooker is back", () => Promise.resolve(onlooker.isLive), START_MS);
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
      what: "kills, of them with calls under way",
      figure: `${kills}, ${midway}`,
      target: `${wanted}, more than half`,
      holds: kills === wanted && midway > kills / 2,
    },
    {
      what: "calls over REST repeated because no answer came",
      figure: `${askedAgain}`,
      target: "at least one",
      holds: askedAgain > 0,
    },
    {
      what: "invoices issued meanwhile",
      figure: `${invoices.length}`,
      target: "some",
      holds: invoices.length > 0,
    },
    {
      what: "deeds lost, half there, there twice or out of balance, over all readings of the books",
      ...countOf(damage, `${ledger.acknowledged.size} acknowledged`),
    },
    {
      what: `wrong answers, other answers to one of ${sameKey} keys used ${AT_ONCE} times at once, and answers whose effect was not on the screen (${looks} looks)`,
      ...countOf(ledger.faults, `${ledger.tried.size}`),
    },
    atMostMs("from a kill until it serves again, median", percentile(servingMs.first, 0.5), 500),
    atMostMs("the same, longest", Math.max(...servingMs.first), 2_000),
    {
      what: "the same when killed again at once, where the watchdog waits longer and longer, longest",
      figure: `${Math.max(...servingMs.all).toFixed(0)} ms`,
      holds: true,
      isTime: true,
    },
    atMostMs("until an unmodified client is live again, median", percentile(backMs, 0.5), 3_000),
  ];
}

export const kills: Proof = {
  name: "kills",
  isTimed: true,
  title:
    "[I-11] [I-15] [I-16] [I-26] [I-33] kill -9 under trade, again and again, loses nothing that anybody was told, leaves nothing half and does nothing twice",
  run,
};
