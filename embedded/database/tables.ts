/** A component's tables inside one transaction: reading, writing and the rules of both. */
import type { JSONValue, Value } from "convex/values";
import type {
  ComponentPath,
  PageRequest,
  QueryPage,
  StoredDocument,
  StoredRow,
  Tables,
  VectorMatch,
} from "../contracts";
import type { Access } from "./access";
import { type Table, requireIndex } from "./catalog";
import { decodeId, newId } from "./ids";
import { readPage } from "./pagination";
import { parseQuery } from "./query";
import { requireKind, type TransactionRows } from "./rows";
import { checkValue } from "./validation";
import { requireModest } from "./valueLimits";
import { walk } from "./walk";

interface Origin {
  readonly _id?: string;
  readonly _creationTime?: number;
}

export class ComponentTables implements Tables {
  readonly #transaction: TransactionRows;
  readonly #component: ComponentPath;
  readonly #access: Access;
  /** The backend itself may write tables whose names begin with an underscore. */
  readonly #mayWriteSystem: boolean;

  constructor(
    transaction: TransactionRows,
    component: ComponentPath,
    access: Access,
    mayWriteSystem: boolean,
  ) {
    this.#transaction = transaction;
    this.#component = component;
    this.#access = access;
    this.#mayWriteSystem = mayWriteSystem;
  }

  /** An id of a table that is not there is nobody's, as on Convex. */
  get(name: string | undefined, id: string): StoredRow | null {
    const table = this.#tableOfId(id, "get");
    if (table === undefined) return null;
    requireTable(name, table, "get");
    return this.#access.find(table, id);
  }

  insert(name: string, value: Record<string, Value>): string {
    const table = this.#writable(this.#transaction.catalog.findOrCreate(this.#component, name));
    return this.restore(table, value, {});
  }

  /** Inserts a document of an import, whose id and time are kept from where it came from. */
  restore(
    table: Table,
    value: Record<string, Value>,
    { _id = newId(table.number), _creationTime = this.#transaction.nextCreationTime() }: Origin,
  ): string {
    this.#checkFields(value);
    this.#store(table, null, { _creationTime, _id, ...value });
    return _id;
  }

  patch(name: string | undefined, id: string, value: Record<string, Value | undefined>): void {
    const { table, document } = this.#existing(name, id, "patch");
    const merged: Record<string, Value | undefined> = { ...document, ...value };
    const entries = Object.entries(merged).filter(([, field]) => field !== undefined);
    this.#checkSystemFields(document, value);
    this.#store(table, document, Object.fromEntries(entries) as StoredDocument);
  }

  replace(name: string | undefined, id: string, value: Record<string, Value>): void {
    const { table, document } = this.#existing(name, id, "replace");
    this.#checkSystemFields(document, value);
    const { _id, _creationTime } = document as { _id: string; _creationTime: number };
    this.#store(table, document, { _creationTime, _id, ...value });
  }

  remove(name: string | undefined, id: string): void {
    const { table, document } = this.#existing(name, id, "delete");
    this.#access.change(table, document, null);
  }

  count(name: string): number {
    const query = parseQuery(this.#transaction.catalog, this.#component, fullScan(name));
    let rows = 0;
    if (query !== undefined) for (const _ of walk(this.#access, query)) rows += 1;
    return rows;
  }

  *stream(json: JSONValue): Generator<StoredRow> {
    const query = parseQuery(this.#transaction.catalog, this.#component, json);
    if (query === undefined) return;
    for (const { row } of walk(this.#access, query)) if (row !== null) yield row;
  }

  page(json: JSONValue, request: PageRequest): QueryPage {
    const query = parseQuery(this.#transaction.catalog, this.#component, json);
    const component = this.#component;
    const { cursorSealing: sealing } = this.#transaction;
    return readPage(this.#access, { query, json, component, sealing }, request);
  }

  vectorSearch(json: JSONValue): VectorMatch[] {
    const { indexName } = json as { indexName: string };
    const { catalog, indexKinds } = this.#transaction;
    const { index } = requireIndex(catalog, this.#component, indexName);
    if (index.kind !== "vector") throw new Error(`Index ${indexName} is not a vector index`);
    return requireKind(indexKinds, "vector").search(this.#access, index, json);
  }

  normalizeId(name: string, id: string): string | null {
    const table = this.#transaction.catalog.find(this.#component, name);
    const decoded = decodeId(id);
    return table !== undefined && decoded?.tableNumber === table.number ? id : null;
  }

  /** @throws Error for a text that is no id at all. */
  #tableOfId(id: string, method: string): Table | undefined {
    const decoded = decodeId(id);
    if (decoded === undefined) throw new InvalidIdError(id, method);
    return this.#transaction.catalog.numbered(this.#component, decoded.tableNumber);
  }

  #requireTableOfId(name: string | undefined, id: string, method: string): Table {
    const table = this.#tableOfId(id, method);
    if (table === undefined) throw new InvalidIdError(id, method);
    requireTable(name, table, method);
    return table;
  }

  #existing(
    name: string | undefined,
    id: string,
    method: keyof typeof VERBS,
  ): { table: Table; document: StoredDocument } {
    const table = this.#writable(this.#requireTableOfId(name, id, method));
    const row = this.#access.find(table, id);
    if (row === null) throw new Error(`${VERBS[method]} on nonexistent document ID ${id}`);
    return { table, document: row.document };
  }

  #writable(table: Table): Table {
    if (table.name.startsWith("_") && !this.#mayWriteSystem) {
      throw new Error(`Cannot write to system table ${table.name}.`);
    }
    return table;
  }

  #checkFields(value: Record<string, unknown>): void {
    const reserved = Object.keys(value).find((field) => field.startsWith("_"));
    if (reserved === undefined) return;
    throw new Error(
      `Field '${reserved}' starts with an underscore, which is only allowed for system fields like '_id'`,
    );
  }

  #checkSystemFields(document: StoredDocument, value: Record<string, unknown>): void {
    for (const [field, sent] of Object.entries(value)) {
      if (!field.startsWith("_")) continue;
      if (sent === document[field]) continue;
      throw new Error(
        `Provided \`${field}\` field in the document does not match its current value.`,
      );
    }
  }

  #store(table: Table, before: StoredDocument | null, after: StoredDocument): void {
    if (!this.#mayWriteSystem) requireModest("Document", after);
    if (table.documentType !== undefined) {
      const complaint = checkValue(table.documentType, withoutSystemFields(after), {
        path: "",
        idTable: (id) => this.#nameOfTable(id),
      });
      if (complaint !== null) {
        throw new Error(
          `Failed to insert or update a document in table "${table.name}" because it does not match the schema: ${complaint}`,
        );
      }
    }
    this.#access.change(table, before, after);
  }

  #nameOfTable(id: string): string | null {
    const decoded = decodeId(id);
    return (
      (decoded && this.#transaction.catalog.numbered(this.#component, decoded.tableNumber)?.name) ??
      null
    );
  }
}

/** Convex's names for the writes of `ctx.db`. */
const VERBS = { patch: "Update", replace: "Replace", delete: "Delete" } as const;

class InvalidIdError extends Error {
  /** @param method - The one of `ctx.db` that was called. */
  constructor(id: string, method: string) {
    super(
      `Invalid argument \`id\` for \`db.${method}\`: Unable to decode ID: Invalid ID length or unknown table for "${id}".`,
    );
  }
}

/** @throws Error when the id is of another table than the one that the caller names. */
function requireTable(name: string | undefined, table: Table, method: string): void {
  if (name === undefined || table.name === name) return;
  throw new Error(
    `Invalid argument \`id\` for \`db.${method}\`: expected to be an Id<"${name}">, got Id<"${table.name}"> instead.`,
  );
}

function withoutSystemFields(document: StoredDocument): Record<string, Value> {
  const { _id, _creationTime, ...fields } = document;
  return fields;
}

function fullScan(tableName: string): JSONValue {
  return { source: { type: "FullTableScan", tableName, order: null }, operators: [] };
}
