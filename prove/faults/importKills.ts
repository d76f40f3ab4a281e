/**
 * Kills the market's process while a distributor imports products, batch after batch. After each kill the catalogue must contain
 * whole batches only, and the import goes on from what its progress says.
 */
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api";
import { EXPORT_PAGE_ROWS, IMPORT_BATCH_ROWS } from "../../domain/limits";
import { type Market, readAgain, startMarket, until } from "../../testkit/market";
import { type Trader, codeIn, joinTrader } from "../../testkit/traders";
import { least, none, told } from "../../embedded/testkit/findings";
import {
  type Attempt,
  type Finding,
  type Proof,
  chance,
  percentile,
} from "../../embedded/testkit/proof";

type Row = FunctionArgs<typeof api.imports.take>["rows"][number];
type Answer = FunctionReturnType<typeof api.imports.take>;
type Product = FunctionReturnType<typeof api.exports.products>["page"][number];

const SIZE = { short: { batches: 12, kills: 4 }, long: { batches: 100, kills: 40 } };
const START_MS = 30_000;
/** The drawing of the pictures that new products show. */
const DRAWN_MS = 10_000;

function rowOf(n: number): Row {
  return {
    line: n + 2,
    cells: {
      ...{
        sku: `KILL-${n}`,
        name: `Lamp ${n}`,
        type: "Furniture",
        description: "Burns all night.",
      },
      ...{ packSize: "6", pricePaise: "125.50", stock: `${n + 1}`, minQuantity: "2" },
    },
  };
}

function rowsOf(batch: number): Row[] {
  return Array.from({ length: IMPORT_BATCH_ROWS }, (_, at) =>
    rowOf(batch * IMPORT_BATCH_ROWS + at),
  );
}

class Outcome {
  kills = 0;
  /** Kills before the answer to the batch at work. */
  inFlight = 0;
  /** Of those, the ones that came after its commit. */
  committed = 0;
  readonly faults: string[] = [];
}

/** An import as a program runs it that keeps nothing but its rows and its key. */
class ImportRun {
  readonly #distributor: Trader;
  readonly #importId: string;
  readonly #batches: number;
  readonly answers = new Map<number, Answer>();
  readonly durations: number[] = [];

  constructor(distributor: Trader, importId: string, batches: number) {
    this.#distributor = distributor;
    this.#importId = importId;
    this.#batches = batches;
  }

  async begin(): Promise<void> {
    await this.#distributor.http.mutation(api.imports.begin, {
      ...{ importId: this.#importId, mode: "addAndUpdate" },
      rowCount: this.#batches * IMPORT_BATCH_ROWS,
    });
  }

  progress() {
    const asked = { importId: this.#importId };
    return readAgain(() => this.#distributor.http.query(api.imports.progress, asked));
  }

  async take(batch: number): Promise<Answer> {
    const started = performance.now();
    const sent = { importId: this.#importId, batch, rows: rowsOf(batch) };
    const answer = await this.#distributor.http.mutation(api.imports.take, sent);
    this.answers.set(batch, answer);
    this.durations.push(performance.now() - started);
    return answer;
  }

  /** Takes the first batch once the pictures are drawn. */
  takeFirst(): Promise<void> {
    return until(
      "the pictures of new products are drawn",
      () =>
        this.take(0).then(
          () => true,
          (error: unknown) => {
            if (codeIn(error) !== "IMPORT_NOT_READY") throw error;
            return false;
          },
        ),
      DRAWN_MS,
    );
  }
}

async function catalogue({ http }: Trader): Promise<Product[]> {
  const products: Product[] = [];
  let cursor: string | null = null;
  for (;;) {
    const paginationOpts = { numItems: EXPORT_PAGE_ROWS, cursor };
    const answer: FunctionReturnType<typeof api.exports.products> = await http.query(
      api.exports.products,
      { paginationOpts },
    );
    products.push(...answer.page);
    if (answer.isDone) return products;
    cursor = answer.continueCursor;
  }
}

/** Faults of a catalogue that must contain every row of the first `batches` batches, once and complete. */
function faultsOf(products: readonly Product[], batches: number): string[] {
  const faults: string[] = [];
  const left = new Map(products.map((product) => [product.sku, product]));
  if (left.size !== products.length) faults.push(`${products.length - left.size} doubled SKUs`);
  for (let batch = 0; batch < batches; batch += 1) {
    const lacking = rowsOf(batch).filter(({ cells: { sku, name, stock } }) => {
      const product = left.get(sku);
      left.delete(sku);
      return product?.name !== name || `${product?.stock}` !== stock || product?.minQuantity !== 2;
    });
    if (lacking.length > 0) faults.push(`${lacking.length} rows of batch ${batch} lack`);
  }
  return left.size === 0 ? faults : [...faults, `${left.size} rows of batches that were not taken`];
}

/** Sends one batch and kills the process meanwhile; returns the number of batches that the restarted market has. */
async function killDuring(
  market: Market,
  run: ImportRun,
  { batch, delayMs }: { readonly batch: number; readonly delayMs: number },
  outcome: Outcome,
): Promise<number> {
  const sending = run.take(batch).then(
    () => true,
    () => false,
  );
  await pause(delayMs);
  await market.killBackend();
  const isAcknowledged = await sending;
  await until("the market serves again", () => market.isReady(), START_MS);
  const { batchesDone } = (await run.progress())!;
  outcome.kills += 1;
  outcome.inFlight += isAcknowledged ? 0 : 1;
  outcome.committed += !isAcknowledged && batchesDone > batch ? 1 : 0;
  const least = isAcknowledged ? batch + 1 : batch;
  if (batchesDone < least || batchesDone > batch + 1)
    outcome.faults.push(`after kill ${outcome.kills}: ${batchesDone} batches, at least ${least}`);
  return batchesDone;
}

/** Repeats every batch of the finished import: the same answers, and nothing is written. */
async function repeatFaults(run: ImportRun, batches: number): Promise<string[]> {
  const faults: string[] = [];
  for (let batch = 0; batch < batches; batch += 1) {
    const before = run.answers.get(batch);
    const again = await run.take(batch);
    const isSame = before === undefined || isDeepStrictEqual(again, before);
    const isAdded = again.outcomes.every(({ outcome }) => outcome === "added");
    if (!isSame || !isAdded)
      faults.push(`batch ${batch} is answered otherwise when it is repeated`);
  }
  return faults;
}

/** The same rows as an import of their own: none of them changes anything. */
async function secondFaults(distributor: Trader, batches: number): Promise<string[]> {
  const second = new ImportRun(distributor, "second", batches);
  await second.begin();
  for (let batch = 0; batch < batches; batch += 1) await second.take(batch);
  const { counts } = (await second.progress())!;
  return counts.same === batches * IMPORT_BATCH_ROWS ? [] : [JSON.stringify(counts)];
}

async function run({ form, seed, say }: Attempt): Promise<readonly Finding[]> {
  const { batches, kills } = SIZE[form];
  const random = chance(seed);
  const market = await startMarket(["--empty"]);
  try {
    const distributor = await joinTrader(market, "distributor", 0);
    const [imports, outcome] = [new ImportRun(distributor, "killed", batches), new Outcome()];
    await imports.begin();
    await imports.takeFirst();
    let batch = 1;
    while (batch < batches) {
      // As many kills as are left, spread over the batches that are left; the first batches tell how long one takes.
      if (batch > 3 && random() < (kills - outcome.kills) / (batches - batch)) {
        const delayMs = random() * percentile(imports.durations, 0.5) * 1.2;
        batch = await killDuring(market, imports, { batch, delayMs }, outcome);
        const faults = faultsOf(await catalogue(distributor), batch);
        outcome.faults.push(...faults.map((fault) => `after kill ${outcome.kills}: ${fault}`));
        say(`${outcome.kills} kills, ${batch} of ${batches} batches`);
      } else {
        await imports.take(batch);
        batch += 1;
      }
    }
    const rows = batches * IMPORT_BATCH_ROWS;
    const progress = await imports.progress();
    if (progress?.batchesDone !== batches || progress.counts.added !== rows)
      outcome.faults.push(JSON.stringify(progress));
    const repeated = [
      ...(await repeatFaults(imports, batches)),
      ...(await secondFaults(distributor, batches)),
    ];
    outcome.faults.push(...faultsOf(await catalogue(distributor), batches));
    return findings(outcome, repeated, rows);
  } finally {
    await market.stop();
  }
}

function findings(
  { kills, inFlight, committed, faults }: Outcome,
  repeated: readonly string[],
  rows: number,
): Finding[] {
  return [
    least("kills while a batch had no answer", inFlight, Math.ceil(kills / 2)),
    told("of these, kills after the batch's commit", String(committed)),
    none("rows lost, doubled or of batches that are not whole, over all checks", faults, rows),
    none("batches that a repetition changes, or answers otherwise", repeated, rows),
  ];
}

export const importKills: Proof = {
  name: "importKills",
  title:
    "[I-48] kill -9 in the middle of an import leaves whole batches only, and the import goes on with every row once",
  run,
};
