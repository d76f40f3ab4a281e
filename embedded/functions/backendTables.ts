/**
 * The backend's own rows: what must be committed together with the app's rows,
 * kept where no function can reach it, as a component of its own.
 */
import type { JSONValue, Value } from "convex/values";
import { convexToJson } from "convex/values";
import type { ComponentPath, StoredDocument, Tables, Transaction } from "../contracts";

/** No component can be called so: names of components are identifiers. */
export const BACKEND: ComponentPath = "$backend";

function table(tableName: string, indexes: Readonly<Record<string, readonly string[]>>): JSONValue {
  return {
    tableName,
    indexes: Object.entries(indexes).map(([indexDescriptor, fields]) => ({
      indexDescriptor,
      fields: [...fields],
    })),
    searchIndexes: [],
    vectorIndexes: [],
    documentType: { type: "any" },
  };
}

export const BACKEND_SCHEMA: JSONValue = {
  schemaValidation: false,
  tables: [
    // A client's mutation and its answer; swept when no client can ask again.
    table("clientRequests", { by_request: ["sessionId", "requestId"] }),
    // Answers too long for one row.
    table("clientResults", { by_request: ["sessionId", "requestId", "part"] }),
    // What the scheduler has to do, and when; its states are in scheduler.ts.
    table("scheduledJobs", { by_due: ["state", "due"], by_scheduled_id: ["scheduledId"] }),
    table("cronJobs", { by_name: ["component", "name"], by_next: ["next"] }),
    table("variables", { by_name: ["name"] }),
    table("secrets", { by_name: ["name"] }),
    table("files", { by_uuid: ["uuid"], by_storage_id: ["storageId"] }),
    // What `convex import` asked for, and what became of it; the newest stay.
    table("imports", {}),
    // What was last pushed, compressed, in parts.
    table("pushedParts", { by_part: ["part"] }),
    // What happened once in this deployment's life.
    table("milestones", { by_name: ["name"] }),
    // An upload address that was used; swept when it is too old to be used again, whatever became of its file.
    table("usedUploads", { by_upload: ["upload"], by_expires: ["expires"] }),
  ],
};

export interface RowsOptions {
  readonly order?: "asc" | "desc";
  readonly limit?: number;
  /** The bound on the first field that is not in `equal`. */
  readonly upTo?: readonly [field: string, value: Value];
}

/** Rows by an index, lazily and in its order. `index` is "table.by_x"; `equal` names its first fields. */
export function* rows(
  tables: Tables,
  index: string,
  equal: Readonly<Record<string, Value>> = {},
  { order = "asc", limit, upTo }: RowsOptions = {},
): Generator<StoredDocument> {
  const range = Object.entries(equal).map(([fieldPath, value]) => ({
    type: "Eq",
    fieldPath,
    value: convexToJson(value),
  }));
  if (upTo !== undefined)
    range.push({ type: "Lte", fieldPath: upTo[0], value: convexToJson(upTo[1]) });
  const stream = tables.stream({
    source: { type: "IndexRange", indexName: index, range, order },
    operators: limit === undefined ? [] : [{ limit }],
  });
  try {
    for (let step = stream.next(); step.done !== true; step = stream.next())
      yield step.value.document;
  } finally {
    stream.return?.();
  }
}

export function firstRow(
  tables: Tables,
  index: string,
  equal: Readonly<Record<string, Value>> = {},
): StoredDocument | undefined {
  for (const row of rows(tables, index, equal, { limit: 1 })) return row;
  return undefined;
}

export function backendTables(transaction: Transaction): Tables {
  return transaction.system(BACKEND);
}

/** @throws Error when the row lacks the field: it was written by other code than this. */
export function textIn(row: StoredDocument, field: string): string {
  const value = row[field];
  if (typeof value !== "string") throw new Error(`A row of the backend has no text in ${field}.`);
  return value;
}

/** @throws Error when the row lacks the field: it was written by other code than this. */
export function numberIn(row: StoredDocument, field: string): number {
  const value = row[field];
  if (typeof value !== "number") throw new Error(`A row of the backend has no number in ${field}.`);
  return value;
}
