/**
 * Convex's limits for one transaction, so that code that works here works there (docs.convex.dev/production/state/limits).
 */
import type { TransactionUsage } from "../contracts";

export const DOCUMENTS_READ_MAX = 32_000;
export const DOCUMENTS_WRITTEN_MAX = 16_000;
export const BYTES_READ_MAX = 16 * 2 ** 20;
export const BYTES_WRITTEN_MAX = 16 * 2 ** 20;
export const RANGES_READ_MAX = 4_096;
export const DOCUMENT_BYTES_MAX = 2 ** 20;

/** All that a transaction's meter counts, up to Convex's limits. */
const TRANSACTION_LIMITS: TransactionUsage = {
  documentsRead: DOCUMENTS_READ_MAX,
  bytesRead: BYTES_READ_MAX,
  documentsWritten: DOCUMENTS_WRITTEN_MAX,
  bytesWritten: BYTES_WRITTEN_MAX,
  ranges: RANGES_READ_MAX,
};

const ADVICE =
  "Consider using smaller limits in your queries, paginating your queries, or using indexed queries with a selective index range expressions.";

const KIB = 2 ** 10;
const MIB = 2 ** 20;

/** A size as Convex words that of a value: with two decimal places, unless it is a whole number. */
function roundedSize(bytes: number): string {
  const [unit, name] = bytes < MIB ? [KIB, "KiB"] : [MIB, "MiB"];
  const size = bytes / unit;
  return `${Number.isInteger(size) ? size : size.toFixed(2)} ${name}`;
}

/** A limit as Convex words it: in the largest unit of which it is a whole number. */
function exactSize(bytes: number): string {
  if (bytes > 0 && bytes % MIB === 0) return `${bytes / MIB} MiB`;
  return bytes > 0 && bytes % KIB === 0 ? `${bytes / KIB} KiB` : `${bytes} bytes`;
}

/** A transaction has read too much. A page ends before it instead of failing. */
export class ReadLimitError extends Error {}

/** The ranges that a transaction read, merged where they overlap or touch. */
export interface CountedRanges {
  readonly count: number;
  /** Returns the same as `count > limit`, and seldom needs to merge for it. */
  exceed(limit: number): boolean;
}

/** Counts what a transaction reads and writes, and refuses beyond the limits. */
export class UsageMeter implements TransactionUsage {
  documentsRead = 0;
  bytesRead = 0;
  documentsWritten = 0;
  bytesWritten = 0;
  readonly #reads: CountedRanges;
  /** Those of the call that runs now. */
  limits = TRANSACTION_LIMITS;
  readonly #limited: boolean;

  /** @param limited false for the backend's own work: its bookkeeping is not the app's doing, and must succeed where the app failed. */
  constructor(reads: CountedRanges, limited = true) {
    this.#reads = reads;
    this.#limited = limited;
  }

  get ranges(): number {
    return this.#reads.count;
  }

  /**
   * Allows no more than a budget beyond what was used so far, and never more than before.
   * @returns the way back to the limits of before.
   */
  lowerLimits(budget: Partial<TransactionUsage>): () => void {
    const before = this.limits;
    const lowered = (name: keyof TransactionUsage) => {
      const more = budget[name];
      return more === undefined ? before[name] : Math.min(before[name], this[name] + more);
    };
    this.limits = {
      documentsRead: lowered("documentsRead"),
      bytesRead: lowered("bytesRead"),
      documentsWritten: lowered("documentsWritten"),
      bytesWritten: lowered("bytesWritten"),
      ranges: lowered("ranges"),
    };
    return () => (this.limits = before);
  }

  /** @throws ReadLimitError when the transaction has read too much. */
  read(bytes: number): void {
    this.documentsRead += 1;
    this.bytesRead += bytes;
    if (!this.#limited) return;
    const { documentsRead, bytesRead } = this.limits;
    if (this.documentsRead > documentsRead) {
      throw new ReadLimitError(
        `Too many documents read in a single function execution (limit: ${documentsRead}). ${ADVICE}`,
      );
    }
    if (this.bytesRead > bytesRead) {
      throw new ReadLimitError(
        `Too many bytes read in a single function execution (limit: ${bytesRead} bytes). ${ADVICE}`,
      );
    }
  }

  /** @throws ReadLimitError when too many separate ranges were read. */
  checkRanges(): void {
    const { ranges } = this.limits;
    if (!this.#limited || !this.#reads.exceed(ranges)) return;
    throw new ReadLimitError(
      `Too many reads in a single function execution (limit: ${ranges}). Consider reading larger ranges.`,
    );
  }

  /**
   * A document that was written, or, with no bytes, removed.
   * @throws Error when it, or all that was written together, is too large.
   */
  write(bytes: number): void {
    this.documentsWritten += 1;
    this.bytesWritten += bytes;
    if (!this.#limited) return;
    if (bytes > DOCUMENT_BYTES_MAX) {
      throw new Error(
        `Value is too large (${roundedSize(bytes)} > maximum size ${roundedSize(DOCUMENT_BYTES_MAX)})`,
      );
    }
    const { documentsWritten, bytesWritten } = this.limits;
    if (this.documentsWritten > documentsWritten) {
      throw new Error(
        `Too many writes in a single function execution (limit: ${documentsWritten})`,
      );
    }
    if (this.bytesWritten > bytesWritten) {
      throw new Error(
        `Too many bytes written in a single function execution (limit: ${exactSize(bytesWritten)})`,
      );
    }
  }
}
