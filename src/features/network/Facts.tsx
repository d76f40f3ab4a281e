/** Labelled facts about a business: e-mail, telephone, dates. */
import type { ReactNode } from "react";
import { mailtoHref } from "../../lib/mailtoHref";

export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5 text-sm touch:gap-y-0.5">
      {children}
    </dl>
  );
}

export function MailLink({ email }: { email: string }) {
  return (
    <a className="underline underline-offset-2" href={mailtoHref(email)}>
      {email}
    </a>
  );
}

export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a className="tabular-nums underline underline-offset-2" href={`tel:${phone}`}>
      {phone}
    </a>
  );
}
