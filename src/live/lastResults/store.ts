/**
 * Keeps the last results of one account's queries, by query key. They are never more than one account's, and of a session: another
 * account, and nobody, finds none.
 */
import { Collection } from "../../accountStore/collection";

export const LIMITS = {
  /** Enough for the pages of one day, well below any browser's quota. */
  max: 60,
  bytesMax: 2_000_000,
  entryBytesMax: 300_000,
} as const;

export const storedResults = new Collection<unknown>("results", {
  ...LIMITS,
  keptFor: "session",
  parse: (stored) => stored,
});
