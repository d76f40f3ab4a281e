/**
 * Posting lists: which documents have a word, how often, and how long their text
 * is. Documents are named by a number that the search index gives them. A list
 * is cut into blocks of ascending numbers, each one row whose key is the list's
 * name and a number that none of the block is below.
 *
 * Blocks are small enough to be written again with every document, and large
 * enough that a word of thirty thousand documents is read in sixty rows.
 */
import { compareBytes, concatBytes } from "../../store/bytes";
import type { SearchIndex } from "../../database/catalog";
import type { IndexEntry } from "../../database/rows";

export interface Posting {
  /** The number of times that the word occurs in the text; 65,535 stands for more. */
  readonly frequency: number;
  /** Words of the whole text; 65,535 stands for more. */
  readonly length: number;
}

/** One block, column by column, in ascending order of the documents' numbers. */
export interface Postings {
  readonly numbers: Uint32Array;
  readonly frequencies: Uint16Array;
  readonly lengths: Uint16Array;
}

/** The rows that an index's lists are read from and written to. */
export interface PostingRows {
  entries(range: {
    index: SearchIndex;
    from: Uint8Array;
    to?: Uint8Array | undefined;
    reverse?: boolean;
  }): Iterable<IndexEntry>;
  set(key: { index: SearchIndex; key: Uint8Array }, value: Uint8Array | null): void;
}

const NUMBER_BYTES = 4;
const POSTING_BYTES = 8;
export const COUNT_MAX = 0xffff;
/** The postings of a block: 4 KiB, a page of the store. */
export const BLOCK_POSTINGS = 512;

export function decodePostings(bytes: Uint8Array): Postings {
  // Wider numbers begin at their own multiples only; a copy begins there.
  return readColumns(bytes.byteOffset % NUMBER_BYTES === 0 ? bytes : new Uint8Array(bytes));
}

function readColumns({ buffer, byteOffset, length }: Uint8Array): Postings {
  const count = length / POSTING_BYTES;
  return {
    numbers: new Uint32Array(buffer, byteOffset, count),
    frequencies: new Uint16Array(buffer, byteOffset + NUMBER_BYTES * count, count),
    lengths: new Uint16Array(buffer, byteOffset + (NUMBER_BYTES + 2) * count, count),
  };
}

function emptyPostings(count: number): { bytes: Uint8Array; postings: Postings } {
  const bytes = new Uint8Array(count * POSTING_BYTES);
  return { bytes, postings: readColumns(bytes) };
}

/** The postings from `start` to before `end`, as a row's value. */
function encodeSlice({ numbers, frequencies, lengths }: Postings, start: number, end: number) {
  const { bytes, postings } = emptyPostings(end - start);
  postings.numbers.set(numbers.subarray(start, end));
  postings.frequencies.set(frequencies.subarray(start, end));
  postings.lengths.set(lengths.subarray(start, end));
  return bytes;
}

/** Returns the position of `number`, or of its insertion, among ascending numbers. */
export function findPosition(numbers: Uint32Array, number: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** `postings` with the `removed` ones at `at` replaced by these. */
function spliced(
  { numbers, frequencies, lengths }: Postings,
  at: number,
  removed: number,
  added: readonly (Posting & { readonly number: number })[],
): Postings {
  const { postings } = emptyPostings(numbers.length - removed + added.length);
  const columns = [
    [postings.numbers, numbers, added.map(({ number }) => number)],
    [postings.frequencies, frequencies, added.map(({ frequency }) => frequency)],
    [postings.lengths, lengths, added.map(({ length }) => length)],
  ] as const;
  for (const [to, from, values] of columns) {
    to.set(from.subarray(0, at));
    to.set(values, at);
    to.set(from.subarray(at + removed), at + values.length);
  }
  return postings;
}

/** A block with one more posting behind the others. */
function extended(block: Uint8Array, number: number, { frequency, length }: Posting): Uint8Array {
  const count = block.length / POSTING_BYTES;
  const { bytes, postings } = emptyPostings(count + 1);
  const [frequencies, lengths] = [NUMBER_BYTES * count, (NUMBER_BYTES + 2) * count];
  bytes.set(block.subarray(0, frequencies));
  bytes.set(block.subarray(frequencies, lengths), postings.frequencies.byteOffset);
  bytes.set(block.subarray(lengths), postings.lengths.byteOffset);
  postings.numbers[count] = number;
  postings.frequencies[count] = frequency;
  postings.lengths[count] = length;
  return bytes;
}

function blockKey(list: Uint8Array, number: number): Uint8Array {
  const suffix = Buffer.alloc(NUMBER_BYTES);
  suffix.writeUInt32BE(number);
  return concatBytes(list, suffix);
}

/** The name of the list that a block belongs to. */
export function getListPrefix(key: Uint8Array): Uint8Array {
  return key.subarray(0, -NUMBER_BYTES);
}

/** Posting lists of one index, to be changed. */
export class PostingLists {
  readonly #rows: PostingRows;
  readonly #index: SearchIndex;

  constructor(rows: PostingRows, index: SearchIndex) {
    this.#rows = rows;
    this.#index = index;
  }

  /** Puts a document into a list, or changes what the list says of it. */
  put(list: Uint8Array, number: number, posting: Posting): void {
    const block = this.#blockWith(list, number) ?? this.#firstBlock(list);
    if (block === undefined) {
      this.append(list, [[number, posting]]);
      return;
    }
    const postings = decodePostings(block.value);
    const at = findPosition(postings.numbers, number);
    const removed = postings.numbers[at] === number ? 1 : 0;
    const isFull = postings.numbers.length - removed >= BLOCK_POSTINGS;
    if (isFull && at === postings.numbers.length) {
      this.append(list, [[number, posting]]);
      return;
    }
    const changed = spliced(postings, at, removed, [{ number, ...posting }]);
    const start = blockKey(list, number);
    const key = compareBytes(block.key, start) < 0 ? block.key : start;
    if (key !== block.key) this.#write(block.key, null);
    const { length } = changed.numbers;
    const middle = isFull ? length >>> 1 : length;
    this.#write(key, encodeSlice(changed, 0, middle));
    if (middle === length) return;
    const upper = blockKey(list, changed.numbers[middle] ?? number);
    this.#write(upper, encodeSlice(changed, middle, length));
  }

  /** The same for a document whose number is above all of the list: half the reading. */
  putLast(list: Uint8Array, number: number, posting: Posting): void {
    const block = this.#blockWith(list, number);
    if (block === undefined || block.value.length >= BLOCK_POSTINGS * POSTING_BYTES)
      this.append(list, [[number, posting]]);
    else this.#write(block.key, extended(block.value, number, posting));
  }

  /** Takes a document out of a list. */
  remove(list: Uint8Array, number: number): void {
    const block = this.#blockWith(list, number);
    if (block === undefined) return;
    const postings = decodePostings(block.value);
    const at = findPosition(postings.numbers, number);
    if (postings.numbers[at] !== number) return;
    const remainingPostings = spliced(postings, at, 1, []);
    const { length } = remainingPostings.numbers;
    this.#write(block.key, length === 0 ? null : encodeSlice(remainingPostings, 0, length));
  }

  /** Adds postings with ascending numbers that are above all of the list, in blocks of their own. */
  append(list: Uint8Array, added: readonly (readonly [number: number, posting: Posting])[]): void {
    for (let start = 0; start < added.length; start += BLOCK_POSTINGS) {
      const block = added.slice(start, start + BLOCK_POSTINGS);
      const { bytes, postings } = emptyPostings(block.length);
      for (const [at, [number, { frequency, length }]] of block.entries()) {
        postings.numbers[at] = number;
        postings.frequencies[at] = frequency;
        postings.lengths[at] = length;
      }
      this.#write(blockKey(list, postings.numbers[0] ?? 0), bytes);
    }
  }

  /** The last block that begins at or below the number. */
  #blockWith(list: Uint8Array, number: number): IndexEntry | undefined {
    const to = concatBytes(blockKey(list, number), Uint8Array.of(0));
    return this.#first({ from: list, to, reverse: true });
  }

  #firstBlock(list: Uint8Array): IndexEntry | undefined {
    const to = concatBytes(blockKey(list, 0xffff_ffff), Uint8Array.of(0));
    return this.#first({ from: list, to });
  }

  #first(range: { from: Uint8Array; to: Uint8Array; reverse?: boolean }) {
    for (const entry of this.#rows.entries({ index: this.#index, ...range })) return entry;
    return undefined;
  }

  #write(key: Uint8Array, value: Uint8Array | null): void {
    this.#rows.set({ index: this.#index, key }, value);
  }
}
