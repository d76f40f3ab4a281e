/** The functions behind the administration calls of REST. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { listUsers, userRecord } from "../../admin/list";
import { restQuery } from "../caller";

const page = { paginationOpts: paginationOptsValidator };

export const users = restQuery("admin")({
  args: page,
  returns: paginationResultValidator(userRecord),
  handler: (ctx, { paginationOpts }) => listUsers(ctx, undefined, paginationOpts),
});
