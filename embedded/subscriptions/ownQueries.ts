/** The queries that actions and HTTP actions call. */
import type { CallOrigin, Identity, QueryCall } from "../contracts";
import { FunctionFailure } from "../functions/failures";
import type { Calls } from "../functions/services";
import { ownAddress } from "../functionAddress";
import type { Answer } from "../sync/answer";

interface Answers {
  answer(asked: QueryCall, identity: Identity, origin: CallOrigin): Promise<Answer>;
}

/** Answers them like requests: from a run that is true now, if there is one. Failures are thrown into the action. */
export function ownQueries(queries: Answers): Calls["query"] {
  return async (entry, args, { identity, origin }) => {
    const asked = { path: ownAddress(entry), args, journal: null, isOwn: true };
    const answer = await queries.answer(asked, identity, origin);
    const { value = null, errorMessage, errorData } = answer.fields();
    if (answer.type === "QueryUpdated") return value;
    throw new FunctionFailure(errorMessage as string, errorData);
  };
}
