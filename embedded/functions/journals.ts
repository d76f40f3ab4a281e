/**
 * Journals: where the page of a query ended when it ran before. A client keeps its queries' journals and brings them back when it
 * connects again, so they are sealed as a whole: for one function, its arguments and the caller whose answer it was. An answer that
 * is the same for everybody has a journal that is everybody's. Whatever does not open is no journal: the page ends anew.
 */
import type { JSONValue } from "convex/values";
import type { Identity } from "../contracts";
import { canonicalJson } from "../json";
import { type Sealing, encodeContext } from "../sealedText";
import type { FunctionAddress } from "./deployment";

/** Journals of another version open no more. */
const JOURNAL_VERSION = "journal 2";
const EVERYBODY = "everybody";

/** The query that a journal belongs to, with its arguments and caller. */
export interface Question {
  readonly entry: FunctionAddress;
  readonly args: JSONValue;
  readonly identity: Identity;
}

function toJournalCaller(identity: Identity): string {
  switch (identity.kind) {
    case "anonymous":
      return "anonymous";
    case "user":
      return `user ${identity.tokenIdentifier}`;
    case "admin":
      return `admin ${canonicalJson(identity.actingAs ?? null)}`;
    default:
      return identity satisfies never;
  }
}

function contextFor({ entry, args }: Question, whose: string): Uint8Array {
  const { component, path } = entry;
  return encodeContext(JOURNAL_VERSION, component, path, canonicalJson(args), whose);
}

export class Journals {
  readonly #sealing: Sealing;

  constructor(sealing: Sealing) {
    this.#sealing = sealing;
  }

  /**
   * Returns the way to the journal, which is sealed when it is first asked for: most calls over HTTP never do.
   * @param isShared - The answer is the same for everybody.
   */
  close(question: Question, endCursor: string, isShared: boolean): () => string {
    const whose = isShared ? EVERYBODY : toJournalCaller(question.identity);
    const context = contextFor(question, whose);
    let journal: string | undefined;
    return () => (journal ??= this.#sealing.close(context, Buffer.from(endCursor)));
  }

  /** Returns the cursor at which the page ended, or null when the journal belongs to another query, other arguments or another caller. */
  open(question: Question, journal: string | null): string | null {
    if (journal === null) return null;
    for (const whose of [EVERYBODY, toJournalCaller(question.identity)]) {
      const endCursor = this.#sealing.open(contextFor(question, whose), journal);
      if (endCursor !== undefined) return Buffer.from(endCursor).toString();
    }
    return null;
  }
}
