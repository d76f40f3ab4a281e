/** A password that was reset shuts out whoever had the old one: everything that it gave to programs ends. */
import { mailNotice } from "../auth/notices";
import { revokePrograms } from "../developers/keys";
import type { Listener } from "../events";
import { passwordChanged } from "./notices";

export const programs: Listener = {
  passwordReset: async (ctx, { user }) => {
    const revoked = await revokePrograms(ctx, user._id);
    await mailNotice(ctx, user, () => passwordChanged(revoked));
  },
  adminRenewed: async (ctx, { user }) => {
    await revokePrograms(ctx, user._id);
  },
};
