/**
 * Full-text search. A document is found if it has one of the query's words, the
 * last of which is also the beginning of a longer one, as somebody types it, and
 * the values that the query asks of filter fields. They come in the order of
 * BM25: who has more of the words, rarer ones, more often and in a shorter text is
 * first; among equals the newest.
 *
 * Ranking reads posting lists alone, a window of documents at a time; a document is
 * read when it is given out. It is exact, but for one thing: a beginning stands for
 * so many words at most.
 */
import { afterPrefix, concatBytes } from "../../store/bytes";
import { encodeValues } from "../../database/keys";
import { type Postings, decodePostings, getListPrefix, findPosition } from "./postings";
import type { SearchQuery } from "../../database/query";
import type { FoundRow, MeteredRows } from "../../database/rows";
import { SearchNumbers, type Statistics, filterKey, filterList, wordList } from "./searchIndex";
import { tokenize } from "./tokens";
import { type Ranked, TopRanked } from "./topRanked";

/** Convex looks at this many results of a search at most. */
const RESULTS_MAX = 1_024;
/** Convex takes this many words of a query. */
const TERMS_MAX = 16;
/** Words that a beginning stands for, in the order of the alphabet; Convex stops at 64. */
const COMPLETIONS_MAX = 4_096;
/** The weight of a word that only begins like the query's, as in Convex. */
const COMPLETION_WEIGHT = 0.5;
/** BM25's constants, as everybody sets them: how soon more of the same word stops to matter, and how much long texts lose. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
/** The number of documents that are scored together. */
const WINDOW = 16_384;
/** The window that is being scored; ranking never waits, so one is enough for all searches. */
const score = new Float64Array(WINDOW);
/** The number of filters that each document of the window passes. */
const passed = new Uint8Array(WINDOW);

/** A word that counts, and where it stands. */
interface Word {
  /** Half for words that only begin like the query's. */
  readonly weight: number;
  readonly blocks: Postings[];
}

interface Term {
  readonly text: string;
  readonly isLast: boolean;
}

/** @throws Error when more documents are asked for than a search looks at. */
export function* searchRows(access: MeteredRows, query: SearchQuery): Generator<FoundRow> {
  const tokens = tokenize(query.text).slice(0, TERMS_MAX);
  const terms = tokens.map((text, at): Term => ({ text, isLast: at === tokens.length - 1 }));
  noteReads(access, query, terms);
  const rows = new SearchNumbers(access, query.index);
  const best = rank(access, query, terms, rows.statistics());
  for (const [at, { number }] of best.entries()) {
    const id = rows.getId(number);
    // Whoever walks on may have removed it meanwhile.
    const row = id === undefined ? null : access.load(query.table, id);
    if (row !== null) yield { key: encodeValues([at]), row };
  }
  if (best.length < RESULTS_MAX) return;
  throw new Error(
    `Search query scanned too many documents (fetched ${RESULTS_MAX}). Consider using a smaller limit, paginating the query, or using a filter field to limit the number of documents pulled from the search index.`,
  );
}

/** A commit matters that has one of the words and, with filters, the value that the first of them asks for. */
function noteReads(
  access: MeteredRows,
  { index, equal }: SearchQuery,
  terms: readonly Term[],
): void {
  const [filter] = equal;
  const before = filter && filterKey(filter.field, filter.value);
  for (const term of terms) {
    const name = nameRange(term);
    const from = before === undefined ? name : concatBytes(before, name);
    const to = afterPrefix(from);
    access.note({ index: index.address, from, ...(to && { to }) });
  }
}

/** Returns the prefix of the names of all lists that match a term. */
function nameRange({ text, isLast }: Term): Uint8Array {
  const list = wordList(text);
  // Without the two bytes that end a string, it stands for every word that begins so.
  return isLast ? list.subarray(0, -2) : list;
}

function rank(
  access: MeteredRows,
  query: SearchQuery,
  terms: readonly Term[],
  statistics: Statistics,
): readonly Ranked[] {
  const filters = query.equal.map(({ field, value }) =>
    readBlocks(access, query, filterList(field, value)),
  );
  const words = findWords(access, query, terms);
  const rarities = words.map((word) => getRarity(word, statistics));
  const top = new TopRanked(mostWanted(query));
  let enough = 0;
  // From the newest on, so that an equal one never takes a place that is taken.
  for (const window of toWindows(words).reverse()) {
    score.fill(0);
    for (const [at, { blocks }] of words.entries())
      addScores(window, blocks, rarities[at] ?? 0, statistics);
    passed.fill(0);
    for (const blocks of filters) addPassed(window, blocks);
    for (let at = WINDOW - 1; at >= 0; at -= 1) {
      const its = score[at] ?? 0;
      if (its > enough && passed[at] === filters.length)
        enough = top.offer(its, window * WINDOW + at);
    }
  }
  return top.inOrder();
}

/** Results of a search that is limited before it is filtered further are not needed beyond the limit. */
function mostWanted({ steps: [step] }: SearchQuery): number {
  return step !== undefined && "limit" in step ? Math.min(step.limit, RESULTS_MAX) : RESULTS_MAX;
}

/** Every word of the index that a term means, once, with the greatest weight that a term gives it. */
function findWords(access: MeteredRows, query: SearchQuery, terms: readonly Term[]): Word[] {
  const words = new Map<string, Word>();
  for (const { text } of terms) {
    const list = wordList(text);
    const blocks = readBlocks(access, query, list);
    if (blocks.length > 0) words.set(toHex(list), { weight: 1, blocks });
  }
  const last = terms.at(-1);
  if (last === undefined) return [];
  const exact = new Set(words.keys());
  const from = nameRange(last);
  for (const { key, value } of access.entries({
    index: query.index,
    from,
    to: afterPrefix(from),
  })) {
    const name = toHex(getListPrefix(key));
    if (exact.has(name)) continue;
    let word = words.get(name);
    if (word === undefined) {
      if (words.size >= exact.size + COMPLETIONS_MAX) break;
      words.set(name, (word = { weight: COMPLETION_WEIGHT, blocks: [] }));
    }
    word.blocks.push(decodePostings(value));
  }
  return [...words.values()];
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

function readBlocks(access: MeteredRows, { index }: SearchQuery, list: Uint8Array): Postings[] {
  const entries = access.entries({ index, from: list, to: afterPrefix(list) });
  return Array.from(entries, ({ value }) => decodePostings(value));
}

/** The windows that have a posting, in ascending order. */
function toWindows(words: readonly Word[]): number[] {
  const windows = new Set<number>();
  for (const { blocks } of words) {
    for (const { numbers } of blocks) {
      const first = Math.floor((numbers[0] ?? 0) / WINDOW);
      const last = Math.floor((numbers.at(-1) ?? 0) / WINDOW);
      for (let window = first; window <= last; window += 1) windows.add(window);
    }
  }
  return [...windows].sort((a, b) => a - b);
}

/** Returns the positions in a block at which a window's postings begin and end. */
function stretchIn({ numbers }: Postings, window: number): [start: number, end: number] {
  const first = window * WINDOW;
  if ((numbers[0] ?? 0) >= first + WINDOW || (numbers.at(-1) ?? 0) < first) return [0, 0];
  return [findPosition(numbers, first), findPosition(numbers, first + WINDOW)];
}

/** Returns the inverse document frequency of a word, weighted. */
function getRarity({ weight, blocks }: Word, { texts }: Statistics): number {
  const holders = blocks.reduce((sum, { numbers }) => sum + numbers.length, 0);
  return weight * Math.log(1 + (texts - holders + 0.5) / (holders + 0.5));
}

function addScores(
  window: number,
  blocks: readonly Postings[],
  rarity: number,
  { texts, words }: Statistics,
): void {
  const perWord = (SATURATION * LENGTH_SHARE * texts) / Math.max(1, words);
  const floor = SATURATION * (1 - LENGTH_SHARE);
  const first = window * WINDOW;
  for (const block of blocks) {
    const [start, end] = stretchIn(block, window);
    const { numbers, frequencies, lengths } = block;
    for (let at = start; at < end; at += 1) {
      const frequency = frequencies[at] ?? 0;
      const damping = floor + perWord * (lengths[at] ?? 0);
      const place = (numbers[at] ?? 0) - first;
      const gain = (rarity * frequency * (SATURATION + 1)) / (frequency + damping);
      score[place] = (score[place] ?? 0) + gain;
    }
  }
}

function addPassed(window: number, blocks: readonly Postings[]): void {
  for (const block of blocks) {
    const [start, end] = stretchIn(block, window);
    for (let at = start; at < end; at += 1) {
      const place = (block.numbers[at] ?? 0) - window * WINDOW;
      passed[place] = (passed[place] ?? 0) + 1;
    }
  }
}
