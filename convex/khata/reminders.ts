/**
 * Reminders of what is due: one mail for a pair and day, however many invoices, and none while the retailer's word of a payment waits.
 * The screens show the day of the last one. Nobody can have somebody flooded: dues come from orders of the retailer's own which the
 * distributor accepted, and from one opening balance of a pair that the retailer connected; a block of the retailer's ends the mails.
 */
import { addDays, formatDate, todayIst } from "../../domain/dates";
import { formatRupees } from "../../domain/money";
import { REMINDER_DAYS_BEFORE, nextReminder, reminderDay } from "../../domain/paymentReminders";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { escapeHtml, postMail, type Mail } from "../auth/mail";
import { getConnection } from "../network/find";
import type { Pair } from "../network/pair";
import { claimsBetween } from "../payments/list";
import { getAccount, pairOf } from "./accounts";

/** Dues of one run: each may be of another pair, whose mail reads some thirty documents, and a run has a second. */
export const DUES_PER_RUN = 50;
/** Dues that one mail names. */
export const NAMED_MAX = 20;
const SUBJECT_MAX = 150;

/** The oldest dues that a reminder of `today` is about, one more than it names. */
function duesToName(ctx: QueryCtx, { retailerId, distributorId }: Pair, today: string) {
  return ctx.db
    .query("dues")
    .withIndex("by_pair", (q) =>
      q
        .eq("retailerId", retailerId)
        .eq("distributorId", distributorId)
        .eq("isOpen", true)
        .lte("dueOn", addDays(today, REMINDER_DAYS_BEFORE)),
    )
    .take(NAMED_MAX + 1);
}

/** The two sides, or null where no mail goes: a closed account gets and sends none, and a distributor whom the retailer blocked sends none. */
async function partiesOf(ctx: QueryCtx, { retailerId, distributorId }: Pair) {
  const retailer = await ctx.db.get("users", retailerId);
  const distributor = await ctx.db.get("users", distributorId);
  if (retailer === null || distributor === null) return null;
  if (retailer.deactivatedAt !== undefined || distributor.deactivatedAt !== undefined) return null;
  const connection = await getConnection(ctx, retailerId, distributorId);
  return connection?.blockedByRetailerAt === undefined ? { retailer, distributor } : null;
}

function lineFor({ printedNumber, openPaise, dueOn }: Doc<"dues">): string {
  const title = printedNumber === undefined ? "Opening balance" : `Invoice ${printedNumber}`;
  return `${title}: ${formatRupees(openPaise)}, due on ${formatDate(dueOn)}`;
}

function reminderMail(
  { retailer, distributor }: { retailer: Doc<"users">; distributor: Doc<"users"> },
  balancePaise: number,
  dues: readonly Doc<"dues">[],
): Mail {
  const company = distributor.companyName ?? distributor.name;
  const sum = formatRupees(balancePaise);
  const lead = `You owe ${company} ${sum} in all. If you have paid already, tell them on the khata page. This is due:`;
  const lines = dues.slice(0, NAMED_MAX).map(lineFor);
  if (dues.length > NAMED_MAX) lines.push("and more");
  return {
    to: retailer.email,
    subject: Array.from(`${sum} to pay to ${company}`).slice(0, SUBJECT_MAX).join(""),
    text: [lead, ...lines.map((line) => `- ${line}`)].join("\n"),
    html: `<p>${escapeHtml(lead)}</p><ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul>`,
  };
}

/**
 * Mails the retailer what it owes the distributor, unless nothing is owed, their khata is not used, or no
 * mail goes between them. Returns true if it did.
 */
async function mailPair(
  ctx: MutationCtx,
  account: Doc<"creditAccounts">,
  today: string,
): Promise<boolean> {
  if (account.balancePaise <= 0 || account.isUsed !== true) return false;
  const parties = await partiesOf(ctx, account);
  if (parties === null) return false;
  const dues = await duesToName(ctx, account, today);
  await ctx.db.patch("creditAccounts", account._id, { remindedOn: today });
  await postMail(ctx, reminderMail(parties, account.balancePaise, dues));
  return true;
}

/** Reminds a pair of its dues whose day has come, if it is time to, and sets each one's next day: tomorrow while a claim waits. */
async function remindPair(
  ctx: MutationCtx,
  pair: Pair,
  dues: readonly Doc<"dues">[],
  today: string,
): Promise<void> {
  const waits = (await claimsBetween(ctx, pair).first()) !== null;
  const account = await getAccount(ctx, pair);
  let remindedOn = account?.remindedOn;
  const isTime = dues.some(({ dueOn }) => reminderDay(dueOn, remindedOn, today) === today);
  if (account !== null && isTime && !waits && (await mailPair(ctx, account, today)))
    remindedOn = today;
  for (const { _id, dueOn } of dues) {
    const day = waits ? addDays(today, 1) : reminderDay(dueOn, remindedOn, today);
    const remindOn = day > today ? day : nextReminder(dueOn, today);
    await ctx.db.patch("dues", _id, { remindOn });
  }
}

/** Reminds of the dues whose day has come. Those beyond one run are left to the next, at once. */
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
    if (first !== undefined) await remindPair(ctx, pairOf(first), own, today);
  }
  if (dues.length === DUES_PER_RUN)
    await ctx.scheduler.runAfter(0, internal.khata.internal.remind, {});
}
