/** Makes the tables and indexes of components match their schemas. */
import type { JSONValue } from "convex/values";
import type { ComponentPath, StoredDocument } from "../contracts";
import { idOf } from "./indexKeys";
import { buildIndex } from "./indexWrites";
import { BY_CREATION, BY_ID, SEARCH_LAYOUT, type Table, sameIndex } from "./catalog";
import { parseQuery } from "./query";
import type { DatabaseTransaction } from "./transaction";
import { checkValue } from "./validation";
import { FEWEST_DIMENSIONS, MOST_DIMENSIONS } from "./vectorIndex";
import { walk } from "./walk";

interface TableSchema {
  readonly tableName: string;
  readonly indexes: readonly {
    readonly indexDescriptor: string;
    readonly fields: readonly string[];
  }[];
  readonly searchIndexes: readonly {
    readonly indexDescriptor: string;
    readonly searchField: string;
    readonly filterFields: readonly string[];
  }[];
  readonly vectorIndexes?: readonly {
    readonly indexDescriptor: string;
    readonly vectorField: string;
    readonly dimensions: number;
    readonly filterFields: readonly string[];
  }[];
  readonly documentType: JSONValue;
}

type Indexes = Pick<TableSchema, "indexes" | "searchIndexes" | "vectorIndexes">;
const NO_INDEXES: Indexes = { indexes: [], searchIndexes: [] };

interface Schema {
  readonly tables: readonly TableSchema[];
  readonly schemaValidation: boolean;
}

/** By component; null: it has no schema. */
export type Schemas = ReadonlyMap<ComponentPath, JSONValue | null>;

/**
 * Everything is checked before anything is changed.
 * @throws Error naming the first document that does not fit; the transaction is
 * then to be thrown away.
 */
export function applySchemas(transaction: DatabaseTransaction, schemas: Schemas): void {
  const parsed = [...schemas].map(
    ([path, json]) => [path, json as unknown as Schema | null] as const,
  );
  for (const [component, schema] of parsed) {
    if (schema?.schemaValidation !== true) continue;
    for (const table of schema.tables) checkDocuments(transaction, component, table);
  }
  for (const [component, schema] of parsed) apply(transaction, component, schema);
}

function apply(
  transaction: DatabaseTransaction,
  component: ComponentPath,
  schema: Schema | null,
): void {
  const { catalog } = transaction;
  const named = new Set<Table>();
  for (const table of schema?.tables ?? []) {
    const kept = catalog.findOrCreate(component, table.tableName);
    named.add(kept);
    matchIndexes(transaction, kept, table);
    catalog.enforce(kept, schema?.schemaValidation === true ? table.documentType : undefined);
  }
  // A schema that says nothing of a table promises nothing of it either.
  for (const table of catalog.tables()) {
    if (table.component !== component || named.has(table)) continue;
    matchIndexes(transaction, table, NO_INDEXES);
    catalog.enforce(table, undefined);
  }
}

function checkDocuments(
  transaction: DatabaseTransaction,
  component: ComponentPath,
  schema: TableSchema,
): void {
  const table = transaction.catalog.find(component, schema.tableName);
  if (
    table === undefined ||
    JSON.stringify(table.documentType) === JSON.stringify(schema.documentType)
  )
    return;
  const tables = transaction.tables(component);
  const idTable = (id: string): string | null =>
    transaction.catalog.tables().find(({ name }) => tables.normalizeId(name, id) !== null)?.name ??
    null;
  for (const document of documentsOf(transaction, component, schema.tableName)) {
    const { _id, _creationTime, ...fields } = document;
    const complaint = checkValue(schema.documentType, fields, { path: "", idTable });
    if (complaint === null) continue;
    throw new Error(
      `Schema validation failed. Document with ID "${idOf(document)}" in table "${schema.tableName}" does not match the schema: ${complaint}`,
    );
  }
}

function matchIndexes(transaction: DatabaseTransaction, table: Table, schema: Indexes): void {
  const wanted = [
    ...schema.indexes.map(({ indexDescriptor, fields }) => ({
      kind: "db" as const,
      name: indexDescriptor,
      fields,
    })),
    ...schema.searchIndexes.map(({ indexDescriptor, searchField, filterFields }) => ({
      kind: "search" as const,
      name: indexDescriptor,
      layout: SEARCH_LAYOUT,
      searchField,
      filterFields,
    })),
    ...(schema.vectorIndexes ?? []).map(
      ({ indexDescriptor, vectorField, dimensions, filterFields }) => {
        requireDimensions(dimensions);
        const name = indexDescriptor;
        return { kind: "vector" as const, name, vectorField, dimensions, filterFields };
      },
    ),
  ];
  for (const [name, index] of table.indexes) {
    if (name === BY_ID || name === BY_CREATION) continue;
    if (wanted.some((other) => other.name === name && sameIndex(index, other))) continue;
    transaction.dropIndex(index);
    transaction.catalog.removeIndex(table, name);
  }
  const missing = wanted.filter(({ name }) => !table.indexes.has(name));
  if (missing.length === 0) return;
  // Documents are read before the indexes exist, then entered into the new ones.
  const documents = [...documentsOf(transaction, table.component, table.name)];
  const added = missing.map((definition) => transaction.catalog.addIndex(table, definition));
  for (const index of added) buildIndex(transaction, index, documents);
}

function requireDimensions(dimensions: number): void {
  if (dimensions >= FEWEST_DIMENSIONS && dimensions <= MOST_DIMENSIONS) return;
  throw new Error(
    `Dimensions ${dimensions} must be between ${FEWEST_DIMENSIONS} and ${MOST_DIMENSIONS}.`,
  );
}

function* documentsOf(
  transaction: DatabaseTransaction,
  component: ComponentPath,
  tableName: string,
): Generator<StoredDocument> {
  const scan = { source: { type: "FullTableScan", tableName, order: null }, operators: [] };
  const query = parseQuery(transaction.catalog, component, scan);
  if (query === undefined) return;
  for (const { document } of walk(transaction.unmetered(), query))
    if (document !== null) yield document;
}
