import { expect, test } from "vitest";
import { TransactionRun } from "./transactionRun";

const NOTHING = {} as never;

test("[LIM14] work without a processor counts from six seconds on", async () => {
  const run = new TransactionRun(NOTHING, NOTHING, NOTHING, NOTHING);
  await new Promise((resolve) => setTimeout(resolve, 300));
  run.worked(5_900);
  expect(() => run.requireTime()).not.toThrow();
  run.worked(200);
  expect(() => run.requireTime()).toThrow("too many system operations");
});
