/**
 * Tells the addresses of the public Internet from all others. Whoever may choose where the server sends something must not reach
 * what stands behind its firewall. The ranges are those of IANA's special-purpose address registries; text that is no address
 * counts as private.
 */
import ipaddr from "ipaddr.js";

// A CommonJS module: not every loader finds its names.
const { IPv4, IPv6 } = ipaddr;

/** Only this part of IPv6 is given to anybody; the library calls all that it has no name for public. */
const GLOBAL_IPV6 = IPv6.parseCIDR("2000::/3");
/** Documentation (RFC 9637), which the library has no name for. */
const DOCUMENTATION_IPV6 = IPv6.parseCIDR("3fff::/20");

/** These end in the IPv4 address that they lead to: mapped (RFC 4291), and translated by the well-known prefix (RFC 6052). */
const CARRIES_IPV4 = ["::ffff:0:0/96", "64:ff9b::/96"].map((range) => IPv6.parseCIDR(range));

/** Only the usual spelling: what a resolver or a parsed URL gives, without octal numbers, left-out parts and zones. */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (IPv4.isValidFourPartDecimal(text)) return IPv4.parse(text);
  return !text.includes("%") && IPv6.isValid(text) ? IPv6.parse(text) : undefined;
}

/** Returns the four bytes of an IPv4 address or the eight groups of an IPv6 one; undefined for what is neither. */
export function addressGroups(text: string): number[] | undefined {
  const address = parse(text);
  return address instanceof IPv4 ? address.octets : address?.parts;
}

/** @param text - An address as a resolver gives it, or a URL's host without brackets. */
export function isPrivateAddress(text: string): boolean {
  const address = parse(text);
  if (address === undefined) return true;
  if (address instanceof IPv4) return address.range() !== "unicast";
  if (CARRIES_IPV4.some((range) => address.match(range)))
    return new IPv4(address.toByteArray().slice(-4)).range() !== "unicast";
  const isGlobal = address.match(GLOBAL_IPV6) && !address.match(DOCUMENTATION_IPV6);
  return !isGlobal || address.range() !== "unicast";
}

/** Returns the IP address that a URL's host is, without the brackets of IPv6; undefined if the host is a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return parse(bare) === undefined ? undefined : bare;
}
