/** Labelled facts about a business: e-mail, telephone, dates. */
import type { ReactNode } from "react";
import { mapHref, telHref, mailtoHref } from "../../device/contactLinks";

export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5 text-sm @max-[16rem]:grid-cols-1 touch:gap-y-0.5">
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
    <a className="tabular-nums underline underline-offset-2" href={telHref(phone)}>
      {phone}
    </a>
  );
}

/** A postal address, which opens a map. */
export function MapLink({ address }: { address: string }) {
  return (
    <a
      className="whitespace-pre-line underline underline-offset-2"
      href={mapHref(address)}
      target="_blank"
      rel="noopener noreferrer"
    >
      {address}
    </a>
  );
}
