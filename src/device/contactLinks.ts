/** Addresses that call a phone, write an e-mail or on WhatsApp, or show a place on a map. */

const INDIA = "91";
/** The digits of a number without its country's code. */
const NATIONAL_DIGITS = 10;

/** Returns a phone's digits, the country's code first, without + and zeros. Null for what is no number of a country. */
export function internationalDigits(phone: string): string | null {
  const isInternational = /^\s*(?:\+|00)/.test(phone);
  const digits = phone.replaceAll(/\D/g, "").replace(/^0+/, "");
  if (digits.length === NATIONAL_DIGITS && !isInternational) return `${INDIA}${digits}`;
  return digits.length >= NATIONAL_DIGITS ? digits : null;
}

/** Returns, for example, "tel:+919876543210"; a number of no country is called as it is written. */
export function telHref(phone: string): string {
  const digits = internationalDigits(phone);
  return `tel:${digits === null ? encodeURIComponent(phone) : `+${digits}`}`;
}

/** Returns the address that opens WhatsApp with a text written; null for what is no number of a country. */
export function whatsAppHref(phone: string, text: string): string | null {
  const digits = internationalDigits(phone);
  return digits === null ? null : `https://wa.me/${digits}?text=${encodeURIComponent(text)}`;
}

/** Returns the address that opens WhatsApp with a text written, for whomever its owner chooses there. */
export function whatsAppShareHref(text: string): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}

/** Returns the address of a map that shows a postal address. */
export function mapHref(address: string): string {
  const place = address.replaceAll(/\s+/g, " ").trim();
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
}

/**
 * Returns the mailto address of an e-mail (RFC 6068). Everything but the `@` is escaped, because a `?` or `&` in a stranger's
 * address could add header fields.
 */
export function mailtoHref(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = encodeURIComponent(email.slice(at + 1));
  return `mailto:${at === -1 ? "" : `${encodeURIComponent(email.slice(0, at))}@`}${domain}`;
}
