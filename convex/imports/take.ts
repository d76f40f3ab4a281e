/**
 * Taking in a batch of rows: wholly or not at all. Each row is read and validated by the functions that made the preview; one
 * that is wrong by now is refused alone.
 */
import { pick } from "convex-helpers";
import { type Infer, v } from "convex/values";
import { todayIst } from "../../domain/dates";
import { namesOf, toStored } from "../../domain/fields/kinds";
import { MAIN_FIELDS, PRODUCT_FIELDS } from "../../domain/fields/product";
import { pricesExcludeTaxOf } from "../../domain/gst/addedTax";
import { IMPORT_FIELDS, type ImportField, type ImportMode } from "../../domain/import/columns";
import {
  type Cells,
  type Fault,
  type JudgeContext,
  type ReadRow,
  type SetValues,
  type Values,
  judge,
  readRow,
  withFault,
} from "../../domain/import/rows";
import { invariant } from "../../domain/invariant";
import {
  IMPORT_BATCH_ROWS,
  IMPORT_CELL_MAX,
  IMPORT_LINE_MAX,
  IMPORT_ROWS_MAX,
} from "../../domain/limits";
import { skuKey } from "../../domain/productTerms";
import { PRODUCT_TYPES, type ProductType } from "../../domain/productTypes";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { bytesOf, spendBytes } from "../auth/storedBytes";
import { spend } from "../auth/limits";
import { fail } from "../errors";
import type { Once } from "../once";
import { insertRow } from "../rows";
import { setStock } from "../products/stock";
import { changeProduct, insertProduct } from "../products/write";
import { getImport } from "./begin";
import { getBySku, toCurrent } from "./lookup";
import { typePictures } from "./pictures";
import type { rowOutcome } from "./schema";
import { type WantedPicture, pictureFaultOf, wantPictures } from "./wantedPictures";

const text = v.optional(v.string());

/** The texts of a row as the file has them, and the stock that its product had in the preview. */
export const sentRow = v.object({
  line: v.number(),
  cells: v.object(
    Object.fromEntries(IMPORT_FIELDS.map((field) => [field, text])) as Record<
      ImportField,
      typeof text
    >,
  ),
  stockSeen: v.optional(v.number()),
});

type SentRow = Infer<typeof sentRow>;
type Outcome = Infer<typeof rowOutcome>;

export type Batch = {
  readonly importId: string;
  readonly batch: number;
  readonly rows: readonly SentRow[];
  readonly once: Once;
};

function isCount(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max;
}

/** Bounds before any work. Errors: BAD_REQUEST. */
function requireBounds({ rows }: Batch): void {
  if (rows.length === 0 || rows.length > IMPORT_BATCH_ROWS) fail("BAD_REQUEST");
  for (const { cells, stockSeen = 0 } of rows) {
    // Returned goods may bring a stock above STOCK_MAX.
    if (!isCount(stockSeen, Number.MAX_SAFE_INTEGER)) fail("BAD_REQUEST");
    if (Object.values(cells).some((cell) => cell.length > IMPORT_CELL_MAX)) fail("BAD_REQUEST");
  }
  if (!rows.every(({ line }) => isCount(line, IMPORT_LINE_MAX))) fail("BAD_REQUEST");
}

/** The fields of the products' table that a row sets. */
function toFields({ stock: _stock, ...set }: SetValues) {
  return toStored(PRODUCT_FIELDS, set);
}

type Taking = {
  readonly distributor: Doc<"users">;
  readonly context: JudgeContext;
  /** Pictures of products that come without one. */
  readonly drawn: ReadonlyMap<ProductType, Id<"_storage">>;
  /** Pictures that the rows name, to be fetched once they are written. */
  readonly wantedPictures: WantedPicture[];
};

async function add(
  ctx: MutationCtx,
  { distributor, drawn }: Taking,
  { sku, values }: { readonly sku: string; readonly values: Values },
): Promise<Pick<Doc<"products">, "_id" | "imageId">> {
  const imageId = drawn.get(values.type) ?? fail("IMPORT_NOT_READY");
  const _id = await insertProduct(ctx, {
    distributorId: distributor._id,
    imageId,
    ...pick(values, [...namesOf(MAIN_FIELDS)]),
    ...toFields(values),
    sku,
    skuKey: skuKey(sku),
  });
  return { _id, imageId };
}

async function change(ctx: MutationCtx, product: Doc<"products">, set: SetValues): Promise<void> {
  const fields = toFields(set);
  if (set.stock !== undefined) await setStock(ctx, product, set.stock);
  // A new stock alone leaves the row, and with it every list, as it is.
  if (Object.keys(fields).length > 0) await changeProduct(ctx, product, fields);
}

/** Faults of a row that its answer names: the answer is stored, and the client previewed the row with all of them. */
const FAULTS_KEPT_MAX = 3;

/** Returns the faults without the values, which the client has. */
function toStoredFaults(faults: readonly Fault[]): Fault[] {
  return faults
    .slice(0, FAULTS_KEPT_MAX)
    .map(({ field, reason }) => ({ field, value: "", reason }));
}

function present(cells: SentRow["cells"]): Cells {
  const found = Object.entries(cells).filter(([, cell]) => cell !== "");
  return Object.fromEntries(found);
}

/** Reads the texts of the row, and checks by the network of the server the address of its picture. */
function readSent(cells: Cells, mode: ImportMode): ReadRow {
  const read = readRow(cells, mode);
  const { picture } = read.set;
  const reason = picture === undefined ? undefined : pictureFaultOf(picture);
  return picture === undefined || reason === undefined
    ? read
    : withFault(read, { field: "picture", value: picture, reason });
}

async function takeRow(
  ctx: MutationCtx,
  taking: Taking,
  { line, cells: sent, stockSeen }: SentRow,
): Promise<Outcome> {
  const { distributor, context, wantedPictures } = taking;
  const cells = present(sent);
  const read = readSent(cells, context.mode);
  const wantPicture = (
    address: string | undefined,
    { _id: productId, imageId: imageSeen }: Pick<Doc<"products">, "_id" | "imageId">,
  ) => {
    if (address !== undefined && address !== "")
      wantedPictures.push({ line, productId, address, imageSeen });
  };
  const product = await getBySku(ctx, distributor._id, read.sku);
  const current = product && (await toCurrent(ctx, product));
  const result = judge(read, current, { cells, ...context });
  if (result.kind === "wrong")
    return { line, outcome: "refused", faults: toStoredFaults(result.faults) };
  if (result.kind === "same") return { line, outcome: "same" };
  if (result.kind === "new") {
    const added = await add(ctx, taking, { sku: read.sku, values: result.values });
    wantPicture(result.values.picture, added);
    return { line, outcome: "added" };
  }
  invariant(product !== null && current !== null, "The product to be changed is missing.");
  // Orders may have taken from the stock since the preview: their pieces must not come back.
  if (result.set.stock !== undefined && stockSeen !== current.stock)
    return { line, outcome: "conflict", stock: current.stock };
  await change(ctx, product, result.set);
  wantPicture(result.set.picture, product);
  return { line, outcome: "changed" };
}

function countsWith(before: Doc<"imports">["counts"], outcomes: readonly Outcome[]) {
  const counts = { ...before };
  for (const { outcome } of outcomes) counts[outcome] += 1;
  return counts;
}

/** Errors: IMPORT_NOT_READY while pictures are being drawn, before any row is written. */
async function requireDrawn(
  ctx: MutationCtx,
  mode: ImportMode,
): Promise<ReadonlyMap<ProductType, Id<"_storage">>> {
  const drawn = await typePictures(ctx);
  if (mode === "addAndUpdate" && drawn.size < PRODUCT_TYPES.length) fail("IMPORT_NOT_READY");
  return drawn;
}

/**
 * Takes in a batch, and returns it with what became of each of its rows. Errors: NOT_FOUND, BAD_REQUEST, IMPORT_NOT_READY, TOO_MANY and TOO_MUCH_DATA {retryAfterMs}.
 */
export async function takeBatch(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  sent: Batch,
): Promise<Doc<"importBatches">> {
  const { importId, batch, rows, once } = sent;
  requireBounds(sent);
  const parent = (await getImport(ctx, distributor._id, importId)) ?? fail("NOT_FOUND");
  if (!isCount(batch, IMPORT_ROWS_MAX)) fail("BAD_REQUEST");
  if (batch >= Math.ceil(parent.rowCount / IMPORT_BATCH_ROWS)) fail("BAD_REQUEST");
  await spend(ctx, "importBatches", distributor._id);
  const outcomes: Outcome[] = [];
  await spendBytes(ctx, distributor._id, bytesOf(rows));
  const context: JudgeContext = {
    mode: parent.mode,
    day: todayIst(Date.now()),
    pricesExcludeTax: pricesExcludeTaxOf(distributor) === true,
  };
  const drawn = await requireDrawn(ctx, parent.mode);
  const taking: Taking = { distributor, context, drawn, wantedPictures: [] };
  // One after the other: a row sees what the one before it wrote.
  for (const row of rows) outcomes.push(await takeRow(ctx, taking, row));
  const problems = await wantPictures(ctx, parent, taking.wantedPictures);
  for (const outcome of outcomes) {
    const pictureProblem = problems.get(outcome.line);
    if (pictureProblem !== undefined) outcome.pictureProblem = pictureProblem;
  }
  const counts = countsWith(parent.counts, outcomes);
  const batchesDone = parent.batchesDone + 1;
  await ctx.db.patch("imports", parent._id, { batchesDone, counts });
  return insertRow(ctx, "importBatches", { parentId: parent._id, once, outcomes });
}
