/**
 * `npm run bench:simulate`: measures where the market's functions conflict, simulates them on an optimistic engine, and compares
 * the load with Convex's published limits. Writes `bench/results/simulation.md`. `--service-ms N` (20), `--seed N` (1), `--dry`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { format, resolveConfig } from "prettier";
import { type Measured, measure } from "./measure";
import { type Demand, CLASSES, demandOf, staleAfter, storedBytes } from "./plans";
import { type Change, type Figures, type Settings } from "./marketModel";
import { MARKET, greatestRate, oneDistributor, oneProduct, peakOf, wholeMarket } from "./scenarios";

const RESULTS = path.join(import.meta.dirname, "../results");
const BUYERS = [1, 2, 8, 32, 128, 512];
const RATES = [10, 30, 100, 300];
const SIZES = [1_000, 100_000, 10_000_000];
const SERVICES_MS = [5, 20, 50];
/** The share of failed calls that users would notice. */
const FAILING = 0.001;
const TRIED = [1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000];

const { values } = parseArgs({
  options: {
    "service-ms": { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    dry: { type: "boolean", default: false },
  },
});
const serviceMs = Number(values["service-ms"]);
const seed = Number(values.seed);

const now: Change = { name: "as it is" };
const resent: Change = { name: "sent again by the client, 4 times", resends: 4 };
const spread: Change = { name: "stock in 16 rows", stockRows: 16 };
const decided: Change = { name: "decided in batches of 64", decidedAtOnce: 64 };

function row(...cells: readonly (string | number)[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** The first `text` columns are text; the others are figures. */
function table(head: readonly string[], rows: readonly string[], texts = 1): string {
  const line = row(...head.map((_, n) => (n < texts ? "---" : "--:")));
  return [row(...head), line, ...rows].join("\n");
}

const percent = (share: number) => `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
const ms = (value: number) => (Number.isNaN(value) ? "none" : `${value.toFixed(0)} ms`);
const large = (value: number) =>
  value.toLocaleString("en", { maximumSignificantDigits: value >= 100 ? 3 : 2 });

function figuresIn({ donePerSecond, retried, failed, p50Ms, p99Ms }: Figures): string[] {
  return [large(donePerSecond), percent(retried), percent(failed), ms(p50Ms), ms(p99Ms)];
}
const FIGURES = ["done/s", "run again", "failed", "p50", "p99"];

function meetings({ places }: Measured): string {
  const rows = places.map(({ table: name, by, uses }) => {
    const who = by.length === 0 ? "everybody" : `same ${by.join(" and ")}`;
    const those = (use: "reads" | "writes") =>
      [...uses].flatMap(([call, its]) => (its[use] ? [call] : [])).join(", ");
    return row(name, who, those("writes"), those("reads"));
  });
  return table(["table", "who meets there", "written by", "read by"], rows.sort(), 4);
}

function costs({ costs: all }: Measured): string {
  const rows = [...all].map(([call, cost]) =>
    row(
      ...[call, cost.ranges, cost.documentsRead, cost.bytesRead],
      ...[cost.documentsWritten, cost.bytesWritten],
    ),
  );
  const head = ["call", "ranges", "documents read", "bytes read", "documents written"];
  return table([...head, "bytes written"], rows);
}

function rushes(settings: Settings): string {
  const rows = [now, resent, spread, decided].flatMap((change) =>
    BUYERS.map((buyers) => {
      const figures = oneProduct(settings, change, buyers);
      return row(change.name, buyers, ...figuresIn(figures));
    }),
  );
  return table(["", "buyers", ...FIGURES], rows);
}

function streams(settings: Settings): string {
  const rows = RATES.map((rate) => row(rate, ...figuresIn(oneDistributor(settings, now, rate))));
  return table(["orders/s", ...FIGURES], rows);
}

function sizes(settings: Settings): string {
  const rows = SIZES.flatMap((size) =>
    [16, 256].map((slots) => {
      const { all, tileRunsPerSecond } = wholeMarket({ ...settings, slots }, now, size);
      const what = `${size.toLocaleString("en")}, S${slots}`;
      return row(what, ...figuresIn(all), tileRunsPerSecond.toFixed(1));
    }),
  );
  return table(["orders a day", ...FIGURES, "runs/s of one admin's tiles"], rows);
}

/** Returns the highest rate of each kind with hardly any failed call, for runs of this duration. */
function greatest(settings: Settings): string {
  const kinds: [string, Change, (its: Settings, change: Change, rate: number) => Figures][] = [
    ["one product, as it is", now, (its, change, rate) => oneDistributor(its, change, rate, 1)],
    [
      `one product, ${spread.name}`,
      spread,
      (its, change, rate) => oneDistributor(its, change, rate, 1),
    ],
    [
      `one product, ${decided.name}`,
      decided,
      (its, change, rate) => oneDistributor(its, change, rate, 1),
    ],
    ["one distributor, as it is", now, oneDistributor],
    [
      "the whole market, as it is",
      now,
      (its, same, rate) => wholeMarket(its, same, (rate / MARKET.shareOfPeakHour) * 3_600).all,
    ],
  ];
  const rows = kinds.map(([name, change, run]) => {
    const rates = SERVICES_MS.map((each) => {
      const its = { ...settings, serviceMs: each };
      const rate = greatestRate(TRIED, FAILING, (perSecond) => run(its, change, perSecond));
      return rate === undefined
        ? "below 1"
        : rate === TRIED.at(-1)
          ? "1,000 and more"
          : large(rate);
    });
    return row(name, ...rates);
  });
  return table(["orders/s", ...SERVICES_MS.map((each) => `runs of ${each} ms`)], rows);
}

function demandRow(of: Demand): string {
  return row(
    of.ordersADay.toLocaleString("en"),
    ...[of.ordersPerSecond, of.mutationsPerSecond, of.mutationsAtOnce].map(large),
    ...[of.writtenMibPerSecond, of.callsUnwatched, of.callsWatched].map(large),
    ...[of.ioGbAMonth, of.storedGbAMonth].map(large),
  );
}

const DEMAND = [
  ...["orders a day", "orders/s at the peak", "mutations/s", "at work at once", "MiB written/s"],
  ...["calls a month, nobody looking", "calls a month, all looking", "I/O GB a month"],
  "kept GB a month",
];

function classes(): string {
  const rows = CLASSES.map((each) =>
    row(
      `${each.name} (${each.plans})`,
      ...[each.mutations, each.queries, each.writtenMibPerSecond],
      ...[each.sessions.toLocaleString("en"), each.datasetTb],
    ),
  );
  const head = ["class", "mutations at once", "queries at once", "MiB written/s", "sessions"];
  return table([...head, "dataset TB"], rows);
}

function words(measured: Measured): string {
  const settings: Settings = { places: measured.places, serviceMs, slots: 256, seed };
  const { pairs, meeting, missed, tooMany } = measured.check;
  const demands = SIZES.map((size) => demandOf(measured, size, serviceMs));
  const stale = ["orders.place", "orders.accept", "orders.complete"].map(
    (call) => `${call}: ${staleAfter(measured, call).join(", ")}`,
  );
  const peaks = SIZES.map((size) => large(peakOf(size))).join(", ");
  return `# The last run of the simulation

${new Date().toISOString().slice(0, 10)}. \`npm run bench:simulate\`; seed ${seed}, runs of ${serviceMs} ms (each half to one and a half of it), 256 slots
where nothing else is said. What it is and what it assumes: \`bench/README.md\`; what follows from it: \`docs/scaling.md\`.

## Where our functions meet

Measured: the market's own functions, run on the database in memory; what one call reads and another writes. "Everybody" are all calls of these names.
Of ${pairs.toLocaleString("en")} pairs of calls that were not used to find these places, ${meeting.toLocaleString("en")} meet by their bytes; the places
miss ${missed} of them and say ${tooMany} too many.

${meetings(measured)}

A list is stale after: ${stale.join("; ")}. \`products.all\` was asked for whole; a page of it depends on its own products alone.

${costs(measured)}

## Buyers who want one product within a tenth of a second

${rushes(settings)}

## One distributor's orders, of 1,000 products, from 5,000 retailers

${streams(settings)}

## The whole market in its busiest hour

${peaks} orders a second; each is placed, accepted and completed, with one message.

${sizes(settings)}

## The greatest rate at which at most ${percent(FAILING)} of the calls fail

${greatest(settings)}

## What the sizes ask for, and what Convex publishes

An order leaves ${storedBytes(measured).toFixed(0)} bytes, each declared index counted as another copy of its table.

${table(DEMAND, demands.map(demandRow))}

${classes()}
`;
}

const measured = await measure();
const file = path.join(RESULTS, "simulation.md");
const text = await format(words(measured), {
  ...(await resolveConfig(file)),
  parser: "markdown",
});
console.log(text);
if (!values.dry) {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(file, text);
}
if (measured.check.missed + measured.check.tooMany > 0) {
  console.error(
    "The places do not say what the bytes say: the figures above are of another market.",
  );
  process.exitCode = 1;
}
