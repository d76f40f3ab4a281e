/** Periodic jobs. Each run does a bounded amount of work; the next one continues. */
import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.interval(
  "sweep expired codes, tickets, sessions and mails",
  { minutes: 15 },
  internal.auth.sweep.run,
);
crons.interval("sweep unclaimed uploads", { hours: 1 }, internal.uploads.internal.sweep);
// It looks at all files, for what only a crash leaves.
crons.interval(
  "sweep unrecorded files",
  { hours: 24 },
  internal.uploads.internal.sweepUnrecorded,
  {},
);
crons.interval("sweep old answers to REST calls", { hours: 1 }, internal.rest.once.sweep);
crons.interval("sweep old messages to webhooks", { hours: 1 }, internal.webhooks.deliver.sweep);
crons.interval("open missing conversations", { minutes: 10 }, internal.chat.internal.openMissing);
crons.interval("end orders that nobody answered", { hours: 1 }, internal.orders.sweep.run);
crons.interval("fetch the news", { minutes: 30 }, internal.news.keep.begin);
crons.interval(
  "fill in what products are found by",
  { minutes: 10 },
  internal.searchIndex.internal.fill,
);
crons.interval("sweep old imports", { hours: 1 }, internal.imports.internal.sweep);
crons.interval(
  "end requests to other hosts that nobody ended",
  { minutes: 1 },
  internal.outgoing.internal.sweep,
);
crons.interval("take up a fold", { minutes: 10 }, internal.effects.fold.resume);
// In UTC: from nine in the morning to nine in the evening in India. Mails that ring at night are not read, but switched off.
crons.cron("remind of what is due", "30 3-15 * * *", internal.khata.internal.remind);
crons.interval("sweep old notifications", { hours: 1 }, internal.notifications.internal.sweep, {});
// Digests are due at eight in the morning and six in the evening in India; one that a standstill delayed goes out within half an hour.
crons.cron("mail digests", "*/30 * * * *", internal.notifications.internal.sendDigests);

export default crons;
