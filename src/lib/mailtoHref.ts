/**
 * Returns the mailto address of an e-mail (RFC 6068). Everything but the `@` is escaped, because a `?` or `&` in a stranger's
 * address could add header fields.
 */
export function mailtoHref(email: string): string {
  return `mailto:${encodeURIComponent(email).replace(/%40(?=[^@]*$)/, "@")}`;
}
