/** One import, from its file to the commit that holds all of it. */
import type {
  ComponentPath,
  Database,
  StoredDocument,
  TableChanges,
  TableFacts,
  Transaction,
} from "../../contracts";
import { decodeId } from "../../database/ids";
import { tableFacts } from "../../database/tableChanges";
import { BACKEND } from "../../functions/backendTables";
import type { BroughtFile, FileImports } from "../../functions/files";
import type { ImportSource, ParsedImport } from "./importFile";
import { parseImport, STORAGE } from "./importFile";
import type { ImportMode, ImportPlan, ImportSummary, ImportedTable } from "./importPlan";
import { planImport, summarize } from "./importPlan";

export interface ImportRunServices {
  readonly database: Database;
  readonly files: FileImports;
  /** Returns the paths of the mounted components, without the app. */
  readonly componentPaths: () => readonly ComponentPath[];
  /** While no mutation is under way. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface ImportRequest extends ImportSource {
  readonly mode: ImportMode;
}

interface Stored {
  readonly component: ComponentPath;
  readonly id: string;
  readonly file: BroughtFile;
  readonly document: StoredDocument;
}

/** The time for which rows are read before other work on the event loop continues. */
const SLICE_MS = 10;

/** Lets other work on the event loop continue whenever a slice is used up. */
async function* inSlices<T>(rows: Iterable<T>, stopping: AbortSignal): AsyncGenerator<T> {
  let startedAt = performance.now();
  for (const row of rows) {
    yield row;
    if (performance.now() - startedAt < SLICE_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    stopping.throwIfAborted();
    startedAt = performance.now();
  }
}

/** The number that the first id says. */
function numberIn(document: StoredDocument): number | undefined {
  const id = document["_id"];
  return typeof id === "string" ? decodeId(id)?.tableNumber : undefined;
}

/** Every table that is meant once, with what its rows and `_tables` say of it. @throws Error when a row is no document. */
async function tablesToImport(
  { numbers, tables }: ParsedImport,
  stopping: AbortSignal,
): Promise<ImportedTable[]> {
  const imported: ImportedTable[] = numbers.map((table) => ({ ...table, rows: 0 }));
  const twice = numbers.find(({ component, name }, at) =>
    numbers.slice(0, at).some((other) => other.component === component && other.name === name),
  );
  if (twice !== undefined) throw new Error(`_tables names table "${twice.name}" twice.`);
  for (const table of tables) {
    let [rows, number]: [number, number | undefined] = [0, undefined];
    for await (const document of inSlices(await table.rows(), stopping)) {
      if (rows === 0) number = numberIn(document);
      rows += 1;
    }
    const at = imported.findIndex(
      ({ component, name }) => component === table.component && name === table.name,
    );
    const sameTable = imported[at];
    if (sameTable === undefined)
      imported.push({ component: table.component, name: table.name, number, rows });
    else imported[at] = { ...sameTable, rows: sameTable.rows + rows };
  }
  return imported;
}

export class ImportRun {
  readonly #services: ImportRunServices;
  readonly #request: ImportRequest;
  readonly #stopping: AbortSignal;

  /** @param stopping ends what is under way, with its reason. */
  constructor(services: ImportRunServices, request: ImportRequest, stopping: AbortSignal) {
    this.#services = services;
    this.#request = request;
    this.#stopping = stopping;
  }

  /** @throws Error in words for people when it can't be imported as it is. */
  async summary(): Promise<ImportSummary> {
    const existing = this.#existing();
    const imported = await tablesToImport(await this.#parse(existing), this.#stopping);
    return summarize(this.#request.mode, imported, existing);
  }

  /**
   * @param alongside is done in the same commit, and is told how many documents were written.
   * @returns how many documents there are now of it, files not counted.
   * @throws Error in words for people, with nothing changed.
   */
  async perform(alongside: (transaction: Transaction, written: number) => void): Promise<number> {
    const { database, files, alone } = this.#services;
    const existing = this.#existing();
    const parsed = await this.#parse(existing);
    const plan = planImport(
      this.#request.mode,
      await tablesToImport(parsed, this.#stopping),
      existing,
    );
    const stored: Stored[] = [];
    const changes = database.changeTables();
    try {
      await this.#bringFiles(parsed, stored);
      const written = await this.#fill(plan, parsed, stored, changes);
      const leaving = await alone(() =>
        changes.commit((transaction) => {
          alongside(transaction, written);
          return this.#placeFiles(plan, stored, transaction);
        }),
      );
      for (const uuid of leaving) files.discard(uuid);
      return written;
    } catch (error) {
      for (const { file } of stored) if (file.isNew) files.discard(file.uuid);
      throw error;
    } finally {
      await changes.clear();
    }
  }

  async #parse(existing: readonly TableFacts[]): Promise<ParsedImport> {
    const { component, table } = this.#request;
    const facts = existing.find((each) => each.component === component && each.name === table);
    const parsed = await parseImport(this.#request, facts?.documentType);
    const mountedPaths = new Set(["", ...this.#services.componentPaths()]);
    const places = [this.#request, ...parsed.tables, ...parsed.numbers, ...parsed.files];
    const unknown = places.find((each) => !mountedPaths.has(each.component));
    if (unknown === undefined) return parsed;
    throw new Error(
      `There is no component "${unknown.component}" here: mount it in convex.config.ts before its tables are imported.`,
    );
  }

  #existing(): TableFacts[] {
    const { database } = this.#services;
    const snapshot = database.pin();
    try {
      return tableFacts(database.beginAt(snapshot), BACKEND);
    } finally {
      snapshot.release();
    }
  }

  /** @returns how many documents there were. */
  async #fill(
    { drop, create }: ImportPlan,
    { tables }: ParsedImport,
    stored: readonly Stored[],
    changes: TableChanges,
  ): Promise<number> {
    const onlyEmpty = this.#request.mode === "requireEmpty";
    for (const { component, name } of drop) changes.drop(component, name, onlyEmpty);
    for (const { component, name, number } of create) changes.create(component, name, number);
    let written = 0;
    for (const table of tables.filter(({ name }) => name !== STORAGE)) {
      for await (const document of inSlices(await table.rows(), this.#stopping)) {
        await changes.insert(table.component, table.name, document);
        written += 1;
      }
    }
    for (const { component, document } of stored)
      await changes.insert(component, STORAGE, document);
    await changes.fill();
    return written;
  }

  /** @returns the bytes that are nobody's after this. */
  #placeFiles({ drop }: ImportPlan, stored: readonly Stored[], transaction: Transaction): string[] {
    const { files } = this.#services;
    for (const { file } of stored) files.requireThere(transaction, file);
    const leaving = drop
      .filter(({ name }) => name === STORAGE)
      .flatMap(({ component }) => files.forget(transaction, component));
    for (const { component, id, file } of stored)
      files.adopt(transaction, component, id, file.uuid);
    const staying = new Set(stored.map(({ file }) => file.uuid));
    return leaving.filter((uuid) => !staying.has(uuid));
  }

  /** Bytes first, so that no row ever names some that are not there. Fills `stored` as it goes. */
  async #bringFiles({ tables, files }: ParsedImport, stored: Stored[]): Promise<void> {
    const entries = new Map<string, StoredDocument>();
    const storageOf = new Set<ComponentPath>();
    for (const table of tables.filter(({ name }) => name === STORAGE)) {
      storageOf.add(table.component);
      for (const entry of await table.rows())
        if (typeof entry["_id"] === "string")
          entries.set(`${table.component}/${entry["_id"]}`, entry);
    }
    const { mode } = this.#request;
    const replaces = mode === "replace" || mode === "replaceAll";
    for (const imported of files.filter(({ component }) => storageOf.has(component))) {
      const { component, id } = imported;
      const { internalId, sha256, contentType, _creationTime } =
        entries.get(`${component}/${id}`) ?? {};
      const uuid = typeof internalId === "string" ? internalId : undefined;
      const bytes = await imported.bytes();
      const file = await this.#services.files.bring(component, bytes, { uuid, replaces });
      const document: StoredDocument = {
        _id: id,
        sha256: file.sha256,
        size: file.size,
        ...(typeof contentType === "string" && { contentType }),
        ...(_creationTime !== undefined && { _creationTime }),
      };
      stored.push({ component, id, file, document });
      if (typeof sha256 === "string" && sha256 !== file.sha256)
        throw new Error(
          `The file ${id} is not the one that _storage describes: its SHA-256 differs.`,
        );
    }
  }
}
