/**
 * The catalog: all tables and indexes of all components. It is held in memory, and kept on disk as one value that is written
 * with the first commit that needs it. It gives no number twice, so an id or an index key never changes its meaning; only an
 * import may ask for a number. It may grow by tables at any time; a schema and an import make another one.
 */
import type { JSONValue } from "convex/values";
import type { ComponentPath } from "../contracts";
import { StartupError } from "../store/startupError";
import { requireTableName } from "./schemaLimits";

/** Convex's limit. */
const TABLES_MAX = 10_000;

interface Staging {
  /** Filled and kept up to date, but not to be queried until the schema says otherwise. */
  readonly isStaged?: boolean;
}

export interface DbIndex extends Staging {
  readonly kind: "db";
  readonly number: number;
  /** As in read sets and commits. */
  readonly address: string;
  readonly name: string;
  /** The fields, without the creation time and id that end every key. */
  readonly fields: readonly string[];
}

export interface SearchIndex extends Staging {
  readonly kind: "search";
  readonly number: number;
  readonly address: string;
  readonly name: string;
  readonly searchField: string;
  readonly filterFields: readonly string[];
}

export interface VectorIndex extends Staging {
  readonly kind: "vector";
  readonly number: number;
  readonly address: string;
  readonly name: string;
  readonly vectorField: string;
  readonly dimensions: number;
  readonly filterFields: readonly string[];
}

export type Index = DbIndex | SearchIndex | VectorIndex;

export interface Table {
  readonly component: ComponentPath;
  readonly name: string;
  readonly number: number;
  /** `by_id` and `by_creation_time` are always there. */
  readonly indexes: Map<string, Index>;
  /** JSON of the validator that documents must fit; absent while nothing is enforced. */
  documentType?: JSONValue;
}

type Numbers = "number" | "address";
export type IndexDefinition =
  Omit<DbIndex, Numbers> | Omit<SearchIndex, Numbers> | Omit<VectorIndex, Numbers>;

type SavedTable = Omit<Table, "indexes"> & { readonly indexes: readonly Index[] };
interface Saved {
  /** Absent in folders of before there were numbers. */
  readonly format?: number;
  readonly unfinished?: boolean;
  readonly nextTable: number;
  readonly nextIndex: number;
  readonly tables: readonly SavedTable[];
}

/** Raised whenever rows come to mean something else. */
const FORMAT = 1;

/** Convex's own tables stand below; ids of theirs are told apart at a glance. */
const FIRST_TABLE_NUMBER = 10_001;
/** As on Convex, so that neither's exports get in the way of the other's tables. */
const SYSTEM_TABLE_NUMBERS: Readonly<Record<string, number>> = {
  _scheduled_functions: 539,
  _storage: 540,
};

export const BY_ID = "by_id";
export const BY_CREATION = "by_creation_time";

function serializeDefinition(index: IndexDefinition): string {
  switch (index.kind) {
    case "db":
      return JSON.stringify(index.fields);
    case "search":
      return JSON.stringify([index.searchField, [...index.filterFields].sort()]);
    case "vector":
      // Its rows hold the filter fields in their order.
      return JSON.stringify([index.vectorField, index.dimensions, index.filterFields]);
    default:
      index satisfies never;
      return "";
  }
}

export function sameIndex(existing: Index, definition: IndexDefinition): boolean {
  return (
    existing.kind === definition.kind &&
    serializeDefinition(existing) === serializeDefinition(definition)
  );
}

export function byId(table: Table): Index {
  const index = table.indexes.get(BY_ID);
  if (index === undefined) throw new Error(`Table ${table.name} has lost its index by id.`);
  return index;
}

/**
 * @param name as queries say it, "table.index".
 * @throws Error when there is none, or when it is staged.
 */
export function requireIndex(
  catalog: Catalog,
  component: ComponentPath,
  name: string,
): { readonly table: Table; readonly index: Index } {
  const [tableName = "", indexName = ""] = name.split(".");
  // Convex's own tables are there before their first row.
  const isSystem = Object.hasOwn(SYSTEM_TABLE_NUMBERS, tableName);
  const table = isSystem
    ? catalog.findOrCreate(component, tableName)
    : catalog.find(component, tableName);
  const index = table?.indexes.get(indexName);
  if (table === undefined || index === undefined) throw new Error(`Index ${name} not found.`);
  if (index.isStaged === true) {
    throw new Error(
      `Index ${name} is currently staged and not available to query until it is enabled.`,
    );
  }
  return { table, index };
}

export class Catalog {
  /** True while memory holds what the disk does not. */
  dirty = false;
  /** True while rows may exist of indexes that are in no catalog: an import fills tables before they are visible. */
  unfinished = false;
  #nextTable = FIRST_TABLE_NUMBER;
  #nextIndex = 1;
  readonly #byName = new Map<string, Table>();
  readonly #byNumber = new Map<string, Table>();

  /** @throws StartupError when the bytes are of another version. */
  static decode(bytes: Uint8Array | undefined): Catalog {
    const catalog = new Catalog();
    if (bytes === undefined) return catalog;
    const saved = JSON.parse(Buffer.from(bytes).toString()) as Saved;
    if (saved.format !== FORMAT) {
      throw new StartupError(
        "This data folder has the format of another version: run `npx convex export` with that version, and `npx convex import --replace-all` with this one on a new folder.",
      );
    }
    catalog.#nextTable = saved.nextTable;
    catalog.#nextIndex = saved.nextIndex;
    catalog.unfinished = saved.unfinished ?? false;
    for (const table of saved.tables) {
      catalog.#keep({
        ...table,
        indexes: new Map(table.indexes.map((index) => [index.name, index])),
      });
    }
    return catalog;
  }

  /** Another one to change; snapshots that are out keep this one. */
  clone(): Catalog {
    return Catalog.decode(this.encode());
  }

  encode(): Uint8Array {
    const tables = this.tables().map((table) => ({
      ...table,
      indexes: [...table.indexes.values()],
    }));
    const saved: Saved = {
      format: FORMAT,
      nextTable: this.#nextTable,
      nextIndex: this.#nextIndex,
      tables,
      ...(this.unfinished && { unfinished: true }),
    };
    return Buffer.from(JSON.stringify(saved));
  }

  tables(): Table[] {
    return [...this.#byName.values()];
  }

  find(component: ComponentPath, name: string): Table | undefined {
    return this.#byName.get(`${component}/${name}`);
  }

  /** The table of this number, if it is one of this component's. */
  numbered(component: ComponentPath, number: number): Table | undefined {
    return this.#byNumber.get(`${component}/${number}`);
  }

  findOrCreate(component: ComponentPath, name: string): Table {
    return this.find(component, name) ?? this.create(component, name);
  }

  /**
   * @param number one that no table of this component has; absent: a new one.
   * @throws Error for a name that no table may have, and beyond Convex's limit.
   */
  create(
    component: ComponentPath,
    name: string,
    number = this.#freshNumber(component, name),
  ): Table {
    requireTableName(name);
    if (this.#byNumber.size >= TABLES_MAX)
      throw new Error(`Number of tables cannot exceed ${TABLES_MAX}.`);
    const table: Table = { component, name, number, indexes: new Map() };
    this.#nextTable = Math.max(this.#nextTable, number + 1);
    this.#keep(table);
    this.addIndex(table, { kind: "db", name: BY_ID, fields: [] });
    this.addIndex(table, { kind: "db", name: BY_CREATION, fields: [] });
    return table;
  }

  /** Its rows are the caller's business. */
  remove({ component, name, number }: Table): void {
    this.#byName.delete(`${component}/${name}`);
    this.#byNumber.delete(`${component}/${number}`);
    this.dirty = true;
  }

  addIndex(table: Table, definition: IndexDefinition): Index {
    const address = `${table.component}/${table.number}/${definition.name}`;
    const index: Index = { ...definition, number: this.#nextIndex, address };
    this.#nextIndex += 1;
    table.indexes.set(index.name, index);
    this.dirty = true;
    return index;
  }

  removeIndex(table: Table, name: string): void {
    table.indexes.delete(name);
    this.dirty = true;
  }

  /** Its rows are the same either way. */
  stage(table: Table, index: Index, isStaged: boolean): void {
    if ((index.isStaged ?? false) === isStaged) return;
    table.indexes.set(index.name, { ...index, isStaged });
    this.dirty = true;
  }

  enforce(table: Table, documentType: JSONValue | undefined): void {
    if (JSON.stringify(table.documentType) === JSON.stringify(documentType)) return;
    if (documentType === undefined) delete table.documentType;
    else table.documentType = documentType;
    this.dirty = true;
  }

  /** Takes in a table of another catalog, whose numbers are kept free by `reserve`. */
  adopt(table: Table): void {
    this.#keep(table);
  }

  /** Gives none of the numbers that another catalog, made of this one, has given. */
  reserve(other: Catalog): void {
    this.#nextTable = Math.max(this.#nextTable, other.#nextTable);
    this.#nextIndex = Math.max(this.#nextIndex, other.#nextIndex);
    this.setUnfinished(true);
  }

  setUnfinished(unfinished: boolean): void {
    this.unfinished = unfinished;
    this.dirty = true;
  }

  #freshNumber(component: ComponentPath, name: string): number {
    const usual = SYSTEM_TABLE_NUMBERS[name];
    return usual === undefined || this.numbered(component, usual) ? this.#nextTable : usual;
  }

  #keep(table: Table): void {
    this.#byName.set(`${table.component}/${table.name}`, table);
    this.#byNumber.set(`${table.component}/${table.number}`, table);
    this.dirty = true;
  }
}
