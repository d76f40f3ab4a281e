/**
 * Returns the mailto address of an e-mail (RFC 6068). Everything but the `@` is escaped, because a `?` or `&` in a stranger's
 * address could add header fields.
 */
export function mailtoHref(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = encodeURIComponent(email.slice(at + 1));
  return `mailto:${at === -1 ? "" : `${encodeURIComponent(email.slice(0, at))}@`}${domain}`;
}
