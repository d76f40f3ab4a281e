/**
 * Full-text search over an inverted index: each word of a document is a key that
 * names it. Words are looked up exactly, the last one of the query also as a
 * beginning, as somebody types it. A document that has any of them is found;
 * those that have more of them, and rarer ones, come first.
 */
import type { StoredDocument } from "../contracts";
import { afterPrefix } from "../store/bytes";
import type { Access } from "./access";
import { fieldAt } from "./documents";
import { compareValues, encodeValues } from "./keys";
import type { SearchQuery } from "./query";
import { tokensOf } from "./tokens";

/** Convex looks at this many results of a search at most. */
const MOST_RESULTS = 1_024;
/** Convex takes this many words of a query. */
const MOST_TERMS = 16;

interface Hit {
  readonly key: Uint8Array;
  readonly document: StoredDocument;
}

export function* searchRows(access: Access, query: SearchQuery): Generator<Hit> {
  const scores = scoresById(access, query);
  const hits = [...scores].flatMap(([id, score]) => {
    const document = access.load(query.table, id);
    return document !== null && fits(query, document) ? [{ document, score }] : [];
  });
  hits.sort((a, b) => b.score - a.score || creation(b.document) - creation(a.document));
  for (const [rank, { document }] of hits.slice(0, MOST_RESULTS).entries()) {
    yield { key: encodeValues([rank]), document };
  }
}

function creation(document: StoredDocument): number {
  return document["_creationTime"] as number;
}

function fits(query: SearchQuery, document: StoredDocument): boolean {
  return query.equal.every(
    ({ field, value }) => compareValues(fieldAt(document, field), value) === 0,
  );
}

function scoresById(access: Access, query: SearchQuery): Map<string, number> {
  const terms = [...new Set(tokensOf(query.text))].slice(0, MOST_TERMS);
  const scores = new Map<string, number>();
  for (const [at, term] of terms.entries()) {
    const ids = idsWith(access, query, term, at === terms.length - 1);
    // A word that few documents have says more than one that many have.
    const weight = 1 / Math.log2(2 + ids.size);
    for (const id of ids) scores.set(id, (scores.get(id) ?? 0) + weight);
  }
  return scores;
}

function idsWith(access: Access, query: SearchQuery, term: string, asPrefix: boolean): Set<string> {
  const whole = encodeValues([term]);
  // Without the two bytes that end a string, the key stands for every word that begins so.
  const from = asPrefix ? whole.subarray(0, -2) : whole;
  const to = afterPrefix(from);
  access.note({ index: query.index.address, from, ...(to && { to }) });
  const ids = new Set<string>();
  for (const { value } of access.entries({ index: query.index, from, to })) {
    ids.add(Buffer.from(value).toString());
  }
  return ids;
}
