/** Mails that remind both parties of orders which end unless they are answered: one mail for each party, however many orders. */
import { formatDateTime } from "../../domain/dates";
import { keptLines } from "../../domain/orderLines";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { escapeHtml, postMail, type Mail } from "../auth/mail";

/** Orders that one mail names; it gives the number of the others. */
const NAMED_MAX = 20;

function lineFor(order: Doc<"orders">, isRetailer: boolean): string {
  const other = isRetailer ? order.distributorName : order.userName;
  const until = formatDateTime(order.answerBy);
  const [first, ...others] = keptLines(order.lines);
  const goods = first === undefined ? "" : `${first.quantity} × ${first.productName}`;
  const rest = others.length === 0 ? "" : ` and ${others.length} more`;
  return `${goods}${rest}, ${isRetailer ? "at" : "for"} ${other}, until ${until}`;
}

function reminderMail(to: Doc<"users">, orders: readonly Doc<"orders">[]): Mail {
  const isRetailer = to.role === "retailer";
  const lines = orders.slice(0, NAMED_MAX).map((order) => lineFor(order, isRetailer));
  if (orders.length > NAMED_MAX) lines.push(`and ${orders.length - NAMED_MAX} more`);
  const lead = isRetailer
    ? "These orders of yours were not answered yet. They end at the given time, and can then be placed again:"
    : "These orders wait for your answer. They are rejected at the given time, and the stock returns:";
  return {
    to: to.email,
    subject: orders.length === 1 ? "An order ends soon" : `${orders.length} orders end soon`,
    text: [lead, ...lines.map((line) => `- ${line}`)].join("\n"),
    html: `<p>${lead}</p><ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul>`,
  };
}

/** One mail to each party of these orders, as long as its account is open. */
export async function mailReminders(
  ctx: MutationCtx,
  orders: readonly Doc<"orders">[],
): Promise<void> {
  const ofParty = new Map<Id<"users">, Doc<"orders">[]>();
  for (const order of orders) {
    for (const id of [order.distributorId, order.retailerId])
      ofParty.set(id, [...(ofParty.get(id) ?? []), order]);
  }
  for (const [id, own] of ofParty) {
    const party = await ctx.db.get("users", id);
    if (party !== null && party.deactivatedAt === undefined)
      await postMail(ctx, reminderMail(party, own));
  }
}
