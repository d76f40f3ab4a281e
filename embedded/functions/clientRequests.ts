/**
 * Exactly once: a client's mutation and its answer are one row, written in the
 * mutation's own transaction, so the two are on disk together or not at all. A
 * client that did not hear the answer asks again with the same key and gets it.
 */
import { hash } from "node:crypto";
import type { JSONValue, Value } from "convex/values";
import type {
  FunctionPath,
  Identity,
  RequestKey,
  StoredDocument,
  Tables,
  Transaction,
} from "../contracts";
import { backendTables, firstRow, numberIn, rows, textIn } from "./backendTables";
import { FunctionFailure } from "./failures";

/** A tab may sleep that long and then ask again. */
const KEPT_MS = 14 * 24 * 60 * 60 * 1_000;
/** The length of a part in UTF-16 units; a row may have a mebibyte of UTF-8. */
const PART_LENGTH = 256 * 1_024;
/** The number of sessions of which it is remembered which requests are new; the others are looked up once more. */
const SESSIONS_KNOWN = 10_000;
/** Rows that one sweep removes, so that it never holds up the mutations for long. */
const SWEEP_ROWS = 500;

/** The call that a key is bound to: no other caller and no other call gets its result. */
export interface Binding {
  readonly identity: Identity;
  readonly path: FunctionPath;
  readonly args: JSONValue;
}

function toIdentityKey(identity: Identity): string {
  return identity.kind === "user" ? `user:${identity.tokenIdentifier}` : identity.kind;
}

function digestBinding({ identity, path, args }: Binding): string {
  return hash("sha256", JSON.stringify([toIdentityKey(identity), path, args]), "base64");
}

function equalTo({ sessionId, requestId }: RequestKey): Record<string, Value> {
  return { sessionId, requestId };
}

function newestOnRecord(tables: Tables, sessionId: string): number {
  const index = "clientRequests.by_request";
  for (const row of rows(tables, index, { sessionId }, { order: "desc", limit: 1 }))
    return numberIn(row, "requestId");
  return Number.NEGATIVE_INFINITY;
}

/** Makes a row that was written while the clock was ahead one of now, also in the table's order: no other row waits behind it. */
function keepFrom(tables: Tables, row: StoredDocument, now: number): void {
  const fields = Object.entries(row).filter(([name]) => !name.startsWith("_"));
  tables.remove("clientRequests", textIn(row, "_id"));
  tables.insert("clientRequests", { ...Object.fromEntries(fields), at: now });
}

export class ClientRequests {
  /** The newest request that a session may have on record, those last that were heard of last. Never too low. */
  readonly #newest = new Map<string, number>();

  /**
   * The answer of the first run, if there was one.
   * @throws FunctionFailure when the key belongs to somebody else's call.
   */
  find(transaction: Transaction, key: RequestKey, binding: Binding): JSONValue | undefined {
    const tables = backendTables(transaction);
    if (this.#isNew(tables, key)) return undefined;
    const row = firstRow(tables, "clientRequests.by_request", equalTo(key));
    if (row === undefined) return undefined;
    if (row["digest"] !== digestBinding(binding)) {
      throw new FunctionFailure(
        "This request was already made by another caller, or with another function or arguments.",
      );
    }
    return JSON.parse(this.#readResult(tables, key, row)) as JSONValue;
  }

  save(transaction: Transaction, key: RequestKey, binding: Binding, result: JSONValue): void {
    const tables = backendTables(transaction);
    const text = JSON.stringify(result);
    const parts = Math.ceil(text.length / PART_LENGTH) - 1;
    const row = {
      ...equalTo(key),
      digest: digestBinding(binding),
      result: text.slice(0, PART_LENGTH),
      parts,
      at: Date.now(),
    };
    tables.insert("clientRequests", row);
    for (let part = 1; part <= parts; part += 1) {
      const piece = text.slice(part * PART_LENGTH, (part + 1) * PART_LENGTH);
      tables.insert("clientResults", { ...equalTo(key), part, result: piece });
    }
  }

  /** Clients count upwards, so nearly every request is; to look for each in vain would cost as much as a small mutation. */
  #isNew(tables: Tables, { sessionId, requestId }: RequestKey): boolean {
    const newestRequestId = this.#newest.get(sessionId) ?? newestOnRecord(tables, sessionId);
    this.#newest.delete(sessionId);
    // A run that comes to nothing leaves this too high, which costs a look.
    this.#newest.set(sessionId, Math.max(newestRequestId, requestId));
    const [oldest] = this.#newest.keys();
    if (oldest !== undefined && this.#newest.size > SESSIONS_KNOWN) this.#newest.delete(oldest);
    return requestId > newestRequestId;
  }

  /** Forgets the oldest answers that nobody can ask for any more; true when there may be more of them. */
  sweep(transaction: Transaction, now: number): boolean {
    const tables = backendTables(transaction);
    let swept = 0;
    for (const row of [
      ...rows(tables, "clientRequests.by_creation_time", {}, { limit: SWEEP_ROWS }),
    ]) {
      const at = numberIn(row, "at");
      swept += 1;
      if (at > now) {
        keepFrom(tables, row, now);
        continue;
      }
      if (at > now - KEPT_MS) return false;
      const key = { sessionId: textIn(row, "sessionId"), requestId: numberIn(row, "requestId") };
      for (const part of [...rows(tables, "clientResults.by_request", equalTo(key))]) {
        tables.remove("clientResults", textIn(part, "_id"));
      }
      tables.remove("clientRequests", textIn(row, "_id"));
    }
    return swept === SWEEP_ROWS;
  }

  #readResult(tables: Tables, key: RequestKey, row: StoredDocument): string {
    const first = textIn(row, "result");
    if (numberIn(row, "parts") === 0) return first;
    const rest = [...rows(tables, "clientResults.by_request", equalTo(key))].map((part) =>
      textIn(part, "result"),
    );
    return [first, ...rest].join("");
  }
}
