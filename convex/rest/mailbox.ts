/** `GET /api/dev/mailbox?email=`: the development mailbox for scripts. */
import { api } from "../_generated/api";
import { httpAction } from "../functions";
import { answer, refusal } from "./respond";

const MAILS_MAX = 100;

/** A JSON array, newest first; 404 where there is no mailbox. */
export const readMailbox = httpAction(async (ctx, request) => {
  const email = new URL(request.url).searchParams.get("email") ?? undefined;
  const paginationOpts = { numItems: MAILS_MAX, cursor: null };
  try {
    const { page } = await ctx.runQuery(api.auth.mailbox, {
      paginationOpts,
      ...(email !== undefined && { email }),
    });
    return answer(page);
  } catch (error) {
    return refusal(error);
  }
});
