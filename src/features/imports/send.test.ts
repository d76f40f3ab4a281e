/** The batches of an import. */
import { getFunctionName } from "convex/server";
import { expect, test } from "vitest";
import { IMPORT_BATCH_ROWS } from "../../../domain/limits";
import type { ImportJob } from "./importJob";
import { type Outcome, sendJob } from "./send";

function jobOf(count: number): ImportJob {
  return {
    ...{ importId: "import", mode: "addAndUpdate", fileName: "goods.csv", reasons: [] },
    sheet: { format: "csv", headers: ["SKU"], rows: [] },
    rows: Array.from({ length: count }, (_, at) => ({ line: at + 2, cells: { sku: `A-${at}` } })),
  };
}

type Taken = { readonly batch: number; readonly rows: ImportJob["rows"] };

/** A server that refuses an empty batch, as Mandi's does. */
function server() {
  const taken: Taken[] = [];
  const mutation = (reference: unknown, args: unknown) => {
    if (getFunctionName(reference as never) !== "imports:take") return Promise.resolve(null);
    const sent = args as Taken;
    if (sent.rows.length === 0) return Promise.reject(new Error("BAD_REQUEST"));
    taken.push(sent);
    const outcomes = sent.rows.map(({ line }): Outcome => ({ line, outcome: "added" }));
    return Promise.resolve({ outcomes });
  };
  return { taken, client: { mutation } as unknown as Parameters<typeof sendJob>[0] };
}

test.each([
  [1, [1]],
  [IMPORT_BATCH_ROWS - 1, [IMPORT_BATCH_ROWS - 1]],
  [IMPORT_BATCH_ROWS, [IMPORT_BATCH_ROWS]],
  [IMPORT_BATCH_ROWS + 1, [IMPORT_BATCH_ROWS, 1]],
  [2 * IMPORT_BATCH_ROWS, [IMPORT_BATCH_ROWS, IMPORT_BATCH_ROWS]],
])(
  "[IMPORT5] a file of %i rows is sent in batches of %j, none of them empty",
  async (count, sizes) => {
    const { taken, client } = server();
    const outcomes = await sendJob(client, jobOf(count));
    expect(taken.map(({ rows }) => rows.length)).toEqual(sizes);
    expect(taken.map(({ batch }) => batch)).toEqual(sizes.map((_, at) => at));
    expect(outcomes.map(({ line }) => line)).toEqual(jobOf(count).rows.map(({ line }) => line));
  },
);
