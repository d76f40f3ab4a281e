/** Background functions without a caller are scheduled by a cron. */
import { expect, test } from "vitest";
import crons from "./crons";

test("every expiry has a cron job at least once an hour", () => {
  // As Convex reads them; the library's types leave it out.
  const { export: exported } = crons as unknown as { export: () => string };
  const jobs = JSON.parse(exported.call(crons)) as Record<
    string,
    { name: string; schedule: object }
  >;
  const beats = Object.values(jobs).map(({ name, schedule }) => [name, schedule] as const);
  const hourly = { type: "interval", hours: 1 };
  expect(Object.fromEntries(beats)).toMatchObject({
    "auth/sweep:run": { type: "interval", minutes: 15 },
    "chat/internal:openMissing": { type: "interval", minutes: 10 },
    "developers/deliver:sweep": hourly,
    "orders/sweep:run": hourly,
    "rest/once:sweep": hourly,
    "uploads/internal:sweep": hourly,
  });
});
