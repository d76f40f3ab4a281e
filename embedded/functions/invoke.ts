/** Runs one function of the app inside a call: arguments checked, run in the sandbox, result checked. */
import type { JSONValue } from "convex/values";
import { toFailure } from "./failures";
import { runIn } from "./scope";
import type { TransactionCall } from "./transactionCall";
import { charge } from "./chargedTime";
import { checkedArgs, checkedResult } from "./validation";

/** Rejects with a FunctionFailure whatever goes wrong. */
export async function invoke(call: TransactionCall, args: JSONValue): Promise<JSONValue> {
  const { entry, run } = call;
  try {
    const checked = checkedArgs(entry, args, run.transaction);
    const result = await runIn(call, () => entry.invoke(checked));
    charge(call);
    return checkedResult(entry, result, run.transaction);
  } catch (error) {
    throw toFailure(error, run.services.deployment().describeStack);
  } finally {
    call.close();
  }
}
