/**
 * Reminders of what is due: one mail for a pair and day, however many invoices, and none while the retailer's word of a payment waits.
 * The screens show the day of the last one.
 */
import { addDays, formatDate, todayIst } from "../../domain/dates";
import { formatRupees } from "../../domain/money";
import { nextReminder } from "../../domain/paymentReminders";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { escapeHtml, postMail, type Mail } from "../auth/mail";
import { getAccount, type Pair } from "./accounts";

/** Dues of one run: a few documents each. */
export const DUES_PER_RUN = 200;
/** Dues that one mail names; it gives the sum of all. */
const NAMED_MAX = 20;

async function hasOpenClaim(ctx: QueryCtx, { retailerId, distributorId }: Pair): Promise<boolean> {
  const claim = await ctx.db
    .query("payments")
    .withIndex("by_pair", (q) =>
      q.eq("retailerId", retailerId).eq("distributorId", distributorId).eq("state", "claimed"),
    )
    .first();
  return claim !== null;
}

function lineFor({ printedNumber, openPaise, dueOn }: Doc<"dues">): string {
  const title = printedNumber === undefined ? "Opening balance" : `Invoice ${printedNumber}`;
  return `${title}: ${formatRupees(openPaise)}, due on ${formatDate(dueOn)}`;
}

function reminderMail(
  { retailer, distributor }: { retailer: Doc<"users">; distributor: Doc<"users"> },
  dues: readonly Doc<"dues">[],
): Mail {
  const company = distributor.companyName ?? distributor.name;
  const sum = formatRupees(dues.reduce((total, { openPaise }) => total + openPaise, 0));
  const lead = `This is open at ${company}, ${sum} in all. If you have paid already, tell them on the khata page.`;
  const lines = dues.slice(0, NAMED_MAX).map(lineFor);
  if (dues.length > NAMED_MAX) lines.push(`and ${dues.length - NAMED_MAX} more`);
  return {
    to: retailer.email,
    subject: `${sum} to pay to ${company}`.slice(0, 150),
    text: [lead, ...lines.map((line) => `- ${line}`)].join("\n"),
    html: `<p>${escapeHtml(lead)}</p><ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul>`,
  };
}

/** Mails the retailer its dues of one distributor, if nothing stands against it today. */
async function remindPair(
  ctx: MutationCtx,
  dues: readonly Doc<"dues">[],
  today: string,
): Promise<void> {
  const [first] = dues;
  const account = first === undefined ? null : await getAccount(ctx, first);
  if (first === undefined || account === null || account.remindedOn === today) return;
  const retailer = await ctx.db.get("users", first.retailerId);
  const distributor = await ctx.db.get("users", first.distributorId);
  if (retailer === null || distributor === null) return;
  if (retailer.deactivatedAt !== undefined || distributor.deactivatedAt !== undefined) return;
  await ctx.db.patch("creditAccounts", account._id, { remindedOn: today });
  await postMail(ctx, reminderMail({ retailer, distributor }, dues));
}

/** Reminds of the dues whose day has come, and sets each one's next day: tomorrow while a claim waits. */
export async function sendReminders(ctx: MutationCtx, now: number): Promise<void> {
  const today = todayIst(now);
  const dues = await ctx.db
    .query("dues")
    .withIndex("by_reminder", (q) => q.gt("remindOn", "").lte("remindOn", today))
    .take(DUES_PER_RUN);
  const ofPair = new Map<string, Doc<"dues">[]>();
  for (const due of dues) {
    const key = `${due.retailerId} ${due.distributorId}`;
    ofPair.set(key, [...(ofPair.get(key) ?? []), due]);
  }
  for (const own of ofPair.values()) {
    const [first] = own;
    const waits = first !== undefined && (await hasOpenClaim(ctx, first));
    if (!waits) await remindPair(ctx, own, today);
    for (const { _id, dueOn } of own) {
      const remindOn = waits ? addDays(today, 1) : nextReminder(dueOn, today);
      await ctx.db.patch("dues", _id, { remindOn });
    }
  }
  if (dues.length === DUES_PER_RUN)
    await ctx.scheduler.runAfter(0, internal.khata.internal.remind, {});
}
