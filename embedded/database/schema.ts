/** Makes the tables and indexes of components match their schemas. */
import type { JSONValue } from "convex/values";
import type { ComponentPath, SchemaMisfit, StoredDocument } from "../contracts";
import { getId } from "./indexKeys";
import { buildIndex } from "./indexWrites";
import { BY_CREATION, BY_ID, type IndexDefinition, type Table, sameIndex } from "./catalog";
import { parseQuery } from "./query";
import {
  FEWEST_DIMENSIONS,
  DIMENSIONS_MAX,
  requireIndexes,
  requireTableName,
} from "./schemaLimits";
import type { DatabaseTransaction } from "./transaction";
import { checkValue } from "./validation";
import { walk } from "./walk";

interface DbIndexSchema {
  readonly indexDescriptor: string;
  readonly fields: readonly string[];
}

interface SearchIndexSchema {
  readonly indexDescriptor: string;
  readonly searchField: string;
  readonly filterFields: readonly string[];
}

interface VectorIndexSchema {
  readonly indexDescriptor: string;
  readonly vectorField: string;
  readonly dimensions: number;
  readonly filterFields: readonly string[];
}

interface Indexes {
  readonly indexes: readonly DbIndexSchema[];
  readonly stagedDbIndexes?: readonly DbIndexSchema[];
  readonly searchIndexes: readonly SearchIndexSchema[];
  readonly stagedSearchIndexes?: readonly SearchIndexSchema[];
  readonly vectorIndexes?: readonly VectorIndexSchema[];
  readonly stagedVectorIndexes?: readonly VectorIndexSchema[];
}

interface TableSchema extends Indexes {
  readonly tableName: string;
  readonly documentType: JSONValue;
  /** The validator that documents will have to fit once it is enforced. */
  readonly stagedDocumentType?: JSONValue;
}

const NO_INDEXES: Indexes = { indexes: [], searchIndexes: [] };

interface Schema {
  readonly tables: readonly TableSchema[];
  readonly schemaValidation: boolean;
}

/** The schemas by component; null for a component without one. */
export type Schemas = ReadonlyMap<ComponentPath, JSONValue | null>;

function parsed(schemas: Schemas): (readonly [ComponentPath, Schema | null])[] {
  return [...schemas].map(([path, json]) => [path, json as unknown as Schema | null] as const);
}

function* enforcedTables(schemas: Schemas): Generator<readonly [ComponentPath, TableSchema]> {
  for (const [component, schema] of parsed(schemas)) {
    if (schema?.schemaValidation !== true) continue;
    for (const table of schema.tables) yield [component, table];
  }
}

/**
 * Checks names, limits and dimensions, without any document.
 * @throws Error naming the first table or index that can't be.
 */
export function requireSchemas(schemas: Schemas): void {
  for (const table of parsed(schemas).flatMap(([, schema]) => schema?.tables ?? [])) {
    requireTableName(table.tableName);
    requireIndexes(table.tableName, declaredIndexes(table));
  }
}

/** Returns the first document that a schema, in force or to be, does not allow. */
export function findMisfit(
  transaction: DatabaseTransaction,
  schemas: Schemas,
): SchemaMisfit | undefined {
  for (const [component, { tableName, documentType }] of enforcedTables(schemas)) {
    const table = transaction.catalog.find(component, tableName);
    if (table === undefined) continue;
    // What is in force already was checked with every write.
    if (JSON.stringify(table.documentType) === JSON.stringify(documentType)) continue;
    const message = firstMisfit(transaction, table, documentType);
    if (message !== undefined) return { component, table: tableName, message };
  }
  return undefined;
}

/**
 * Everything is checked before anything is changed.
 * @throws Error naming the first document that does not fit; the transaction is
 * then to be thrown away.
 */
export function applySchemas(transaction: DatabaseTransaction, schemas: Schemas): void {
  const misfit = findMisfit(transaction, schemas);
  if (misfit !== undefined) throw new Error(`Schema validation failed. ${misfit.message}`);
  for (const [component, table] of enforcedTables(schemas))
    logStagedValidator(transaction, component, table);
  for (const [component, schema] of parsed(schemas)) apply(transaction, component, schema);
}

function apply(
  transaction: DatabaseTransaction,
  component: ComponentPath,
  schema: Schema | null,
): void {
  const { catalog } = transaction;
  const named = new Set<Table>();
  for (const table of schema?.tables ?? []) {
    const catalogTable = catalog.findOrCreate(component, table.tableName);
    named.add(catalogTable);
    matchIndexes(transaction, catalogTable, table);
    catalog.enforce(
      catalogTable,
      schema?.schemaValidation === true ? table.documentType : undefined,
    );
  }
  // A schema that says nothing of a table promises nothing of it either.
  for (const table of catalog.tables()) {
    if (table.component !== component || named.has(table)) continue;
    matchIndexes(transaction, table, NO_INDEXES);
    catalog.enforce(table, undefined);
  }
}

function logStagedValidator(
  transaction: DatabaseTransaction,
  component: ComponentPath,
  { tableName, stagedDocumentType }: TableSchema,
): void {
  const table = transaction.catalog.find(component, tableName);
  if (table === undefined || stagedDocumentType === undefined) return;
  const misfit = firstMisfit(transaction, table, stagedDocumentType);
  console.log(
    `The staged validator of table "${tableName}" can${misfit === undefined ? "" : "'t"} be enforced: ${misfit ?? "every document matches."}`,
  );
}

/** Returns the first misfit in words; undefined when every document fits. */
function firstMisfit(
  transaction: DatabaseTransaction,
  { component, name: tableName }: Table,
  validator: JSONValue,
): string | undefined {
  const tables = transaction.tables(component);
  const idTable = (id: string): string | null =>
    transaction.catalog.tables().find(({ name }) => tables.normalizeId(name, id) !== null)?.name ??
    null;
  for (const document of readDocuments(transaction, component, tableName)) {
    const { _id, _creationTime, ...fields } = document;
    const complaint = checkValue(validator, fields, { path: "", idTable });
    if (complaint !== null)
      return `Document with ID "${getId(document)}" in table "${tableName}" does not match the schema: ${complaint}`;
  }
  return undefined;
}

function dbIndex({ indexDescriptor: name, fields }: DbIndexSchema) {
  return { kind: "db" as const, name, fields };
}

function searchIndex({ indexDescriptor: name, searchField, filterFields }: SearchIndexSchema) {
  return { kind: "search" as const, name, searchField, filterFields };
}

function vectorIndex(schema: VectorIndexSchema) {
  const { indexDescriptor: name, vectorField, dimensions, filterFields } = schema;
  requireDimensions(dimensions);
  return { kind: "vector" as const, name, vectorField, dimensions, filterFields };
}

function declaredIndexes(schema: Indexes): IndexDefinition[] {
  const enabled = [
    ...schema.indexes.map(dbIndex),
    ...schema.searchIndexes.map(searchIndex),
    ...(schema.vectorIndexes ?? []).map(vectorIndex),
  ];
  const staged = [
    ...(schema.stagedDbIndexes ?? []).map(dbIndex),
    ...(schema.stagedSearchIndexes ?? []).map(searchIndex),
    ...(schema.stagedVectorIndexes ?? []).map(vectorIndex),
  ];
  return [...enabled, ...staged.map((index) => ({ ...index, isStaged: true }))];
}

function matchIndexes(transaction: DatabaseTransaction, table: Table, schema: Indexes): void {
  const all = declaredIndexes(schema);
  requireIndexes(table.name, all);
  const definitions = new Map(all.map((index) => [index.name, index]));
  for (const [name, index] of table.indexes) {
    if (name === BY_ID || name === BY_CREATION) continue;
    const same = definitions.get(name);
    if (same !== undefined && sameIndex(index, same)) {
      transaction.catalog.stage(table, index, same.isStaged === true);
      continue;
    }
    transaction.dropIndex(index);
    transaction.catalog.removeIndex(table, name);
  }
  const missing = [...definitions.values()].filter(({ name }) => !table.indexes.has(name));
  if (missing.length === 0) return;
  // Documents are read before the indexes exist, then entered into the new ones.
  const documents = [...readDocuments(transaction, table.component, table.name)];
  const added = missing.map((definition) => transaction.catalog.addIndex(table, definition));
  for (const index of added) buildIndex(transaction, index, documents);
}

function requireDimensions(dimensions: number): void {
  if (dimensions >= FEWEST_DIMENSIONS && dimensions <= DIMENSIONS_MAX) return;
  throw new Error(
    `Dimensions ${dimensions} must be between ${FEWEST_DIMENSIONS} and ${DIMENSIONS_MAX}.`,
  );
}

export function* readDocuments(
  transaction: DatabaseTransaction,
  component: ComponentPath,
  tableName: string,
): Generator<StoredDocument> {
  const scan = { source: { type: "FullTableScan", tableName, order: null }, operators: [] };
  const query = parseQuery(transaction.catalog, component, scan);
  if (query === undefined) return;
  for (const { row } of walk(transaction.unmetered(), query)) if (row !== null) yield row.document;
}
