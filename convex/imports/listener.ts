/** A picture whose request ended without its action is tried again, or has failed. */
import type { Listener } from "../events";
import { settleFetch } from "./wantedPictures";

export const pictureRequests: Listener = {
  requestEnded: async (ctx, { job, silentSince }) => {
    if (job.kind === "picture")
      await settleFetch(ctx, job, silentSince === undefined ? {} : { silentSince });
  },
};
