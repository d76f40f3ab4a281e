/** The syscalls of queries and mutations. */
import type { AsyncSyscalls, TransactionSyscalls } from "../transactionCall";
import { databaseReads, databaseSync, databaseWrites } from "./database";
import { metaReads, metaSync, metaWrites } from "./meta";
import { runUdf, functionHandles } from "./run";
import { scheduling } from "./scheduling";
import { storageReads, storageWrites } from "./storage";

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

export const transactionSyscalls: TransactionSyscalls = {
  sync: { ...databaseSync, ...metaSync },
  async: { query: queries, mutation: mutations },
};
