/** Notifications for tests, written as the market writes them or put into the table. */
import { vi } from "vitest";
import {
  defaultSettings,
  type NotificationChannel,
  type NotificationKind,
} from "../../domain/notifications";
import { api } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { FIRST_PAGE, foldEffects, type Market, type Person } from "../market.setup";

type Settings = {
  quietFrom?: number;
  quietTo?: number;
  digest?: "none" | "morning" | "morningAndEvening";
  showsSums?: boolean;
};

/** Saves the person's settings: one kind through these channels, the others as by default. */
export function choose(
  { client }: Person,
  kind: NotificationKind,
  channels: NotificationChannel[],
  settings: Settings = {},
): Promise<null> {
  return client.mutation(api.notifications.saveSettings, {
    channels: [{ kind, channels }],
    ...{ digest: "none", showsSums: false, repeatsSound: false },
    ...settings,
  });
}

/** Puts so many unread notifications of an order into the table, one a millisecond up to `at`. */
export async function plantRows(
  t: Market,
  { user }: Person,
  partner: Person,
  { count, at, path = "/acceptedretail" }: { count: number; at: number; path?: string },
): Promise<void> {
  await t.run(async (ctx) => {
    for (let n = 0; n < count; n += 1) {
      await ctx.db.insert("notifications", {
        ...{ userId: user._id, kind: "orderAccepted", at: at - (count - 1 - n) },
        ...{ partnerId: partner.user._id, partnerName: "Asha Wholesale", lineCount: 1 },
        ...{ path, subject: `order ${n}` },
      });
    }
  });
}

export async function told({ client }: Person) {
  const page = { filter: "all" as const, paginationOpts: FIRST_PAGE };
  return (await client.query(api.notifications.list, page)).page;
}

export const unread = ({ client }: Person) => client.query(api.notifications.unread, {});

export async function rowsOf(t: Market): Promise<Doc<"notifications">[]> {
  await foldEffects(t);
  return t.run((ctx) => ctx.db.query("notifications").take(5_000));
}

/** Returns all mails, also those of notifications that are mailed at once: each in a transaction of its own. Needs fake timers. */
export async function mailsOf(t: Market): Promise<Doc<"outbox">[]> {
  await foldEffects(t);
  await vi.advanceTimersByTimeAsync(1);
  await t.finishInProgressScheduledFunctions();
  return t.run((ctx) => ctx.db.query("outbox").take(1_000));
}

/** The default channels of a kind. */
export function defaultChannels(
  role: Doc<"users">["role"],
  kind: NotificationKind,
): readonly NotificationChannel[] {
  return defaultSettings(role).channels[kind] ?? [];
}
