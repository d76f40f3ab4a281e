/** The market on one simulated engine, unchanged or with a remedy against contention. */
import { chance, percentile } from "../../embedded/testkit/proof";
import { Clock } from "./clock";
import { Engine, LiveQuery } from "./engine";
import { type Footprint, type Params, type Place, footprintOf } from "./places";

/** The remedies; without any it is the market as it stands. */
export interface Change {
  readonly name: string;
  /** Rows over which each product's stock is spread. */
  readonly stockRows?: number;
  /** A placement appends a request; one worker per product decides up to this many of them in one run. */
  readonly decidedAtOnce?: number;
  /** The number of times a client repeats a failed placement with the same key. */
  readonly resends?: number;
}

export interface Settings {
  readonly places: readonly Place[];
  /** The mean duration of a run; each takes between half and one and a half of it. */
  readonly serviceMs: number;
  readonly slots: number;
  readonly seed: number;
}

/** The outcome of a call for its caller. */
export interface Outcome {
  readonly isDone: boolean;
  readonly isRetried: boolean;
  /** From the first call to the last answer. */
  readonly ms: number;
}

export interface Figures {
  readonly calls: number;
  readonly donePerSecond: number;
  /** Shares of all calls. */
  readonly retried: number;
  readonly failed: number;
  /** Of the completed calls. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** All tables of figures as one place, which the fold alone writes and the tiles read. */
const FIGURES = "figures";
export const TILES = ["admin.counts", "admin.tops", "admin.days"];
const FOLD_EVERY_MS = 1_000;
/** The delay between the first request and the start of an idle worker. */
const WORKER_WAKES_MS = 100;
/** The extra duration per further request that a run decides, as a share of a run: an assumption. */
const FURTHER_REQUEST = 0.1;
/** Before the first repeat; doubled each time, with jitter from half of it to all. */
const RESEND_AFTER_MS = 1_000;

interface Worker {
  readonly requests: (() => void)[];
  isAwake: boolean;
}

export class MarketModel {
  readonly clock = new Clock();
  readonly random: () => number;
  readonly engine: Engine;
  readonly #settings: Settings;
  readonly #change: Change;
  readonly #workers = new Map<string, Worker>();
  #numbered = 0;

  constructor(settings: Settings, change: Change) {
    const { serviceMs: mean, slots, seed } = settings;
    const random = chance(seed);
    const serviceMs = () => mean * (0.5 + random());
    this.random = random;
    this.engine = new Engine({ clock: this.clock, random, serviceMs, slots });
    this.#settings = settings;
    this.#change = change;
  }

  below(count: number): number {
    return Math.floor(this.random() * count);
  }

  /** A unique name. */
  fresh(): string {
    this.#numbered += 1;
    return `n${this.#numbered}`;
  }

  /** A Poisson process: calls `arrive` at random times at this rate. */
  stream(perSecond: number, seconds: number, arrive: () => void): void {
    const next = () => {
      this.clock.after((-Math.log(1 - this.random()) / perSecond) * 1_000, () => {
        if (this.clock.now > seconds * 1_000) return;
        arrive();
        next();
      });
    };
    next();
  }

  /** One open page with a query. */
  watch(call: string): LiveQuery {
    const { reads } = footprintOf(this.#settings.places, call, {});
    const all = TILES.includes(call) ? [...reads, FIGURES] : reads;
    return new LiveQuery(this.engine, all, this.#settings.serviceMs);
  }

  /** The only writer of figures; nothing else writes its reads, so it never conflicts. */
  foldFor(seconds: number): void {
    let folded = 0;
    const fold = () => {
      if (this.engine.commits === folded) return;
      this.engine.call(
        { reads: [FIGURES], writes: [FIGURES] },
        () => (folded = this.engine.commits),
      );
    };
    for (let at = FOLD_EVERY_MS; at <= seconds * 1_000; at += FOLD_EVERY_MS)
      this.clock.after(at, fold);
  }

  /** A placement under the given remedy. */
  place(params: Params & { readonly product: string }, done: (outcome: Outcome) => void): void {
    const { stockRows = 1, decidedAtOnce, resends = 0 } = this.#change;
    const product = `${params.product}/${this.below(stockRows)}`;
    const own = { ...params, product };
    if (decidedAtOnce === undefined) {
      this.#send(this.#footprint("orders.place", own), resends, done);
      return;
    }
    const isStock = ({ table }: Place) => table === "stockLevels";
    const calledAt = this.clock.now;
    this.#send(
      this.#footprint("orders.place", own, (place) => !isStock(place)),
      resends,
      (sent) => {
        if (!sent.isDone) done(sent);
        else
          this.#request(product, this.#footprint("orders.place", own, isStock), decidedAtOnce, () =>
            done({ ...sent, ms: this.clock.now - calledAt }),
          );
      },
    );
  }

  /** Any other call. */
  call(name: string, params: Params, done: (outcome: Outcome) => void): void {
    this.#send(this.#footprint(name, params), 0, done);
  }

  #footprint(
    call: string,
    params: Params,
    isMeant: (place: Place) => boolean = () => true,
  ): Footprint {
    return footprintOf(this.#settings.places, call, params, isMeant);
  }

  #send(footprint: Footprint, resends: number, done: (outcome: Outcome) => void): void {
    const calledAt = this.clock.now;
    let isRetried = false;
    const send = (before: number) =>
      this.engine.call(footprint, ({ ending, conflicts }) => {
        isRetried ||= conflicts > 0 || before > 0;
        const ms = this.clock.now - calledAt;
        const isDone = ending === "committed";
        if (isDone || before === resends) done({ isDone, isRetried, ms });
        else {
          const pause = RESEND_AFTER_MS * 2 ** before * (0.5 + this.random() / 2);
          this.clock.after(pause, () => send(before + 1));
        }
      });
    send(0);
  }

  #request(product: string, stock: Footprint, most: number, decided: () => void): void {
    const worker = this.#workers.get(product) ?? { requests: [], isAwake: false };
    this.#workers.set(product, worker);
    worker.requests.push(decided);
    if (worker.isAwake) return;
    worker.isAwake = true;
    this.clock.after(WORKER_WAKES_MS, () => this.#decide(worker, stock, most));
  }

  #decide(worker: Worker, stock: Footprint, most: number): void {
    const some = worker.requests.splice(0, most);
    worker.isAwake = some.length > 0;
    if (!worker.isAwake) return;
    const extraMs = this.#settings.serviceMs * FURTHER_REQUEST * (some.length - 1);
    const decided = ({ ending }: { ending: string }) => {
      if (ending === "committed") for (const tell of some) tell();
      else worker.requests.unshift(...some);
      this.#decide(worker, stock, most);
    };
    this.engine.call(stock, decided, extraMs);
  }
}

export function figuresOf(outcomes: readonly Outcome[], seconds: number): Figures {
  const done = outcomes.filter(({ isDone }) => isDone);
  const times = done.map(({ ms }) => ms);
  const calls = outcomes.length;
  return {
    calls,
    donePerSecond: done.length / seconds,
    retried: outcomes.filter(({ isRetried }) => isRetried).length / calls,
    failed: 1 - done.length / calls,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
  };
}
