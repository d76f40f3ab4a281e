/** A password that was reset shuts out whoever had the old one: everything that it gave to programs ends. */
import { mailNotice } from "../auth/notices";
import { revokePrograms } from "../developers/keys";
import type { Listener } from "../events";
import { passwordChanged } from "./notices";

export const programs: Listener = {
  passwordReset: async (ctx, { user }) =>
    mailNotice(ctx, user, passwordChanged(await revokePrograms(ctx, user._id))),
  adminRenewed: async (ctx, { user }) => {
    await revokePrograms(ctx, user._id);
  },
};
