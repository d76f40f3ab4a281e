/** Compares full-text search with a scan of all documents, in results, order and invalidation, and measures its latency. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { JSONValue } from "convex/values";
import type { Commit, Database, ReadSet, Tables } from "../contracts";
import { openDatabase } from "../database/database";
import { INDEX_KINDS } from "../extras/indexKinds";
import { compareBytes } from "../store/bytes";
import { openLmdbStore } from "../store/lmdb";
import { type SearchQuery, NaiveSearch, type Text, Writer, isFound } from "./catalogue";
import { least, none } from "../testkit/findings";
import { type Attempt, type Finding, type Proof, percentile } from "../testkit/proof";

const SIZES = {
  short: { documents: 10_000, comparisons: 120, changes: 150, timed: 100 },
  long: { documents: 100_000, comparisons: 200, changes: 400, timed: 400 },
} as const;
/** Convex's limit of the results of a search. */
const RESULTS_MAX = 1_024;
const P95_MS_MAX = 5;
/** The rows of a list on a screen. */
const SHOWN = 20;
/** Searches before the measurement, because the first ones include compilation. */
const WARM_UP = 100;
const BATCH = 1_000;
/** The share of documents that is inserted before the index exists. */
const BACKFILLED_SHARE = 0.7;

const SCHEMA: JSONValue = {
  schemaValidation: false,
  tables: [
    {
      tableName: "texts",
      indexes: [],
      searchIndexes: [
        { indexDescriptor: "by_text", searchField: "text", filterFields: ["kind", "shelf"] },
      ],
      documentType: { type: "any" },
    },
  ],
};

function queryOf({ text, kind }: SearchQuery, limit?: number): JSONValue {
  const filters: JSONValue[] = [{ type: "Search", fieldPath: "text", value: text }];
  if (kind !== undefined) filters.push({ type: "Eq", fieldPath: "kind", value: kind });
  return {
    source: { type: "Search", indexName: "texts.by_text", filters },
    operators: limit === undefined ? [] : [{ limit }],
  };
}

/** The database under test, with the same texts in a plain map. */
class Collection {
  readonly texts = new Map<string, Text>();
  readonly writer: Writer;
  readonly #database: Database;
  #created = 0;

  constructor(database: Database, seed: number) {
    this.#database = database;
    this.writer = new Writer(seed);
  }

  async fill(documents: number): Promise<void> {
    const before = Math.floor(documents * BACKFILLED_SHARE);
    while (this.texts.size < before)
      await this.change((tables) => this.#insertMany(tables, before));
    await this.#database.applySchemas(new Map([["", SCHEMA]]));
    while (this.texts.size < documents)
      await this.change((tables) => this.#insertMany(tables, documents));
  }

  #insertMany(tables: Tables, upTo: number): void {
    for (let at = 0; at < BATCH && this.texts.size < upTo; at += 1) this.insert(tables);
  }

  insert(tables: Tables): void {
    const text = this.writer.text();
    const row = { text: text.words.join(" "), kind: text.kind, shelf: this.writer.upTo(1_000) };
    this.texts.set(tables.insert("texts", row), { ...text, created: (this.#created += 1) });
  }

  rewrite(tables: Tables, id: string): void {
    const old = this.texts.get(id);
    if (old === undefined) return;
    const text = this.writer.upTo(2) === 0 ? old : this.writer.text();
    const kind = this.writer.kind();
    tables.patch("texts", id, { text: text.words.join(" "), kind });
    this.texts.set(id, { words: text.words, kind, created: old.created });
  }

  remove(tables: Tables, id: string): void {
    tables.remove("texts", id);
    this.texts.delete(id);
  }

  async change(work: (tables: Tables) => void): Promise<void> {
    const transaction = this.#database.begin();
    work(transaction.tables(""));
    await this.#database.commit(transaction).durable;
  }

  anyId(): string {
    return [...this.texts.keys()][this.writer.upTo(this.texts.size)] ?? "";
  }

  found(query: SearchQuery, limit?: number): { ids: string[]; readSet: ReadSet } {
    const snapshot = this.#database.pin();
    try {
      const transaction = this.#database.beginAt(snapshot);
      const rows = transaction.system("").stream(queryOf(query, limit));
      const ids = Array.from(
        { [Symbol.iterator]: () => rows },
        ({ document }) => document["_id"] as string,
      );
      return { ids, readSet: transaction.readSet };
    } finally {
      snapshot.release();
    }
  }

  /** Runs one change and returns its commit. */
  async commitOf(work: (tables: Tables) => void): Promise<Commit | undefined> {
    let last: Commit | undefined;
    const stop = this.#database.onCommit((commit) => (last = commit));
    await this.change(work);
    stop();
    return last;
  }
}

const KINDS_OF_QUERY: Readonly<Record<string, (writer: Writer) => SearchQuery>> = {
  "two words": (writer) => ({ text: `${someWord(writer, 10)} ${someWord(writer, 10)}` }),
  "two words in a filter": (writer) => ({
    text: `${someWord(writer, 10)} ${someWord(writer, 10)}`,
    kind: writer.kind(),
  }),
  "two of the commonest words": (writer) => ({ text: commonWords(writer) }),
  "two of the commonest words in a filter": (writer) => ({
    text: commonWords(writer),
    kind: writer.kind(),
  }),
  "a prefix of 2 to 4 letters": (writer) => ({ text: prefix(writer) }),
  "a word and a prefix, in a filter": (writer) => ({
    text: `${someWord(writer, 0)} ${prefix(writer)}`,
    kind: writer.kind(),
  }),
};

/** Returns a word by its frequency in texts, except for the `tooCommon` most frequent ones. */
function someWord(writer: Writer, tooCommon: number): string {
  for (;;) {
    const word = writer.word();
    if (writer.words.indexOf(word) >= tooCommon) return word;
  }
}

function commonWords(writer: Writer): string {
  return `${writer.words[writer.upTo(3)] ?? ""} ${writer.words[writer.upTo(3)] ?? ""}`;
}

function prefix(writer: Writer): string {
  return writer.word().slice(0, 2 + writer.upTo(3));
}

function anyQuery(writer: Writer): SearchQuery {
  const kinds = Object.values(KINDS_OF_QUERY);
  return kinds[writer.upTo(kinds.length)]?.(writer) ?? { text: "" };
}

/** Compares all results, up to Convex's limit. */
function compared(collection: Collection, comparisons: number): Finding[] {
  const naive = new NaiveSearch(collection.texts);
  const different: string[] = [];
  let results = 0;
  for (let at = 0; at < comparisons; at += 1) {
    const query = anyQuery(collection.writer);
    const expected = naive.found(query).slice(0, RESULTS_MAX - 1);
    const { ids } = collection.found(query, RESULTS_MAX - 1);
    results += ids.length;
    if (ids.join() !== expected.join()) different.push(JSON.stringify(query));
  }
  const documents = collection.texts.size.toLocaleString("en");
  return [
    none(
      `searches with another result or order than a scan of all ${documents} documents`,
      different,
      comparisons,
    ),
    least("results compared", results),
  ];
}

function touches({ ranges }: ReadSet, { writes }: Commit): boolean {
  return writes.some(({ index, key }) =>
    ranges.some(
      (range) =>
        range.index === index &&
        compareBytes(key, range.from) >= 0 &&
        (range.to === undefined || compareBytes(key, range.to) < 0),
    ),
  );
}

/** Changes a document after each search, which must be invalidated exactly when the document matches. */
async function invalidations(collection: Collection, changes: number): Promise<Finding[]> {
  const [missed, spurious]: [string[], string[]] = [[], []];
  let matching = 0;
  for (let at = 0; at < changes; at += 1) {
    const id = collection.anyId();
    const before = collection.texts.get(id);
    const query = at % 2 === 0 ? anyQuery(collection.writer) : about(before, collection.writer);
    const { readSet } = collection.found(query, 1);
    const doing = collection.writer.upTo(3);
    const commit = await collection.commitOf((tables) => {
      if (doing === 0) collection.insert(tables);
      else if (doing === 1) collection.rewrite(tables, id);
      else collection.remove(tables, id);
    });
    const after = doing === 0 ? [...collection.texts.values()].at(-1) : collection.texts.get(id);
    const versions = doing === 0 ? [after] : [before, after];
    const isMatch = versions.some((text) => text !== undefined && isFound(text, query));
    const isInvalidated = commit !== undefined && touches(readSet, commit);
    matching += isMatch ? 1 : 0;
    if (isMatch !== isInvalidated) (isMatch ? missed : spurious).push(JSON.stringify(query));
  }
  return [
    none("searches not invalidated by a change to a matching document", missed, matching),
    none("searches invalidated by a change to another document", spurious, changes - matching),
  ];
}

function about(text: Text | undefined, writer: Writer): SearchQuery {
  const word = text?.words[writer.upTo(text.words.length)] ?? "";
  return { text: word, ...(text !== undefined && { kind: text.kind }) };
}

function timed(collection: Collection, times: number): Finding[] {
  for (let at = 0; at < WARM_UP; at += 1) collection.found(anyQuery(collection.writer), SHOWN);
  return Object.entries(KINDS_OF_QUERY).map(([name, ask]) => {
    const took = Array.from({ length: times }, () => {
      const query = ask(collection.writer);
      const start = performance.now();
      collection.found(query, SHOWN);
      return performance.now() - start;
    });
    const p95 = percentile(took, 0.95);
    return {
      what: `the best ${SHOWN} for ${name}, among ${collection.texts.size.toLocaleString("en")}`,
      figure: `p50 ${percentile(took, 0.5).toFixed(2)} ms, p95 ${p95.toFixed(2)} ms (${times} searches)`,
      target: `p95 ${P95_MS_MAX} ms`,
      holds: p95 <= P95_MS_MAX,
      isTime: true,
    };
  });
}

async function run({ form, seed, say }: Attempt): Promise<readonly Finding[]> {
  const size = SIZES[form];
  const folder = mkdtempSync(path.join(tmpdir(), "search-"));
  const database = await openDatabase(openLmdbStore(folder), { indexKinds: INDEX_KINDS });
  try {
    const collection = new Collection(database, seed);
    const start = performance.now();
    await collection.fill(size.documents);
    say(`${size.documents} documents inserted in ${Math.round(performance.now() - start)} ms`);
    const times = timed(collection, size.timed);
    const changes = await invalidations(collection, size.changes);
    return [...compared(collection, size.comparisons), ...changes, ...times];
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const search: Proof = {
  name: "search",
  isTimed: true,
  title:
    "[SEARCH1] [SEARCH4] full-text search ranks like a scan of all documents, is invalidated by matching changes alone, and is fast",
  run,
};
