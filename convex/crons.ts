/** What has to happen without anybody asking. Each run does a bounded piece; the next one goes on. */
import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.interval(
  "sweep expired codes, tickets and mails",
  { minutes: 15 },
  internal.auth.steps.sweep,
);
crons.interval("sweep unclaimed uploads", { hours: 1 }, internal.uploads.steps.sweep);

export default crons;
