/** Background functions without a caller are scheduled by a cron. */
import { expect, test } from "vitest";
import crons from "./crons";

/** The schedule of each job, by the function that it runs. */
function schedules(): Record<string, object> {
  // As Convex reads them; the library's types leave it out.
  const { export: exported } = crons as unknown as { export: () => string };
  const jobs = JSON.parse(exported.call(crons)) as Record<
    string,
    { name: string; schedule: object }
  >;
  return Object.fromEntries(Object.values(jobs).map(({ name, schedule }) => [name, schedule]));
}

test("every expiry has a cron job at least once an hour, and what a crash left once a day", () => {
  const hourly = { type: "interval", hours: 1 };
  expect(schedules()).toMatchObject({
    "auth/sweep:run": { type: "interval", minutes: 15 },
    "chat/internal:openMissing": { type: "interval", minutes: 10 },
    "webhooks/deliver:sweep": hourly,
    "notifications/internal:sweep": hourly,
    "orders/sweep:run": hourly,
    "rest/once:sweep": hourly,
    "uploads/internal:sweep": hourly,
    "uploads/internal:sweepUnrecorded": { type: "interval", hours: 24 },
  });
});

test("reminders of what is due are mailed by day in India, every hour, so that a run which was missed is made up for", () => {
  expect(schedules()["khata/internal:remind"]).toEqual({ type: "cron", cron: "30 3-15 * * *" });
});

test("digests are mailed every half hour, at eight in the morning and six in the evening in India among others", () => {
  const cron = { type: "cron", cron: "*/30 * * * *" };
  expect(schedules()["notifications/internal:sendDigests"]).toEqual(cron);
});
