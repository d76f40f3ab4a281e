/**
 * Convex's limits for one transaction, so that code that works here works there (docs.convex.dev/production/state/limits).
 */
import type { TransactionUsage } from "../contracts";

export const MAX_DOCUMENTS_READ = 32_000;
export const MAX_DOCUMENTS_WRITTEN = 16_000;
export const MAX_BYTES_READ = 16 * 2 ** 20;
export const MAX_BYTES_WRITTEN = 16 * 2 ** 20;
export const MAX_RANGES_READ = 4_096;
export const MAX_DOCUMENT_BYTES = 2 ** 20;

/** Counts what a transaction reads and writes, and refuses beyond the limits. */
export class UsageMeter implements TransactionUsage {
  documentsRead = 0;
  bytesRead = 0;
  documentsWritten = 0;
  bytesWritten = 0;
  ranges = 0;
  private readonly limited: boolean;

  /** @param limited false for the backend's own work: its bookkeeping is not the app's doing, and must succeed where the app failed. */
  constructor(limited = true) {
    this.limited = limited;
  }

  /** @throws Error when the transaction has read too much. */
  read(bytes: number): void {
    this.documentsRead += 1;
    this.bytesRead += bytes;
    if (!this.limited) return;
    const advice =
      "Consider using smaller limits in your queries, paginating your queries, or using indexed queries with a selective index range expressions.";
    if (this.documentsRead > MAX_DOCUMENTS_READ) {
      throw new Error(
        `Too many documents read in a single function execution (limit: ${MAX_DOCUMENTS_READ}). ${advice}`,
      );
    }
    if (this.bytesRead > MAX_BYTES_READ) {
      throw new Error(
        `Too many bytes read in a single function execution (limit: ${MAX_BYTES_READ} bytes). ${advice}`,
      );
    }
  }

  /**
   * Takes the number of separate ranges that were read so far.
   * @throws Error when there are too many.
   */
  countRanges(count: number): void {
    this.ranges = count;
    if (!this.limited || this.ranges <= MAX_RANGES_READ) return;
    throw new Error(
      `Too many reads in a single function execution (limit: ${MAX_RANGES_READ}). Consider reading larger ranges.`,
    );
  }

  /**
   * A document that was written, or, with no bytes, removed.
   * @throws Error when it, or all that was written together, is too large.
   */
  write(bytes: number): void {
    this.documentsWritten += 1;
    this.bytesWritten += bytes;
    if (!this.limited) return;
    if (bytes > MAX_DOCUMENT_BYTES) {
      throw new Error(
        `Value is too large (${bytes} bytes > maximum size ${MAX_DOCUMENT_BYTES} bytes)`,
      );
    }
    if (this.documentsWritten > MAX_DOCUMENTS_WRITTEN) {
      throw new Error(
        `Too many documents written in a single function execution (limit: ${MAX_DOCUMENTS_WRITTEN}).`,
      );
    }
    if (this.bytesWritten > MAX_BYTES_WRITTEN) {
      throw new Error(
        `Too many bytes written in a single function execution (limit: ${MAX_BYTES_WRITTEN} bytes).`,
      );
    }
  }
}
