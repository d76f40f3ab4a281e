/** "Remind on WhatsApp": for a distributor to whom a retailer owes something, if its phone is known. */
import type { FunctionReturnType } from "convex/server";
import { MessageCircle } from "lucide-react";
import type { api } from "../../../../convex/_generated/api";
import { cx } from "../../../lib/cx";
import { useWriteFor } from "../../../market/useWriteFor";
import { reminderHref } from "./whatsApp";
import { t } from "../../../../domain/language/texts";

type Account = FunctionReturnType<typeof api.khata.account>;
type Aged = FunctionReturnType<typeof api.khata.ageing>;

export type WhatsAppReminderProps = {
  /** Answers of `khata.account` and `khata.ageing` to the distributor. */
  account: Pick<Account, "partnerPhone" | "partnerLanguage" | "company" | "balancePaise">;
  aged: Aged;
  /** YYYY-MM-DD, the day that `khata.ageing` was asked with. */
  today: string;
  className?: string;
};

export function WhatsAppReminder({ account, aged, today, className }: WhatsAppReminderProps) {
  const { partnerPhone, partnerLanguage = "en", company, balancePaise } = account;
  const writeFor = useWriteFor(partnerLanguage);
  const debt = { company, balancePaise, ...aged, today };
  const href = reminderHref(partnerPhone, debt, writeFor);
  if (href === null) return null;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      className={cx(
        "inline-flex min-h-10 items-center gap-2 font-medium text-accent-ink hover:underline print:hidden touch:min-h-11",
        className,
      )}
    >
      <MessageCircle aria-hidden className="size-4 shrink-0" />
      {t("Remind on WhatsApp")}
    </a>
  );
}
