/** Mails that remind both parties of orders which end unless they are answered: one mail for each party, however many orders. */
import { formatDateTime } from "../../domain/dates";
import { t } from "../../domain/language/texts";
import { keptLines } from "../../domain/orderLines";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { escapeHtml, postMail, type Mail } from "../auth/mail";
import { writeFor } from "../receiver";

/** Orders that one mail names; it gives the number of the others. */
const NAMED_MAX = 20;

function goodsText({ lines }: Doc<"orders">): string {
  const [first, ...others] = keptLines(lines);
  if (first === undefined) return "";
  const goods = `${first.quantity} × ${first.productName}`;
  return others.length === 0
    ? goods
    : t("{goods} and {count} more", { goods, count: others.length });
}

function lineFor(order: Doc<"orders">, isRetailer: boolean): string {
  const goods = goodsText(order);
  const time = formatDateTime(order.answerBy);
  return isRetailer
    ? t("{goods}, at {distributor}, until {time}", {
        goods,
        distributor: order.distributorName,
        time,
      })
    : t("{goods}, for {retailer}, until {time}", { goods, retailer: order.userName, time });
}

function reminderMail(to: Doc<"users">, orders: readonly Doc<"orders">[]): Mail {
  const isRetailer = to.role === "retailer";
  const lines = orders.slice(0, NAMED_MAX).map((order) => lineFor(order, isRetailer));
  const left = orders.length - NAMED_MAX;
  if (left > 0) lines.push(t("and {count} more", { count: left }));
  const lead = isRetailer
    ? t(
        "These orders of yours were not answered yet. They end at the given time, and can then be placed again:",
      )
    : t(
        "These orders wait for your answer. They are rejected at the given time, and the stock returns:",
      );
  return {
    to: to.email,
    subject: t("{count, plural, one {An order ends soon} other {# orders end soon}}", {
      count: orders.length,
    }),
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
      await postMail(
        ctx,
        writeFor(party, () => reminderMail(party, own)),
      );
  }
}
