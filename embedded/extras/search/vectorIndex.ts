/**
 * Vector indexes: for each document that has a vector of the right length, a row with it, its id and the values of
 * the filter fields. A search looks at every row and is exact; it is for actions, so nothing is noted of what it read.
 */
import type { JSONValue, Value } from "convex/values";
import type { StoredDocument, VectorMatch } from "../../contracts";
import type { VectorIndex } from "../../database/catalog";
import { fieldAt, valueFromQueryJson } from "../../database/documents";
import { getId, storeKey } from "../../database/indexKeys";
import { encodeValues } from "../../database/keys";
import type { MeteredRows, TransactionRows } from "../../database/rows";

const USUAL_RESULTS = 10;
const RESULTS_MAX = 256;
const FILTERS_MAX = 64;
/** Numbers are kept in single precision, as Convex does. */
const NUMBER_BYTES = 4;

/** Convex's serialized vector search. */
interface VectorSearchJson {
  readonly vector: readonly number[];
  readonly limit?: number | null;
  readonly expressions: JSONValue;
}

/** One `q.eq`: a filter field's position in the index, and the value as it is stored. */
interface Condition {
  readonly place: number;
  readonly storedValue: string;
}

export function updateVectorIndex(
  transaction: TransactionRows,
  index: VectorIndex,
  before: StoredDocument | null,
  after: StoredDocument | null,
): void {
  const document = after ?? before;
  if (document === null) return;
  const key = encodeValues([getId(document)]);
  const vector = after === null ? undefined : getVector(index, after);
  if (after === null || vector === undefined) {
    const has = transaction.bytesAt(storeKey({ index, key })) !== undefined;
    if (has) transaction.set({ index, key }, null);
    return;
  }
  const filters = index.filterFields.map((field) => toStoredValue(fieldAt(after, field)));
  const rest = Buffer.from(JSON.stringify([getId(after), ...filters]));
  const row = Buffer.concat([Buffer.from(vector.buffer), rest]);
  transaction.set({ index, key }, row);
}

export function buildVectorIndex(
  transaction: TransactionRows,
  index: VectorIndex,
  documents: Iterable<StoredDocument>,
): void {
  for (const document of documents) updateVectorIndex(transaction, index, null, document);
}

/**
 * Undefined for what Convex leaves out of the index: something else, or a vector of another length. And for numbers that single
 * precision cannot hold, as such a vector has no direction.
 */
function getVector(index: VectorIndex, document: StoredDocument): Float32Array | undefined {
  const value = fieldAt(document, index.vectorField);
  if (!Array.isArray(value) || value.length !== index.dimensions) return undefined;
  const numbers = value.filter((part) => typeof part === "number");
  if (numbers.length !== value.length) return undefined;
  const vector = Float32Array.from(numbers);
  return areFinite(vector) ? vector : undefined;
}

function areFinite(numbers: Float32Array): boolean {
  return numbers.every(Number.isFinite);
}

function toStoredValue(value: Value | undefined): string {
  return Buffer.from(encodeValues([value])).toString("base64");
}

/**
 * The documents whose vectors point the same way, the most alike first and by id among equals.
 * @throws Error when the vector, the limit or the filter are not as Convex allows.
 */
export function searchVectors(
  access: MeteredRows,
  index: VectorIndex,
  json: JSONValue,
): VectorMatch[] {
  const { vector, limit, expressions } = json as unknown as VectorSearchJson;
  if (vector.length !== index.dimensions) {
    throw new Error(
      `Expected a vector with dimensions ${index.dimensions}, received ${vector.length}.`,
    );
  }
  const most = limit ?? USUAL_RESULTS;
  if (!Number.isInteger(most) || most < 1 || most > RESULTS_MAX) {
    throw new Error(
      `Vector queries can fetch between 1 and ${RESULTS_MAX} results, requested ${most}.`,
    );
  }
  const conditions = toConditions(index, expressions);
  const target = Float32Array.from(vector);
  if (!areFinite(target)) {
    throw new Error(
      "Expected a vector of finite numbers, each within the range of a 32-bit float.",
    );
  }
  const vectorBytes = index.dimensions * NUMBER_BYTES;
  const matches: VectorMatch[] = [];
  for (const { value } of access.entries({ index, from: new Uint8Array() })) {
    const rest = Buffer.from(value.subarray(vectorBytes)).toString();
    const [id = "", ...filters] = JSON.parse(rest) as string[];
    const passes =
      conditions?.some(({ place, storedValue }) => filters[place] === storedValue) ?? true;
    if (!passes) continue;
    const score = cosine(target, numbersIn(value, vectorBytes));
    matches.push({ _id: id, _score: score });
  }
  // Rows stand in the order of their ids, and equals stay as they stand.
  matches.sort((a, b) => b._score - a._score);
  return matches.slice(0, most);
}

function numbersIn(row: Uint8Array, bytes: number): Float32Array {
  const isAligned = row.byteOffset % NUMBER_BYTES === 0;
  const { buffer, byteOffset } = isAligned ? row : new Uint8Array(row);
  return new Float32Array(buffer, byteOffset, bytes / NUMBER_BYTES);
}

/** Returns a similarity from -1 to 1; 0 when one of the vectors has no direction. */
function cosine(a: Float32Array, b: Float32Array): number {
  let [product, lengthA, lengthB] = [0, 0, 0];
  for (let at = 0; at < a.length; at += 1) {
    const [x, y] = [a[at] ?? 0, b[at] ?? 0];
    product += x * y;
    lengthA += x * x;
    lengthB += y * y;
  }
  const lengths = Math.sqrt(lengthA) * Math.sqrt(lengthB);
  return lengths === 0 ? 0 : Math.max(-1, Math.min(1, product / lengths));
}

/** One of these must hold; undefined: there is no filter. */
function toConditions(index: VectorIndex, expressions: JSONValue): Condition[] | undefined {
  if (expressions === null) return undefined;
  const conditions = alternativesIn(index, expressions);
  if (conditions.length <= FILTERS_MAX) return conditions;
  throw new Error(
    `Vector query against ${index.name} has too many conditions. Max: ${FILTERS_MAX} Actual: ${conditions.length}`,
  );
}

function alternativesIn(index: VectorIndex, expression: JSONValue): Condition[] {
  const { $or: or, $eq: eq } = expression as Partial<Record<"$or" | "$eq", JSONValue[]>>;
  if (or !== undefined) return or.flatMap((part) => alternativesIn(index, part));
  if (eq === undefined) throw new Error("Filters should be a combination of `q.eq` and `q.or`.");
  const [left, right] = eq as [{ $field?: string }, { $literal?: JSONValue }];
  if (left.$field === undefined || right.$literal === undefined) {
    throw new Error(
      "`q.eq` must take a field path as its first argument and a value as its second",
    );
  }
  const place = index.filterFields.indexOf(left.$field);
  if (place >= 0)
    return [{ place, storedValue: toStoredValue(valueFromQueryJson(right.$literal)) }];
  throw new Error(
    `Vector query against ${index.name} contains a filter on "${left.$field}" but that field isn't indexed for filtering in \`filterFields\`.`,
  );
}
