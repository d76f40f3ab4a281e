/** Parses an uploaded file into tables with their rows, and stored files with their bytes. */
import type { JSONValue } from "convex/values";
import type { ComponentPath, StoredDocument } from "../../contracts";
import { decodeId } from "../../database/ids";
import { requireTableName } from "../../database/schemaLimits";
import { fromCleanJson } from "./cleanJson";
import { fromArray, fromCsv, fromLines, fromPlainJson } from "./importRows";
import type { ReadValue } from "./importRows";
import type { ArchiveEntry } from "./unzip";
import { entriesOf } from "./unzip";

export const FORMATS = ["csv", "jsonLines", "jsonArray", "zip"] as const;

export interface ImportSource {
  readonly format: (typeof FORMATS)[number];
  /** The component that the file's own tables belong to; an archive's components are below it. */
  readonly component: ComponentPath;
  /** Null for archives, which name theirs. */
  readonly table: string | null;
  readonly bytes: Buffer;
}

interface ImportedTable {
  readonly component: ComponentPath;
  readonly name: string;
  /** @throws Error that names the row, when one is no document. */
  rows(): Promise<Iterable<StoredDocument>>;
}

interface ImportedFile {
  readonly component: ComponentPath;
  readonly id: string;
  bytes(): Promise<Buffer>;
}

export interface ParsedImport {
  /** The numbers that ids begin with, from `_tables`. */
  readonly numbers: readonly {
    readonly component: ComponentPath;
    readonly name: string;
    readonly number: number;
  }[];
  readonly tables: readonly ImportedTable[];
  readonly files: readonly ImportedFile[];
}

export const STORAGE = "_storage";
const TABLES = "_tables";
/** Larger than any that one of Convex's ids can say here. */
const TABLE_NUMBERS_END = 2 ** 28;

/** A folder before these is nobody's business: archives are often packed with one around them. */
const DOCUMENTS = /^(.*\/)?([^/]+)\/documents\.jsonl$/;
const GENERATED_SCHEMA = /^(.*\/)?([^/]+)\/generated_schema\.jsonl$/;
const STORED_FILE = /^(.*\/)?_storage\/([^/.]+)(?:\.[^/]+)?$/;
const COMPONENT = /^(.*\/)?_components\/([^/]+)\/$/;

/** The type names that older exports use for values whose JSON is ambiguous. */
const AMBIGUOUS_SHAPES = /\b(int64|bytes|float64|nan|inf)\b/i;

/** @throws Error for a name that no table of a project may have. */
export function requireOwnTableName(name: string): void {
  if (name.startsWith("_"))
    throw new Error(
      `"${name}" can't be the name of a table: those that begin with an underscore are the system's.`,
    );
  requireTableName(name);
}

/** @throws Error naming the table that it happened in. */
function* named(rows: Iterable<StoredDocument>, table: string): Generator<StoredDocument> {
  try {
    yield* rows;
  } catch (error) {
    throw new Error(
      `In table "${table}": ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}

function toComponentPath(folder: string, base: ComponentPath): ComponentPath {
  const names: string[] = [];
  for (let match = COMPONENT.exec(folder); match !== null; match = COMPONENT.exec(match[1] ?? ""))
    names.unshift(match[2] ?? "");
  return [...(base === "" ? [] : [base]), ...names].join("/");
}

/** Returns the encoding of a table's values, from its `generated_schema.jsonl`. */
async function chooseValueReader(schema: ArchiveEntry | undefined): Promise<ReadValue> {
  if (schema === undefined) return fromPlainJson;
  const [first = "", ...overrides] = (await schema.read()).toString().trim().split("\n");
  const shape = JSON.parse(first) as unknown;
  if (shape === "uniform") return fromCleanJson;
  const isPlain =
    overrides.length === 0 && !AMBIGUOUS_SHAPES.test(String(shape).replace(/"[^"]*"\??:/g, ""));
  if (isPlain) return fromPlainJson;
  throw new Error(
    `${schema.name} is of an older kind of export, whose integers and bytes can't be told from texts: export once more from Convex.`,
  );
}

interface Placed {
  readonly component: ComponentPath;
  readonly name: string;
  readonly entry: ArchiveEntry;
}

function placedBy(
  pattern: RegExp,
  entries: readonly ArchiveEntry[],
  base: ComponentPath,
): Placed[] {
  return entries.flatMap((entry) => {
    const [, folder = "", name] = pattern.exec(entry.name) ?? [];
    return name === undefined ? [] : [{ component: toComponentPath(folder, base), name, entry }];
  });
}

async function numbersIn({ component, entry }: Placed): Promise<ParsedImport["numbers"]> {
  const rows = fromLines(await entry.read(), fromPlainJson);
  return [...named(rows, TABLES)].map(({ name, id }) => {
    if (typeof name !== "string" || typeof id !== "number")
      throw new Error(`A row of ${entry.name} is not a table's name and id.`);
    requireOwnTableName(name);
    if (!Number.isInteger(id) || id < 1 || id >= TABLE_NUMBERS_END)
      throw new Error(`Table "${name}" can't have the id ${id}.`);
    return { component, name, number: id };
  });
}

async function parseArchive({ bytes, component: base }: ImportSource): Promise<ParsedImport> {
  const entries = await entriesOf(bytes);
  const documents = placedBy(DOCUMENTS, entries, base);
  const schemas = placedBy(GENERATED_SCHEMA, entries, base);
  const numbers = [];
  for (const each of documents.filter(({ name }) => name === TABLES))
    numbers.push(...(await numbersIn(each)));
  const tables: ImportedTable[] = [];
  // Other system tables are a deployment's own.
  for (const { component, name, entry } of documents) {
    if (name.startsWith("_") && name !== STORAGE) continue;
    if (name !== STORAGE) requireOwnTableName(name);
    const own = schemas.find((each) => each.component === component && each.name === name);
    const values = await chooseValueReader(own?.entry);
    const rows = async () => named(fromLines(await entry.read(), values), name);
    tables.push({ component, name, rows });
  }
  const files = placedBy(STORED_FILE, entries, base)
    .filter(({ name }) => name !== "documents")
    .map(({ component, name: id, entry }) => {
      if (decodeId(id) === undefined) throw new Error(`${entry.name} is not named by a file's id.`);
      return { component, id, bytes: () => entry.read() };
    });
  return { numbers, tables, files };
}

/** Fields that a document may lack, by the validator of its table. */
function optionalFields(validator: JSONValue | undefined): Set<string> {
  const { type, value } = (validator ?? {}) as { type?: string; value?: JSONValue };
  if (type === "union" && Array.isArray(value))
    return new Set(value.flatMap((option) => [...optionalFields(option)]));
  if (type !== "object") return new Set();
  const fields = Object.entries(value as Record<string, { optional: boolean }>);
  return new Set(fields.filter(([, { optional }]) => optional).map(([name]) => name));
}

/**
 * Looks at the outside of everything; rows are read when they are asked for.
 * @param validator of the one table, if it is to be one.
 */
export async function parseImport(
  source: ImportSource,
  validator: JSONValue | undefined,
): Promise<ParsedImport> {
  const { format, component, table, bytes } = source;
  if (table === null) return parseArchive(source);
  const readRows = (): Iterable<StoredDocument> => {
    if (format === "csv") return fromCsv(bytes, optionalFields(validator));
    return format === "jsonArray" ? fromArray(bytes) : fromLines(bytes, fromPlainJson);
  };
  const rows = () => Promise.resolve(named(readRows(), table));
  return { numbers: [], tables: [{ component, name: table, rows }], files: [] };
}
