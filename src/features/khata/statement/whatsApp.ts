/** A reminder that a distributor sends by hand, from WhatsApp. */
import { OVERDUE_BUCKETS, type Ageing } from "../../../../domain/ageing";
import { type Reminder, reminderText } from "../../../../domain/paymentReminders";

const INDIA = "91";
/** Of a number without its country's code. */
const NATIONAL_DIGITS = 10;

/** The digits of a phone as wa.me wants them: country's code first, without + and zeros. Null for what is no number of a country. */
export function whatsAppDigits(phone: string): string | null {
  const isInternational = /^\s*(?:\+|00)/.test(phone);
  const digits = phone.replaceAll(/\D/g, "").replace(/^0+/, "");
  if (digits.length === NATIONAL_DIGITS && !isInternational) return `${INDIA}${digits}`;
  return digits.length >= NATIONAL_DIGITS ? digits : null;
}

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

/** The link that opens WhatsApp with the reminder written. Null without a phone, and if nothing is owed. */
export function whatsAppHref(phone: string, debt: Debt): string | null {
  const [digits, reminder] = [whatsAppDigits(phone), reminderOf(debt)];
  if (digits === null || reminder === null) return null;
  return `https://wa.me/${digits}?text=${encodeURIComponent(reminderText(reminder))}`;
}
