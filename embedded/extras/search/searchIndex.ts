/**
 * The rows of a search index. Each document of the table has a number in it, given in the order of creation; each word, and
 * each value of a filter field, has a list of the numbers of its documents (see postings.ts). Beside them are the number of
 * texts and of words in all, and the maps between ids and numbers.
 *
 * None of these rows is what queries depend on: a number says nothing to a
 * commit. A commit touches a key for each word of a text, and one for each word
 * under each of its filter values, and a search reads those. How many texts and words there are in all moves the
 * scores a little with every commit, and wakes nobody, as with Convex: the order of an answer is that of its moment.
 */
import { createHash } from "node:crypto";
import type { Value } from "convex/values";
import type { StoredDocument } from "../../contracts";
import type { SearchIndex } from "../../database/catalog";
import { fieldAt } from "../../database/documents";
import { getId, storeKey } from "../../database/indexKeys";
import { encodeValues } from "../../database/keys";
import { COUNT_MAX, type Posting, PostingLists } from "./postings";
import type { TransactionRows } from "../../database/rows";
import { tokenize } from "./tokens";

/** Statistics of the texts in an index, for ranking. */
export interface Statistics {
  /** Documents that have a text. */
  readonly texts: number;
  /** Words of all texts. */
  readonly words: number;
  /** The number that the next new document gets. */
  readonly next: number;
}

/**
 * Different words of one text. Convex has no such limit, but it fills its indexes after the commit; here every word is a row to be
 * written while everybody waits. The longest books have fewer.
 */
export const WORDS_MAX = 32_768;
/** The most bytes of a list's name; longer names are hashed. */
const LIST_NAME_MAX = 500;
const NUMBER_OF_ID = 1;
const ID_OF_NUMBER = 2;
const STATISTICS = encodeValues([3]);
const NOTHING: Statistics = { texts: 0, words: 0, next: 0 };
/** The posting of a filter's list, which says nothing of how often or how long. */
const MEMBER: Posting = { frequency: 1, length: 0 };

/** The list of a word; the words that begin so follow each other. */
export function wordList(word: string): Uint8Array {
  return encodeValues([word]);
}

/** The list of all documents that have a value in a filter field. */
export function filterList(field: string, value: Value | undefined): Uint8Array {
  const key = filterKey(field, value);
  if (key.length <= LIST_NAME_MAX) return key;
  return encodeValues([false, createHash("sha256").update(key).digest("hex")]);
}

/** Returns the prefix of a word's key for searches that require a value of a filter field. */
export function filterKey(field: string, value: Value | undefined): Uint8Array {
  return encodeValues([null, field, value]);
}

/** A document's entries in the index: its lists, and the keys that searches depend on. Names are bytes as latin-1. */
interface Standing {
  readonly lists: ReadonlyMap<string, Posting>;
  readonly keys: ReadonlySet<string>;
  /** Words of the text; undefined without a text. */
  readonly length: number | undefined;
}

const NOWHERE: Standing = { lists: new Map(), keys: new Set(), length: undefined };

function toName(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

function fromName(name: string): Uint8Array {
  return Buffer.from(name, "latin1");
}

function toStanding(index: SearchIndex, document: StoredDocument | null): Standing {
  const text = document === null ? undefined : fieldAt(document, index.searchField);
  if (document === null || typeof text !== "string") return NOWHERE;
  const words = tokenize(text);
  const frequencies = new Map<string, number>();
  for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  const length = Math.min(words.length, COUNT_MAX);
  const lists = new Map<string, Posting>();
  const keys = new Set<string>();
  const filters = index.filterFields.map((field) => [field, fieldAt(document, field)] as const);
  for (const [field, value] of filters) lists.set(toName(filterList(field, value)), MEMBER);
  const inFilters = filters.map(([field, value]) => toName(filterKey(field, value)));
  for (const [word, count] of frequencies) {
    const list = toName(wordList(word));
    lists.set(list, { frequency: Math.min(count, COUNT_MAX), length });
    keys.add(list);
    for (const filter of inFilters) keys.add(filter + list);
  }
  return { lists, keys, length };
}

function getIndexedText(index: SearchIndex, document: StoredDocument | null): string {
  const text = document === null ? undefined : fieldAt(document, index.searchField);
  return typeof text === "string" ? text : "";
}

function hasTooManyWords(text: string): boolean {
  // Every word but the last is followed by something else.
  return text.length >= 2 * WORDS_MAX && new Set(tokenize(text)).size > WORDS_MAX;
}

/** @throws Error for a new text with more than {@link WORDS_MAX}. One from before an index or this limit may stay. */
export function requireFewWords(
  index: SearchIndex,
  before: StoredDocument | null,
  after: StoredDocument | null,
): void {
  const text = getIndexedText(index, after);
  if (text === getIndexedText(index, before) || !hasTooManyWords(text)) return;
  throw new Error(
    `The text in "${index.searchField}" has too many different words for the search index "${index.name}" (limit: ${WORDS_MAX})`,
  );
}

/** Brings the index up to date with one document that was written; null means that there is none. */
export function updateSearchIndex(
  transaction: TransactionRows,
  index: SearchIndex,
  before: StoredDocument | null,
  after: StoredDocument | null,
): void {
  const document = after ?? before;
  if (document === null) return;
  const old = toStanding(index, before);
  const now = toStanding(index, after);
  for (const key of new Set([...old.keys, ...now.keys]))
    transaction.touch({ index, key: fromName(key) });
  const rows = new SearchRows(transaction, index);
  const number =
    before === null ? rows.giveNumber(getId(document)) : rows.getNumber(getId(document));
  if (number === undefined)
    throw new Error(`${getId(document)} has no number in ${index.address}.`);
  const lists = new PostingLists(transaction, index);
  for (const list of old.lists.keys()) {
    if (!now.lists.has(list)) lists.remove(fromName(list), number);
  }
  for (const [list, posting] of now.lists) {
    const was = old.lists.get(list);
    const isSame = was?.frequency === posting.frequency && was.length === posting.length;
    if (isSame) continue;
    if (before === null) lists.putLast(fromName(list), number, posting);
    else lists.put(fromName(list), number, posting);
  }
  if (old.length !== now.length) rows.count(now.length, old.length);
  if (after === null) rows.forget(getId(document), number);
}

/** Fills a new index, or goes on with it. The documents come in the order of their creation. */
export function buildSearchIndex(
  transaction: TransactionRows,
  index: SearchIndex,
  documents: Iterable<StoredDocument>,
): void {
  const rows = new SearchRows(transaction, index);
  const lists = new Map<string, (readonly [number, Posting])[]>();
  let { texts, words, next } = rows.statistics();
  for (const document of documents) {
    const standing = toStanding(index, document);
    for (const [list, posting] of standing.lists) {
      const postings = lists.get(list);
      if (postings === undefined) lists.set(list, [[next, posting]]);
      else postings.push([next, posting]);
    }
    rows.remember(getId(document), next);
    texts += standing.length === undefined ? 0 : 1;
    words += standing.length ?? 0;
    next += 1;
  }
  rows.keep({ texts, words, next });
  const written = new PostingLists(transaction, index);
  for (const [list, postings] of lists) written.append(fromName(list), postings);
}

/** The rows of a search index beside its lists, to be read. */
export class SearchNumbers {
  protected readonly index: SearchIndex;
  readonly #rows: Pick<TransactionRows, "bytesAt">;

  constructor(rows: Pick<TransactionRows, "bytesAt">, index: SearchIndex) {
    this.#rows = rows;
    this.index = index;
  }

  statistics(): Statistics {
    const text = this.#textAt(STATISTICS);
    return text === undefined ? NOTHING : (JSON.parse(text) as Statistics);
  }

  getNumber(id: string): number | undefined {
    const text = this.#textAt(encodeValues([NUMBER_OF_ID, id]));
    return text === undefined ? undefined : Number(text);
  }

  getId(number: number): string | undefined {
    return this.#textAt(encodeValues([ID_OF_NUMBER, number]));
  }

  #textAt(key: Uint8Array): string | undefined {
    const bytes = this.#rows.bytesAt(storeKey({ index: this.index, key }));
    return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  }
}

/** And to be written. */
class SearchRows extends SearchNumbers {
  readonly #transaction: TransactionRows;

  constructor(transaction: TransactionRows, index: SearchIndex) {
    super(transaction, index);
    this.#transaction = transaction;
  }

  /** Numbers rise with creation times, and none is given twice. */
  giveNumber(id: string): number {
    const statistics = this.statistics();
    this.remember(id, statistics.next);
    this.keep({ ...statistics, next: statistics.next + 1 });
    return statistics.next;
  }

  /** Takes a text of so many words in, and another one out; undefined means that there is none. */
  count(added: number | undefined, removed: number | undefined): void {
    const { texts, words, next } = this.statistics();
    const one = (length: number | undefined): number => (length === undefined ? 0 : 1);
    this.keep({
      texts: texts + one(added) - one(removed),
      words: words + (added ?? 0) - (removed ?? 0),
      next,
    });
  }

  keep(statistics: Statistics): void {
    this.#write(STATISTICS, JSON.stringify(statistics));
  }

  remember(id: string, number: number): void {
    this.#write(encodeValues([NUMBER_OF_ID, id]), String(number));
    this.#write(encodeValues([ID_OF_NUMBER, number]), id);
  }

  forget(id: string, number: number): void {
    this.#write(encodeValues([NUMBER_OF_ID, id]), null);
    this.#write(encodeValues([ID_OF_NUMBER, number]), null);
  }

  #write(key: Uint8Array, text: string | null): void {
    this.#transaction.set({ index: this.index, key }, text === null ? null : Buffer.from(text));
  }
}
