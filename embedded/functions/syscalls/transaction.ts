/** Which syscalls queries and mutations have. */
import { databaseReads, databaseSync, databaseWrites } from "./database";
import { metaReads, metaSync, metaWrites } from "./meta";
import { runUdf, functionHandles } from "./run";
import { scheduling } from "./scheduling";
import { storageReads, storageWrites } from "./storage";
import type { AsyncSyscalls, SyncSyscalls } from "./types";

const queries: AsyncSyscalls = {
  ...databaseReads,
  ...metaReads,
  ...storageReads,
  ...functionHandles,
  "1.0/runUdf": runUdf,
};

const mutations: AsyncSyscalls = {
  ...queries,
  ...databaseWrites,
  ...metaWrites,
  ...storageWrites,
  ...scheduling,
};

export const asyncSyscalls: Readonly<Record<"query" | "mutation", AsyncSyscalls>> = {
  query: queries,
  mutation: mutations,
};

export const syncSyscalls: SyncSyscalls = { ...databaseSync, ...metaSync };
