/** Pushes end with their session; one whose request ended without its action has failed. */
import type { Listener } from "../events";
import { settlePush } from "./settle";
import { endPushes } from "./subscribe";

export const pushes: Listener = {
  sessionEnded: (ctx, { sessionId }) => endPushes(ctx, sessionId),
  requestEnded: async (ctx, { job, silentSince }) => {
    if (job.kind === "push") await settlePush(ctx, job, { silentSince, result: "failed" });
  },
};
