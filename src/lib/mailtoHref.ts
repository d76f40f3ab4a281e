/**
 * Returns the address of a mail to somebody (RFC 6068). A `?` or `&` of a local part would begin header fields, with which a
 * stranger's address could fill in copies and texts of the mail, so everything but the `@` is escaped.
 */
export function mailtoHref(email: string): string {
  return `mailto:${encodeURIComponent(email).replace(/%40(?=[^@]*$)/, "@")}`;
}
