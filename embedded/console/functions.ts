/** The console's system functions, named as Convex's own dashboard names them. */
import type { JSONValue, Value } from "convex/values";
import { convexToJson, jsonToConvex } from "convex/values";
import type { ComponentPath, StoredDocument, Transaction } from "../contracts";
import type { Index } from "../database/catalog";
import type { SystemCall, SystemFunctions } from "../extras/cli/systemFunctions";
import { parsePageOptions } from "../extras/cli/systemFunctions";
import type { FunctionRuntime } from "../functionRuntime";
import { backendTables, numberIn, rows, textIn } from "../functions/backendTables";
import { catalogTables } from "../tableNames";

const PAGE_MAX = 100;
/** A filter that finds little ends its page here; the next page goes on. */
const ROWS_READ_MAX = 4_000;
const JOBS_MAX = 200;
/** States of scheduled functions, in the words of functions/scheduler.ts. */
const UNFINISHED = ["running", "waiting", "waitingAction", "waitingNodeAction"];
const OPERATORS = ["$eq", "$neq", "$lt", "$lte", "$gt", "$gte"];

type Args = SystemCall["args"];

function text(args: Args, name: string): string {
  const value = args[name];
  if (typeof value !== "string") throw new Error(`${name} must be a string.`);
  return value;
}

function componentIn(args: Args): ComponentPath {
  return typeof args["componentId"] === "string" ? args["componentId"] : "";
}

function list(args: Args, name: string): readonly JSONValue[] {
  const value = args[name] ?? [];
  if (!Array.isArray(value)) throw new Error(`${name} must be an array.`);
  return value;
}

function records(args: Args, name: string): Record<string, JSONValue>[] {
  return list(args, name).filter(
    (value): value is Record<string, JSONValue> =>
      typeof value === "object" && value !== null && !Array.isArray(value),
  );
}

function texts(args: Args, name: string): string[] {
  return list(args, name).filter((value) => typeof value === "string");
}

function toFields(document: JSONValue | undefined): Record<string, Value> {
  if (typeof document !== "object" || document === null || Array.isArray(document))
    throw new Error("A document must be an object.");
  return jsonToConvex(document) as Record<string, Value>;
}

function toIndexJson(index: Index): JSONValue {
  const { name, kind, isStaged = false } = index;
  const fields =
    index.kind === "db"
      ? index.fields
      : [index.kind === "search" ? index.searchField : index.vectorField, ...index.filterFields];
  return { name, kind, fields: [...fields], isStaged };
}

/** The system's tables come last. */
function toSortKey(table: string): string {
  return `${table.startsWith("_") ? 1 : 0}${table}`;
}

function listSchemas({ args, transaction }: SystemCall): JSONValue {
  return [...catalogTables(transaction, componentIn(args))]
    .sort((a, b) => (toSortKey(a.name) < toSortKey(b.name) ? -1 : 1))
    .map(({ name, indexes, documentType = null }) => ({
      name,
      documentType,
      indexes: [...indexes.values()].map(toIndexJson),
    }));
}

function toFilter({ field = "", op = null, value = null }: Record<string, JSONValue>): JSONValue {
  const operator = OPERATORS.find((each) => each === op);
  if (operator === undefined) throw new Error("A filter needs one of the operators.");
  return { filter: { [operator]: [{ $field: field }, { $literal: value }] } };
}

function readDocuments({ args, transaction }: SystemCall): JSONValue {
  const { cursor, numItems } = parsePageOptions(args["paginationOpts"]);
  const query = {
    source: {
      type: "IndexRange",
      indexName: `${text(args, "table")}.${text(args, "index")}`,
      range: [...list(args, "range")],
      order: args["order"] === "asc" ? "asc" : "desc",
    },
    operators: records(args, "filters").map(toFilter),
  };
  const request = {
    cursor,
    pageSize: Math.min(numItems, PAGE_MAX),
    maximumRowsRead: ROWS_READ_MAX,
  };
  const result = transaction.tables(componentIn(args)).page(query, request);
  const { isDone, continueCursor } = result;
  const page = result.page.map((row) => JSON.parse(row.text) as JSONValue);
  return { page, isDone, continueCursor };
}

function readJobs(transaction: Transaction): StoredDocument[] {
  const tables = backendTables(transaction);
  return UNFINISHED.flatMap((state) => [
    ...rows(tables, "scheduledJobs.by_due", { state }, { limit: JOBS_MAX }),
  ]);
}

function listJobs({ transaction }: SystemCall): JSONValue {
  const page = readJobs(transaction)
    .sort((a, b) => numberIn(a, "due") - numberIn(b, "due"))
    .slice(0, JOBS_MAX)
    .map((row) => ({
      id: textIn(row, "scheduledId"),
      componentId: textIn(row, "owner"),
      path: textIn(row, "path"),
      args: textIn(row, "args"),
      due: numberIn(row, "due"),
      isRunning: row["state"] === "running",
    }));
  return { page, isDone: true, continueCursor: "" };
}

function listCronJobs({ transaction }: SystemCall): JSONValue {
  return [...rows(backendTables(transaction), "cronJobs.by_name")].map((row) => {
    const [path, args, schedule] = JSON.parse(textIn(row, "definition")) as JSONValue[];
    return {
      name: textIn(row, "name"),
      componentId: textIn(row, "component"),
      path: path ?? null,
      args: JSON.stringify(args),
      schedule: JSON.stringify(schedule),
      // JSON has no infinity, which stands for a schedule without another run.
      next: convexToJson(numberIn(row, "next")),
    };
  });
}

/** Makes the console's functions on what the backend's parts offer. */
export function consoleFunctions({
  files,
  scheduler,
}: Pick<FunctionRuntime, "files" | "scheduler">): SystemFunctions {
  return {
    queries: {
      "_system/frontend/getSchemas:default": listSchemas,
      "_system/frontend/paginatedTableDocuments:default": readDocuments,
      "_system/frontend/paginatedScheduledJobs:default": listJobs,
      "_system/frontend/listCronJobs:default": listCronJobs,
      "_system/frontend/fileStorageV2:fileUrls": ({ args, transaction }) =>
        Object.fromEntries(
          texts(args, "storageIds").map((id) => [
            id,
            files.url(transaction, componentIn(args), id, Date.now()),
          ]),
        ),
    },
    mutations: {
      "_system/frontend/addDocument:default": ({ args, transaction }) =>
        list(args, "documents").map((document) =>
          transaction.tables(componentIn(args)).insert(text(args, "table"), toFields(document)),
        ),
      "_system/frontend/replaceDocument:default": ({ args, transaction }) => {
        const { document } = args;
        transaction
          .tables(componentIn(args))
          .replace(undefined, text(args, "id"), toFields(document));
        return null;
      },
      "_system/frontend/deleteDocuments:default": ({ args, transaction }) => {
        for (const each of records(args, "toDelete"))
          transaction.tables(componentIn(args)).remove(text(each, "tableName"), text(each, "id"));
        return null;
      },
      "_system/frontend/fileStorageV2:deleteFiles": ({ args, transaction, afterCommit }) => {
        for (const id of texts(args, "storageIds"))
          afterCommit(files.remove(transaction, componentIn(args), id));
        return null;
      },
      "_system/frontend/fileStorageV2:generateUploadUrl": ({ args }) =>
        files.uploadUrl(componentIn(args)),
      "_system/frontend/scheduler:cancelJob": ({ args, transaction }) => {
        scheduler.cancel(transaction, componentIn(args), text(args, "id"));
        return null;
      },
      "_system/frontend/scheduler:runJobNow": ({ args, transaction, afterCommit }) => {
        scheduler.bringForward(transaction, componentIn(args), text(args, "id"));
        afterCommit(() => scheduler.wake());
        return null;
      },
    },
  };
}
