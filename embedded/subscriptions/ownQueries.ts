/** The queries that actions and HTTP actions call. */
import type { CallOrigin, Identity, QueryCall } from "../contracts";
import { FunctionFailure } from "../functions/failures";
import type { Calls } from "../functions/services";
import { callerKey } from "../callerKey";
import { callerKeys } from "../callerTime";
import { ownAddress } from "../functionAddress";
import type { Answer } from "../sync/answer";
import type { RunQueue } from "./runQueue";

interface Answers {
  atHand(call: QueryCall, identity: Identity): Answer | undefined;
  answer(call: QueryCall, identity: Identity, origin: CallOrigin): Promise<Answer>;
}

/**
 * Answers them like requests: from a run that is true now, if there is one, else when the run queue visits its caller. Failures are
 * thrown into the action.
 */
export function ownQueries(queries: Answers, runQueue: RunQueue): Calls["query"] {
  return async (entry, args, { identity, origin }) => {
    const call = { path: ownAddress(entry), args, journal: null, isOwn: true };
    const { ip, requestId } = origin;
    let answer = queries.atHand(call, identity);
    if (answer === undefined) {
      await runQueue.next(callerKey(ip, requestId), callerKeys(ip, requestId, identity));
      answer = await queries.answer(call, identity, origin);
    }
    const { value = null, errorMessage, errorData } = answer.fields();
    if (answer.type === "QueryUpdated") return value;
    throw new FunctionFailure(errorMessage as string, errorData);
  };
}
