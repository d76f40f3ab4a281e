/** Convex's serialized query, understood: which stretch of which index, and what is done to its rows. */
import type { JSONValue, Value } from "convex/values";
import type { ComponentPath } from "../contracts";
import {
  BY_CREATION,
  type Catalog,
  type DbIndex,
  type SearchIndex,
  type Table,
  requireIndex,
} from "./catalog";
import { valueFromQueryJson } from "./documents";
import { type Predicate, compilePredicate } from "./filters";
import { type RangeExpression, toKeyRange } from "./indexRange";

type Order = "asc" | "desc";
type Operator = { readonly filter: JSONValue } | { readonly limit: number };
type SearchExpression =
  | { readonly type: "Search"; readonly fieldPath: string; readonly value: string }
  | { readonly type: "Eq"; readonly fieldPath: string; readonly value: JSONValue };

interface SerializedQuery {
  readonly source:
    | { readonly type: "FullTableScan"; readonly tableName: string; readonly order: Order | null }
    | {
        readonly type: "IndexRange";
        readonly indexName: string;
        readonly range: readonly RangeExpression[];
        readonly order: Order | null;
      }
    | {
        readonly type: "Search";
        readonly indexName: string;
        readonly filters: readonly SearchExpression[];
      };
  readonly operators: readonly Operator[];
}

export type QueryStep = { readonly filter: Predicate } | { readonly limit: number };

export interface RangeQuery {
  readonly kind: "range";
  readonly table: Table;
  readonly index: DbIndex;
  readonly from: Uint8Array;
  readonly to?: Uint8Array | undefined;
  readonly reverse: boolean;
  readonly steps: readonly QueryStep[];
}

export interface SearchQuery {
  readonly kind: "search";
  readonly table: Table;
  readonly index: SearchIndex;
  readonly text: string;
  readonly equal: readonly { readonly field: string; readonly value: Value | undefined }[];
  readonly steps: readonly QueryStep[];
}

export type Query = RangeQuery | SearchQuery;

/** Convex takes this many filters of a search. */
const FILTERS_MAX = 8;

const NOTHING_BELOW = new Uint8Array();

/** Undefined when the table does not exist yet: there is nothing to read, and nothing that could change. */
export function parseQuery(
  catalog: Catalog,
  component: ComponentPath,
  json: JSONValue,
): Query | undefined {
  const { source, operators } = json as unknown as SerializedQuery;
  const steps = operators.map((operator): QueryStep =>
    "filter" in operator
      ? { filter: compilePredicate(operator.filter) }
      : // As text, a limit that is no number would be null, which lets no row pass.
        { limit: Number.isFinite(operator.limit) ? operator.limit : 0 },
  );
  if (source.type === "FullTableScan") {
    // A table that nobody declared comes to be by being looked at, so that its first row is noticed.
    const table = catalog.findOrCreate(component, source.tableName);
    const index = dbIndex(table, BY_CREATION);
    return {
      kind: "range",
      table,
      index,
      from: NOTHING_BELOW,
      reverse: source.order === "desc",
      steps,
    };
  }
  const { table, index } = requireIndex(catalog, component, source.indexName);
  if (source.type === "Search") {
    if (index.kind !== "search")
      throw new Error(`Index ${source.indexName} is not a search index.`);
    return { kind: "search", table, index, steps, ...searchTerms(index, source.filters) };
  }
  const ranged = dbIndex(table, index.name);
  const { from, to } = toKeyRange(ranged, source.range, source.indexName);
  return {
    kind: "range",
    table,
    index: ranged,
    from,
    to,
    reverse: source.order === "desc",
    steps,
  };
}

function dbIndex(table: Table, name: string): DbIndex {
  const index = table.indexes.get(name);
  if (index?.kind !== "db")
    throw new Error(`Index ${table.name}.${name} can't be walked in order.`);
  return index;
}

function searchTerms(index: SearchIndex, filters: readonly SearchExpression[]) {
  const text = filters.find((filter) => filter.type === "Search");
  if (text === undefined)
    throw new Error(`A query of the search index ${index.name} needs a search term.`);
  const equal = filters.flatMap((filter) => {
    if (filter.type !== "Eq") return [];
    if (!index.filterFields.includes(filter.fieldPath)) {
      throw new Error(
        `${filter.fieldPath} is not a filter field of the search index ${index.name}.`,
      );
    }
    return [{ field: filter.fieldPath, value: valueFromQueryJson(filter.value) }];
  });
  if (equal.length > FILTERS_MAX) {
    throw new Error(
      `Search query against ${index.name} has too many filter conditions. Max: ${FILTERS_MAX} Actual: ${equal.length}`,
    );
  }
  return { text: text.value, equal };
}
