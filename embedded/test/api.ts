/** The fixture project's functions, as its generated `api` would name them. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { makeFunctionReference } from "convex/server";

type Nothing = Record<string, never>;
type Named = { name: string };

export const counters = {
  get: makeFunctionReference<"query", Named, number>("counters:get"),
  long: makeFunctionReference<"query", { characters: number }, string>("counters:long"),
  sum: makeFunctionReference<"query", Nothing, number>("counters:sum"),
  add: makeFunctionReference<"mutation", Named, number>("counters:add"),
  addAndFail: makeFunctionReference<"mutation", Named>("counters:addAndFail"),
  who: makeFunctionReference<"query", Nothing, string | null>("counters:who"),
  note: makeFunctionReference<"mutation", { text: string }, string>("counters:note"),
  notes: makeFunctionReference<
    "query",
    { paginationOpts: PaginationOptions },
    PaginationResult<{ text: string }>
  >("counters:notes"),
  spin: makeFunctionReference<"mutation", Nothing>("counters:spin"),
  secret: makeFunctionReference<"mutation", Nothing>("counters:secret"),
  missing: makeFunctionReference<"query", Nothing>("counters:missing"),
  variable: makeFunctionReference<"query", Named, string | null>("counters:variable"),
  uploadUrl: makeFunctionReference<"mutation", Nothing, string>("counters:uploadUrl"),
  fileUrl: makeFunctionReference<"query", { storageId: string }, string | null>("counters:fileUrl"),
  fileUrlInAction: makeFunctionReference<"action", { storageId: string }, string | null>(
    "counters:fileUrlInAction",
  ),
  addTwice: makeFunctionReference<"action", Named, number>("counters:addTwice"),
};
