/** Scenarios: one product, one distributor, the whole market; each with its arrivals, callers and calls. */
import {
  type Change,
  type Figures,
  type Outcome,
  MarketModel,
  type Settings,
  TILES,
  figuresOf,
} from "./marketModel";

/** All buyers of one product arrive within this time. */
const RUSH_MS = 100;
/** Rushes are short, so several with different seeds are combined. */
const RUSHES = 20;
/** A distributor's products and retailers. */
const [PRODUCTS, RETAILERS] = [1_000, 5_000];
const STREAM_SECONDS = 30;

/** This many different buyers order one product at once. */
export function oneProduct(settings: Settings, change: Change, buyers: number): Figures {
  const outcomes: Outcome[] = [];
  let seconds = 0;
  for (let rush = 0; rush < RUSHES; rush += 1) {
    const model = new MarketModel({ ...settings, seed: settings.seed + rush }, change);
    const from = model.below(RETAILERS);
    let lastAt = 0;
    for (let n = 0; n < buyers; n += 1) {
      const retailer = from + n;
      const parties = { retailer: String(retailer), distributor: "d", product: "p" };
      model.clock.after(model.random() * RUSH_MS, () => {
        const params = { ...parties, order: model.fresh() };
        model.place(params, (outcome) => {
          outcomes.push(outcome);
          lastAt = model.clock.now;
        });
      });
    }
    model.clock.run();
    seconds += lastAt / 1_000;
  }
  return figuresOf(outcomes, seconds);
}

/** One distributor receives this many orders per second, for many products, from many retailers. */
export function oneDistributor(
  settings: Settings,
  change: Change,
  perSecond: number,
  products = PRODUCTS,
): Figures {
  const model = new MarketModel(settings, change);
  const outcomes: Outcome[] = [];
  model.foldFor(STREAM_SECONDS);
  model.stream(perSecond, STREAM_SECONDS, () => {
    const retailer = model.below(RETAILERS);
    const goods = { distributor: "d", product: String(model.below(products)) };
    const order = { order: model.fresh() };
    const params = { retailer: String(retailer), ...goods, ...order };
    model.place(params, (outcome) => outcomes.push(outcome));
  });
  model.clock.run();
  return figuresOf(outcomes, STREAM_SECONDS);
}

/** The busiest hour of a market with this many orders a day; every parameter is assumed. */
export const MARKET = {
  shareOfPeakHour: 0.2,
  ordersADayOfARetailer: 2,
  ordersADayOfADistributor: 100,
  productsOfADistributor: 200,
  /** The n-th distributor has a share of 1 / n to this power. */
  skew: 0.8,
};

/** Picks the n-th of many by its share. */
function skewed(count: number, random: () => number): () => number {
  const sums: number[] = [];
  let sum = 0;
  for (let n = 1; n <= count; n += 1) sums.push((sum += n ** -MARKET.skew));
  return () => {
    const wanted = random() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sums[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

interface MarketFigures {
  readonly ordersPerSecond: number;
  /** Placements, acceptances, completions and messages together. */
  readonly all: Figures;
  /** Reruns of the open tiles of one admin, all three together. */
  readonly tileRunsPerSecond: number;
}

export function peakOf(ordersADay: number): number {
  return (ordersADay * MARKET.shareOfPeakHour) / 3_600;
}

/** Every order is placed, accepted and completed, with one chat message. */
export function wholeMarket(settings: Settings, change: Change, ordersADay: number): MarketFigures {
  const model = new MarketModel(settings, change);
  const ordersPerSecond = peakOf(ordersADay);
  // Long enough for a stable figure, short enough for the highest rate.
  const seconds = Math.max(10, Math.min(3_600, 5_000 / ordersPerSecond));
  const distributors = Math.ceil(ordersADay / MARKET.ordersADayOfADistributor);
  const retailers = Math.ceil(ordersADay / MARKET.ordersADayOfARetailer);
  const chosen = skewed(distributors, model.random);
  const outcomes: Outcome[] = [];
  const note = (outcome: Outcome) => void outcomes.push(outcome);
  const tiles = TILES.map((tile) => model.watch(tile));
  model.foldFor(seconds);
  const parties = () => {
    const [retailer, distributor] = [model.below(retailers), chosen()];
    const product = `${distributor}/${model.below(MARKET.productsOfADistributor)}`;
    const names = { retailer: String(retailer), distributor: String(distributor), product };
    return { params: { ...names, order: model.fresh() } };
  };
  model.stream(ordersPerSecond, seconds, () => {
    const { params } = parties();
    model.place(params, note);
  });
  for (const move of ["orders.accept", "orders.complete"]) {
    model.stream(ordersPerSecond, seconds, () => {
      const { params } = parties();
      model.call(move, params, note);
    });
  }
  model.stream(ordersPerSecond, seconds, () => model.call("chat.send", parties().params, note));
  model.clock.run();
  const runs = tiles.reduce((sum, tile) => sum + tile.runs, 0);
  return { ordersPerSecond, all: figuresOf(outcomes, seconds), tileRunsPerSecond: runs / seconds };
}

/** Returns the last of ascending rates at which at most this share of calls fails; undefined when the first already fails. */
export function greatestRate(
  rates: readonly number[],
  failing: number,
  at: (perSecond: number) => Figures,
): number | undefined {
  let [low, high] = [0, rates.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at(rates[middle]!).failed <= failing) low = middle + 1;
    else high = middle;
  }
  return rates[low - 1];
}
