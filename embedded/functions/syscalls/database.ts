/** `ctx.db`: reading and writing documents. */
import type { JSONValue, Value } from "convex/values";
import { jsonToConvex } from "convex/values";
import type { PageRequest, QueryPage, StoredDocument, StoredRow, Tables } from "../../contracts";
import { InvalidCursorError } from "../../database/pagination";
import { withCommitTs } from "../commitTs";
import { idTables } from "../idTables";
import { DocumentResult, type SyscallResult } from "../scope";
import type { AsyncSyscalls, SyncSyscalls, TransactionCall } from "../transactionCall";
import type { Args } from "./types";
import { json, number, optionalNumber, optionalText, text } from "./types";

/** The backend's own tables that apps may read, through `ctx.db.system`. */
const SYSTEM_TABLES: readonly string[] = ["_storage", "_scheduled_functions"];

function passedOn(row: StoredRow | null): SyscallResult {
  if (row === null) return null;
  return new DocumentResult(
    () => row.text,
    () => row.copy(),
  );
}

function serializeRows(rows: readonly StoredRow[]): string {
  return `[${rows.map(({ text }) => text).join(",")}]`;
}

function copyRows(rows: readonly StoredRow[]): StoredDocument[] {
  return rows.map((row) => row.copy());
}

function isRecord(value: JSONValue): value is Record<string, JSONValue> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function requireRecord(value: JSONValue, method: string): Record<string, JSONValue> {
  if (isRecord(value)) return value;
  throw new Error(`Invalid argument \`value\` for \`db.${method}\`: Value must be an Object`);
}

function documentFrom(
  call: TransactionCall,
  sent: JSONValue,
  method: string,
): Record<string, Value> {
  const value = requireRecord(sent, method);
  return jsonToConvex(withCommitTs(call.run.transaction, value)) as Record<string, Value>;
}

function patchFrom(call: TransactionCall, value: JSONValue): Record<string, Value | undefined> {
  const fields = Object.entries(requireRecord(value, "patch")).map(([name, field]) => {
    const isUndefined = isRecord(field) && "$undefined" in field;
    return [
      name,
      isUndefined ? undefined : jsonToConvex(withCommitTs(call.run.transaction, field)),
    ] as const;
  });
  return Object.fromEntries(fields);
}

function tableNamed(table: string): string {
  if (table.startsWith("_") && !SYSTEM_TABLES.includes(table))
    throw new Error(`There is no system table "${table}".`);
  return table;
}

function requireVisible(query: JSONValue): JSONValue {
  const source = isRecord(query) ? query["source"] : undefined;
  if (source === undefined || !isRecord(source)) throw new Error("Invalid argument `query`.");
  const name = source["tableName"] ?? source["indexName"];
  const [table = ""] = typeof name === "string" ? name.split(".") : [];
  tableNamed(table);
  return query;
}

/**
 * Ids tell their table, so `get(id)` alone could otherwise read what only `db.system` may. An id of a table that is not there is
 * of neither kind.
 */
function requireKind(call: TransactionCall, id: string, isSystem: boolean): void {
  const table = idTables(call.run.transaction, call.component)(id);
  if (table === null || SYSTEM_TABLES.includes(table) === isSystem) return;
  throw new Error(
    isSystem
      ? "User tables cannot be accessed with db.system."
      : "System tables can only be accessed with db.system.",
  );
}

function get(call: TransactionCall, args: Args): SyscallResult {
  const id = text(args, "id");
  requireKind(call, id, args["isSystem"] === true);
  return passedOn(call.tables.get(optionalText(args, "table"), id));
}

function readNext(call: TransactionCall, args: Args): SyscallResult {
  const step = call.streams.get(number(args, "queryId"))?.next();
  if (step === undefined || step.done === true) return { value: null, done: true };
  const row = step.value;
  return new DocumentResult(
    () => `{"value":${row.text},"done":false}`,
    () => ({ value: row.copy(), done: false }),
  );
}

/** Every row of a query at once; Convex's own library asks for one after the other. */
function collect(call: TransactionCall, args: Args): SyscallResult {
  const rows = [...call.tables.stream(requireVisible(json(args, "query")))];
  return new DocumentResult(
    () => serializeRows(rows),
    () => copyRows(rows),
  );
}

/** A page that ended somewhere ends there again; if that was with other code, it ends anew. */
function readPage(
  tables: Tables,
  query: JSONValue,
  request: PageRequest,
  journal: string | null,
): QueryPage {
  if (request.endCursor != null || journal === null) return tables.page(query, request);
  try {
    return tables.page(query, { ...request, endCursor: journal });
  } catch (error) {
    if (error instanceof InvalidCursorError) return tables.page(query, request);
    throw error;
  }
}

/** @throws Error for a second page in one function, and in components, as Convex does. */
function page(call: TransactionCall, args: Args): SyscallResult {
  const { run } = call;
  if (call.component !== "") {
    throw new Error(
      "paginate() is only supported in the app. Learn more at https://docs.convex.dev/components/authoring#pagination",
    );
  }
  const pageSize = number(args, "pageSize");
  if (pageSize === 0) throw new Error("Must request at least 1 document while paginating");
  const isOutermost = call.depth === 0;
  if (isOutermost && run.newJournal !== null) {
    throw new Error(
      "This query or mutation function ran multiple paginated queries. Convex only supports a single paginated query in each function.",
    );
  }
  const maximumRowsRead = optionalNumber(args, "maximumRowsRead");
  const maximumBytesRead = optionalNumber(args, "maximumBytesRead");
  if (maximumRowsRead === 0 || maximumBytesRead === 0)
    throw new Error("maximumRowsRead and maximumBytesRead must be greater than 0");
  const request: PageRequest = {
    cursor: optionalText(args, "cursor") ?? null,
    endCursor: optionalText(args, "endCursor") ?? null,
    pageSize,
    ...(maximumRowsRead !== undefined && { maximumRowsRead }),
    ...(maximumBytesRead !== undefined && { maximumBytesRead }),
  };
  const query = requireVisible(json(args, "query"));
  const result = readPage(call.tables, query, request, isOutermost ? run.oldJournal : null);
  if (isOutermost) run.newJournal = result.continueCursor;
  const { isDone, continueCursor, splitCursor = null, pageStatus = null } = result;
  const rest = { isDone, continueCursor, splitCursor, pageStatus };
  return new DocumentResult(
    () => `{"page":${serializeRows(result.page)},${JSON.stringify(rest).slice(1)}`,
    () => ({ page: copyRows(result.page), ...rest }),
  );
}

export const databaseReads: AsyncSyscalls = {
  "1.0/get": get,
  "1.0/queryStreamNext": readNext,
  "1.0/queryPage": page,
  "embedded/collect": collect,
  "1.0/count": (call, args) => call.tables.count(tableNamed(text(args, "table"))),
};

export const databaseWrites: AsyncSyscalls = {
  "1.0/insert": (call, args) => ({
    _id: call.tables.insert(text(args, "table"), documentFrom(call, json(args, "value"), "insert")),
  }),
  "1.0/shallowMerge": (call, args) => {
    call.tables.patch(
      optionalText(args, "table"),
      text(args, "id"),
      patchFrom(call, json(args, "value")),
    );
    return null;
  },
  "1.0/replace": (call, args) => {
    call.tables.replace(
      optionalText(args, "table"),
      text(args, "id"),
      documentFrom(call, json(args, "value"), "replace"),
    );
    return null;
  },
  "1.0/remove": (call, args) => {
    call.tables.remove(optionalText(args, "table"), text(args, "id"));
    return null;
  },
};

export const databaseSync: SyncSyscalls = {
  "1.0/queryStream": (call, args) => {
    const queryId = call.nextStreamId();
    call.streams.set(queryId, call.tables.stream(requireVisible(json(args, "query"))));
    return { queryId };
  },
  "1.0/queryCleanup": (call, args) => {
    const queryId = number(args, "queryId");
    call.streams.get(queryId)?.return?.();
    return call.streams.delete(queryId);
  },
  "1.0/db/normalizeId": (call, args) => ({
    id: call.tables.normalizeId(tableNamed(text(args, "table")), text(args, "idString")),
  }),
};
