/** The indexes that a schema adds and removes, as the command line prints them. */
import type { JSONValue } from "convex/values";

interface DbIndex {
  readonly indexDescriptor: string;
  readonly fields: readonly string[];
}

interface SearchIndex {
  readonly indexDescriptor: string;
  readonly searchField: string;
  readonly filterFields: readonly string[];
}

interface VectorIndex {
  readonly indexDescriptor: string;
  readonly vectorField: string;
  readonly dimensions: number;
  readonly filterFields: readonly string[];
}

export interface TableSchema {
  readonly tableName: string;
  readonly documentType: JSONValue;
  readonly indexes: readonly DbIndex[];
  readonly stagedDbIndexes?: readonly DbIndex[];
  readonly searchIndexes: readonly SearchIndex[];
  readonly stagedSearchIndexes?: readonly SearchIndex[];
  readonly vectorIndexes?: readonly VectorIndex[];
  readonly stagedVectorIndexes?: readonly VectorIndex[];
}

interface Schema {
  readonly tables: readonly TableSchema[];
  readonly schemaValidation: boolean;
}

/** An index in the command line's words; `name` is "table.index". */
export interface IndexConfig {
  readonly name: string;
  readonly staged: boolean;
  readonly [field: string]: JSONValue;
}

export interface IndexDiff {
  readonly added_indexes: readonly IndexConfig[];
  readonly removed_indexes: readonly IndexConfig[];
  readonly enabled_indexes: readonly IndexConfig[];
  readonly disabled_indexes: readonly IndexConfig[];
}

export function schemaIn(json: JSONValue | null | undefined): Schema {
  return (json ?? { tables: [], schemaValidation: false }) as unknown as Schema;
}

function tableIndexes(table: TableSchema): IndexConfig[] {
  const named = (indexDescriptor: string) => `${table.tableName}.${indexDescriptor}`;
  const db = (staged: boolean) => (index: DbIndex) => ({
    name: named(index.indexDescriptor),
    type: "database",
    fields: [...index.fields],
    staged,
  });
  const search = (staged: boolean) => (index: SearchIndex) => ({
    name: named(index.indexDescriptor),
    type: "search",
    searchField: index.searchField,
    filterFields: [...index.filterFields],
    staged,
  });
  const vector = (staged: boolean) => (index: VectorIndex) => ({
    name: named(index.indexDescriptor),
    type: "vector",
    vectorField: index.vectorField,
    dimensions: index.dimensions,
    filterFields: [...index.filterFields],
    staged,
  });
  return [
    ...table.indexes.map(db(false)),
    ...(table.stagedDbIndexes ?? []).map(db(true)),
    ...table.searchIndexes.map(search(false)),
    ...(table.stagedSearchIndexes ?? []).map(search(true)),
    ...(table.vectorIndexes ?? []).map(vector(false)),
    ...(table.stagedVectorIndexes ?? []).map(vector(true)),
  ];
}

export function toIndexConfigs(schema: JSONValue | null | undefined): IndexConfig[] {
  return schemaIn(schema).tables.flatMap(tableIndexes);
}

/** Two of a name are one index when only `staged` differs. */
function isSame(a: IndexConfig, b: IndexConfig): boolean {
  return JSON.stringify({ ...a, staged: false }) === JSON.stringify({ ...b, staged: false });
}

export function indexDiff(
  before: JSONValue | null | undefined,
  after: JSONValue | null | undefined,
): IndexDiff {
  const [oldIndexes, newIndexes] = [toIndexConfigs(before), toIndexConfigs(after)];
  const inOld = (index: IndexConfig) => oldIndexes.find((other) => isSame(other, index));
  const changed = newIndexes.filter((index) => {
    const other = inOld(index);
    return other !== undefined && other.staged !== index.staged;
  });
  return {
    added_indexes: newIndexes.filter((index) => inOld(index) === undefined),
    removed_indexes: oldIndexes.filter(
      (index) => !newIndexes.some((other) => isSame(other, index)),
    ),
    enabled_indexes: changed.filter(({ staged }) => !staged),
    disabled_indexes: changed.filter(({ staged }) => staged),
  };
}
