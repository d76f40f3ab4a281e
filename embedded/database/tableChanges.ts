/**
 * Whole tables, replaced. The new ones stand in a catalog that nobody else has,
 * and have numbers of indexes that nobody else knows: so they can be filled in
 * many small commits, and what a crash leaves of them is found by those numbers.
 */
import type { JSONValue } from "convex/values";
import type {
  CommitReceipt,
  ComponentPath,
  StoredDocument,
  TableChanges,
  TableFacts,
  Transaction,
} from "../contracts";
import { Access } from "./access";
import { BY_CREATION, BY_ID, type Catalog, type Index, type Table, byId } from "./catalog";
import { decodeId } from "./ids";
import { buildIndex } from "./indexWrites";
import { readDocuments } from "./schema";
import { DOCUMENTS_WRITTEN_MAX, UsageMeter } from "./limits";
import { ReadRanges } from "./readRanges";
import { ComponentTables } from "./tables";
import { DatabaseTransaction } from "./transaction";

/** The indexes that every table has: by id and by creation time. */
const OWN_INDEXES = 2;

/** The time for which one commit may gather rows that nobody sees yet. */
const SLICE_MS = 10;

/** Words of so many documents are entered together: a list of theirs is one row, not many. */
const BUILT_CONCURRENT_MAX = 1_000;

type Place = Pick<Table, "component" | "name">;

function toPlaceKey({ component, name }: Place): string {
  return `${component}/${name}`;
}

function countRows(transaction: DatabaseTransaction, table: Table): number {
  let rows = 0;
  for (const _ of transaction.entries({ index: byId(table), from: new Uint8Array() })) rows += 1;
  return rows;
}

/** Returns true when a schema declares the table. */
function isDeclared({ documentType, indexes }: Table): boolean {
  return documentType !== undefined || indexes.size > OWN_INDEXES;
}

/** Every table of every component but one. Counts rows one by one. */
export function tableFacts(transaction: Transaction, except: ComponentPath): TableFacts[] {
  if (!(transaction instanceof DatabaseTransaction))
    throw new Error("Not a transaction of this database.");
  const tables = transaction.catalog.tables().filter(({ component }) => component !== except);
  return tables.map((table) => ({
    component: table.component,
    name: table.name,
    number: table.number,
    rows: countRows(transaction, table),
    isDeclared: isDeclared(table),
    ...(table.documentType !== undefined && { documentType: table.documentType }),
  }));
}

/** Returns true when a validator accepts ids of this table. */
function refersTo(validator: JSONValue | undefined, table: string): boolean {
  if (typeof validator !== "object" || validator === null) return false;
  if (Array.isArray(validator)) return validator.some((part) => refersTo(part, table));
  if (validator["type"] === "id" && validator["tableName"] === table) return true;
  return Object.values(validator).some((part) => refersTo(part, table));
}

/** The database's operations for a change of its tables. */
export interface ChangedDatabase {
  /** The newest. */
  catalog(): Catalog;
  begin(catalog: Catalog): DatabaseTransaction;
  /** Rows that nobody knows of yet. */
  commitHidden(transaction: DatabaseTransaction): CommitReceipt;
  discard(transaction: Transaction): void;
  /** One commit with a catalog of its own, which counts from then on. */
  swap<T>(work: (transaction: DatabaseTransaction) => T): Promise<T>;
  /** Removes rows of indexes that the newest catalog does not know. */
  sweep(): Promise<void>;
}

interface Row {
  readonly place: Place;
  /** The row's number, which begins at 1 as the import counts. */
  readonly number: number;
  readonly document: StoredDocument;
}

interface Leaving {
  readonly before: Table;
  readonly onlyEmpty: boolean;
}

export class CatalogChanges implements TableChanges {
  readonly #database: ChangedDatabase;
  /** As all will be: new rows are checked against it. */
  readonly #catalog: Catalog;
  readonly #leaving = new Map<string, Leaving>();
  readonly #created = new Set<Table>();
  /** Search indexes of new tables: they are filled when all rows are there, in the order of creation. */
  readonly #unbuilt = new Map<Table, Index[]>();
  /** Rows for tables that stay. */
  readonly #appended: Row[] = [];
  readonly #rows = new Map<string, number>();
  #transaction: DatabaseTransaction | undefined;
  #beganAt = 0;

  constructor(database: ChangedDatabase) {
    this.#database = database;
    this.#catalog = database.catalog().clone();
  }

  drop(component: ComponentPath, name: string, onlyEmpty: boolean): void {
    const before = requireTable(this.#catalog, { component, name });
    this.#catalog.remove(before);
    this.#leaving.set(toPlaceKey(before), { before, onlyEmpty });
  }

  create(component: ComponentPath, name: string, number?: number): void {
    const table = this.#catalog.create(component, name, number);
    this.#created.add(table);
    const before = this.#leaving.get(toPlaceKey(table))?.before;
    this.#catalog.enforce(table, before?.documentType);
    const indexes = [...(before?.indexes.values() ?? [])]
      .filter((index) => index.name !== BY_ID && index.name !== BY_CREATION)
      .map((index) => this.#catalog.addIndex(table, index));
    const unbuilt = indexes.filter(({ kind }) => kind === "search");
    this.#unbuilt.set(table, unbuilt);
    for (const { name } of unbuilt) this.#catalog.removeIndex(table, name);
    // Whoever else makes tables shall give other numbers, also after a crash.
    this.#database.catalog().reserve(this.#catalog);
  }

  async insert(component: ComponentPath, name: string, document: StoredDocument): Promise<void> {
    const place = { component, name };
    const table = requireTable(this.#catalog, place);
    const number = (this.#rows.get(toPlaceKey(place)) ?? 0) + 1;
    this.#rows.set(toPlaceKey(place), number);
    const row = { place, number, document };
    if (this.#created.has(table)) {
      await this.#step((transaction) => write(transaction, row));
      return;
    }
    if (this.#appended.length === DOCUMENTS_WRITTEN_MAX)
      throw new Error(
        `At most ${DOCUMENTS_WRITTEN_MAX} documents can be appended at once: import them in parts.`,
      );
    this.#appended.push(row);
  }

  async fill(): Promise<void> {
    await this.#flush();
    for (const [table, indexes] of this.#unbuilt) {
      for (const index of indexes) {
        table.indexes.set(index.name, index);
        await this.#build(table, index);
      }
    }
    await this.#flush();
  }

  commit<T>(work: (transaction: Transaction) => T): Promise<T> {
    return this.#database.swap((transaction) => {
      for (const leaving of this.#leaving.values()) takeAway(transaction, leaving);
      for (const table of this.#created) put(transaction, table);
      this.#checkReferences(transaction);
      for (const row of this.#appended) write(transaction, row);
      return work(transaction);
    });
  }

  async clear(): Promise<void> {
    if (this.#transaction !== undefined) this.#database.discard(this.#transaction);
    this.#transaction = undefined;
    await this.#database.sweep();
  }

  /** Does one small piece of work, and commits once the time slice is used up. */
  async #step(work: (transaction: DatabaseTransaction) => void): Promise<void> {
    if (this.#transaction === undefined) {
      this.#transaction = this.#database.begin(this.#catalog);
      this.#beganAt = performance.now();
    }
    work(this.#transaction);
    if (performance.now() - this.#beganAt > SLICE_MS) await this.#flush();
  }

  async #flush(): Promise<void> {
    const transaction = this.#transaction;
    this.#transaction = undefined;
    if (transaction !== undefined) await this.#database.commitHidden(transaction).durable;
  }

  /** Documents come in the order of their creation, as the numbers that the index gives them do. */
  async #build(table: Table, index: Index): Promise<void> {
    const snapshot = this.#database.begin(this.#catalog);
    try {
      const documents = readDocuments(snapshot, table.component, table.name);
      for (const some of inChunks(documents, BUILT_CONCURRENT_MAX))
        await this.#step((transaction) => buildIndex(transaction, index, some));
    } finally {
      this.#database.discard(snapshot);
    }
  }

  /** Rows that came in were checked against the new numbers; those that stay were not. */
  #checkReferences(transaction: DatabaseTransaction): void {
    const tables = transaction.catalog.tables();
    for (const { component, name, number } of this.#created) {
      const before = this.#leaving.get(toPlaceKey({ component, name }))?.before;
      if (before === undefined || before.number === number) continue;
      const torn = tables.find(
        (table) =>
          table.component === component &&
          !this.#created.has(table) &&
          refersTo(table.documentType, name) &&
          countRows(transaction, table) > 0,
      );
      if (torn !== undefined)
        throw new Error(
          `The import changes the ids of table "${name}", which table "${torn.name}" refers to by its schema.`,
        );
    }
  }
}

function* inChunks<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let chunk: T[] = [];
  for (const item of items) {
    if (chunk.push(item) < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

function requireTable(catalog: Catalog, { component, name }: Place): Table {
  const table = catalog.find(component, name);
  if (table === undefined) throw new Error(`There is no table "${name}".`);
  return table;
}

/** Returns a table's declaration as text, for comparison. */
function serializeDeclaration({ documentType, indexes }: Table): string {
  const definitions = [...indexes.values()].map(({ number, address, ...definition }) => definition);
  return JSON.stringify([documentType, definitions]);
}

function takeAway(transaction: DatabaseTransaction, { before, onlyEmpty }: Leaving): void {
  const table = requireTable(transaction.catalog, before);
  if (serializeDeclaration(table) !== serializeDeclaration(before))
    throw new Error(`The schema of table "${before.name}" changed: import once more.`);
  if (onlyEmpty && countRows(transaction, table) > 0)
    throw new Error(`Table "${before.name}" is not empty any more: import once more.`);
  transaction.catalog.remove(table);
  transaction.catalog.setUnfinished(true);
}

function put(transaction: DatabaseTransaction, table: Table): void {
  const { catalog } = transaction;
  const { component, name, number } = table;
  const same = catalog.find(component, name);
  // A query came by, and looked at a table that was not there yet.
  if (same !== undefined && !isDeclared(same) && countRows(transaction, same) === 0)
    catalog.remove(same);
  const there = catalog.find(component, name) ?? catalog.numbered(component, number);
  if (there !== undefined)
    throw new Error(`A table "${there.name}" came into being meanwhile: import once more.`);
  catalog.adopt(table);
}

/** @throws Error naming the row, when it does not fit the table, its id is another table's or taken. */
function write(transaction: DatabaseTransaction, { place, number, document }: Row): void {
  try {
    writeDocument(transaction, requireTable(transaction.catalog, place), document);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`In table "${place.name}", row ${number}: ${message}`, { cause: error });
  }
}

function writeDocument(
  transaction: DatabaseTransaction,
  table: Table,
  document: StoredDocument,
): void {
  // Each has a document's limit, and all together have none.
  const reads = new ReadRanges();
  const access = new Access(transaction, new UsageMeter(reads), reads);
  const tables = new ComponentTables(transaction, table.component, access, true);
  const { _id, _creationTime, ...fields } = document;
  if (_id !== undefined) requireOwnId(transaction, table, _id);
  if (_creationTime !== undefined && !Number.isFinite(_creationTime))
    throw new Error("_creationTime must be a number of milliseconds.");
  tables.restore(table, fields, {
    ...(typeof _id === "string" && { _id }),
    ...(typeof _creationTime === "number" && { _creationTime }),
  });
}

function requireOwnId(transaction: DatabaseTransaction, table: Table, id: unknown): void {
  const decoded = typeof id === "string" ? decodeId(id) : undefined;
  if (typeof id !== "string" || decoded === undefined)
    throw new Error(`invalid _id '${String(id)}'`);
  if (decoded.tableNumber !== table.number)
    throw new Error(`_id ${id} begins with the number of another table than "${table.name}".`);
  if (transaction.unmetered().load(table, id) !== null)
    throw new Error(`the _id ${id} is there twice in table "${table.name}"`);
}
