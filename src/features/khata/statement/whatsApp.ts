/** A reminder that a distributor sends by hand, from WhatsApp. */
import { OVERDUE_BUCKETS, type Ageing } from "../../../../domain/ageing";
import { type Reminder, reminderText } from "../../../../domain/paymentReminders";
import { whatsAppHref } from "../../../device/contactLinks";
import type { WriteFor } from "../../../market/useWriteFor";

export type Debt = {
  readonly company: string;
  readonly balancePaise: number;
  readonly ageing: Ageing;
  /** The oldest first. */
  readonly dues: readonly { readonly dueOn: string; readonly openPaise: number }[];
  readonly today: string;
};

/** Returns the sum to remind of: all that is overdue, else what is due next. Null if nothing is owed. */
function reminderOf({ company, balancePaise, ageing, dues, today }: Debt): Reminder | null {
  const [oldest] = dues;
  if (oldest === undefined || balancePaise <= 0) return null;
  const { dueOn } = oldest;
  const overduePaise = OVERDUE_BUCKETS.reduce((sum, bucket) => sum + ageing[bucket], 0);
  const onDay = dues.filter((due) => due.dueOn === dueOn);
  const onDayPaise = onDay.reduce((sum, { openPaise }) => sum + openPaise, 0);
  const openPaise = overduePaise > 0 ? overduePaise : onDayPaise;
  return { company, openPaise, dueOn, today, isOfSeveralDays: openPaise !== onDayPaise };
}

/** Returns the link that opens WhatsApp with the reminder, which `writeFor` writes for the retailer. Null without a phone, and if nothing is owed. */
export function reminderHref(phone: string, debt: Debt, writeFor: WriteFor): string | null {
  const reminder = reminderOf(debt);
  if (reminder === null) return null;
  return whatsAppHref(
    phone,
    writeFor(() => reminderText(reminder)),
  );
}
