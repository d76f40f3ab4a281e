/**
 * Reminders of what is due: one mail for a pair and day, however many invoices, and none of what the retailer's word of a payment that
 * waits would pay. The screens show the day of the last one. Nobody can have somebody flooded: dues come from orders of the retailer's own
 * which the distributor accepted, and from one opening balance to which the retailer did not object; a block of the retailer's ends the
 * mails.
 */
import { claimedSum, uncovered } from "../../domain/claims";
import { addDays, formatDate, todayIst } from "../../domain/dates";
import { OPEN_CLAIMS_MAX } from "../../domain/limits";
import { formatRupees } from "../../domain/money";
import { REMINDER_DAYS_BEFORE, nextReminder, reminderDay } from "../../domain/paymentReminders";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { escapeHtml, postMail, type Mail } from "../auth/mail";
import { getConnection } from "../network/find";
import type { Pair } from "../network/sides";
import { claimsBetween } from "./claims";
import { getAccount, pairOf } from "./accounts";

/** Dues of one run: each may be of another pair, whose mail reads some thirty documents, and a run has a second. */
export const DUES_PER_RUN = 50;
/** Dues that one mail names. */
export const NAMED_MAX = 20;
const SUBJECT_MAX = 150;
/** Dues of a pair with a claim that waits, which are looked at for what it covers. */
const COVERED_DUES_MAX = 200;

type Covered = {
  /** The sum of all claims of the pair that wait. */
  readonly claimedPaise: number;
  /** The part of open dues that no claim covers, by their ids; dues that are not here have no claim. */
  readonly left: ReadonlyMap<string, number>;
};

/** The oldest dues that a reminder of `today` is about, one more than it names at least. */
function duesToName(
  ctx: QueryCtx,
  { retailerId, distributorId }: Pair,
  { left }: Covered,
  today: string,
) {
  return ctx.db
    .query("dues")
    .withIndex("by_pair", (q) =>
      q
        .eq("retailerId", retailerId)
        .eq("distributorId", distributorId)
        .eq("isOpen", true)
        .lte("dueOn", addDays(today, REMINDER_DAYS_BEFORE)),
    )
    .take(left.size === 0 ? NAMED_MAX + 1 : COVERED_DUES_MAX);
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

function leadFor(company: string, { balancePaise }: Doc<"creditAccounts">, claimedPaise: number) {
  const sum = formatRupees(balancePaise);
  const owed = `You owe ${company} ${sum} in all`;
  if (claimedPaise === 0)
    return `${owed}. If you have paid already, tell them on the khata page. This is due:`;
  return `${owed}. You told them of ${formatRupees(claimedPaise)}, which waits to be confirmed. Besides, this is due:`;
}

function reminderMail(
  { retailer, distributor }: { retailer: Doc<"users">; distributor: Doc<"users"> },
  account: Doc<"creditAccounts">,
  { claimedPaise }: Covered,
  dues: readonly Doc<"dues">[],
): Mail {
  const company = distributor.companyName ?? distributor.name;
  const sum = formatRupees(account.balancePaise - claimedPaise);
  const lead = leadFor(company, account, claimedPaise);
  const lines = dues.slice(0, NAMED_MAX).map(lineFor);
  if (dues.length > NAMED_MAX) lines.push("and more");
  return {
    to: retailer.email,
    subject: Array.from(`${sum} to pay to ${company}`).slice(0, SUBJECT_MAX).join(""),
    text: [lead, ...lines.map((line) => `- ${line}`)].join("\n"),
    html: `<p>${escapeHtml(lead)}</p><ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul>`,
  };
}

function openOf(covered: Covered, due: Doc<"dues">): number {
  return covered.left.get(due._id) ?? due.openPaise;
}

/** Returns the part of the pair's dues that waiting claims would pay; as many dues are read as ageing reads. */
async function coveredOf(ctx: QueryCtx, { retailerId, distributorId }: Pair): Promise<Covered> {
  const claims = await claimsBetween(ctx, { retailerId, distributorId }).take(OPEN_CLAIMS_MAX);
  if (claims.length === 0) return { claimedPaise: 0, left: new Map() };
  const dues = await ctx.db
    .query("dues")
    .withIndex("by_pair", (q) =>
      q.eq("retailerId", retailerId).eq("distributorId", distributorId).eq("isOpen", true),
    )
    .take(COVERED_DUES_MAX);
  const left = uncovered(dues, claims).map(({ _id, openPaise }) => [_id, openPaise] as const);
  return { claimedPaise: claimedSum(claims), left: new Map(left) };
}

/**
 * Mails the retailer what it owes the distributor, unless claims that wait would pay it all, their khata is not used, or no
 * mail goes between them. Returns true if it did.
 */
async function mailPair(
  ctx: MutationCtx,
  account: Doc<"creditAccounts">,
  covered: Covered,
  today: string,
): Promise<boolean> {
  if (account.balancePaise <= covered.claimedPaise || account.isUsed !== true) return false;
  const parties = await partiesOf(ctx, account);
  if (parties === null) return false;
  const dues = (await duesToName(ctx, account, covered, today))
    .map((due) => ({ ...due, openPaise: openOf(covered, due) }))
    .filter(({ openPaise }) => openPaise > 0);
  await ctx.db.patch("creditAccounts", account._id, { remindedOn: today });
  await postMail(ctx, reminderMail(parties, account, covered, dues));
  return true;
}

/**
 * Reminds a pair of its dues whose day has come, if it is time to, and sets each one's next day: tomorrow for those that a claim covers
 * while it waits.
 */
async function remindPair(
  ctx: MutationCtx,
  pair: Pair,
  dues: readonly Doc<"dues">[],
  today: string,
): Promise<void> {
  const covered = await coveredOf(ctx, pair);
  const waits = (due: Doc<"dues">) => openOf(covered, due) === 0;
  const account = await getAccount(ctx, pair);
  let remindedOn = account?.remindedOn;
  const isTime = dues.some(
    (due) => !waits(due) && reminderDay(due.dueOn, remindedOn, today) === today,
  );
  if (account !== null && isTime && (await mailPair(ctx, account, covered, today)))
    remindedOn = today;
  for (const due of dues) {
    const { _id, dueOn } = due;
    const day = waits(due) ? addDays(today, 1) : reminderDay(dueOn, remindedOn, today);
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
