import { expect, test } from "vitest";
import { openDatabase } from "../database/database";
import { openMemoryStore } from "../store/memory";
import type { FunctionEntry } from "./deployment";
import { checkedArgs } from "./validation";

const ENTRY: FunctionEntry = {
  component: "",
  path: "notes:list",
  kind: "query",
  runtime: "isolate",
  visibility: "public",
  args: { type: "any" },
  returns: null,
  invoke: () => Promise.resolve(null),
};

test("[VAL1] arguments with -0 are read as by the text that results are kept by, all others as they are", async () => {
  const database = await openDatabase(openMemoryStore());
  const transaction = database.begin();
  const args = { low: [0, 1.5], name: "rice" };
  expect(checkedArgs(ENTRY, args, transaction)).toBe(args);
  const negative = checkedArgs(ENTRY, { low: [-0, 1.5] }, transaction);
  expect(negative).toStrictEqual({ low: [0, 1.5] });
  database.discard(transaction);
  await database.close();
});
