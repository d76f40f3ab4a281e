/**
 * Which network addresses are nobody's but a private network's, or no single machine's: whoever may choose where the server
 * sends something must not reach what stands behind the server's own wall. The ranges are those of IANA's special-purpose
 * registries; what can't be read is private.
 */

type Address = { readonly bits: 32 | 128; readonly value: bigint };
type Range = { readonly bits: 32 | 128; readonly prefix: number; readonly start: bigint };

function parseIpv4(text: string): Address | undefined {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part)))
    return undefined;
  const bytes = parts.map(Number);
  if (bytes.some((byte) => byte > 255)) return undefined;
  return { bits: 32, value: bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n) };
}

/** 16 bits each; an IPv4 address at the end counts as two. */
function groupsOf(text: string): string[] | undefined {
  if (text === "") return [];
  const groups = text.split(":");
  const last = groups.at(-1) ?? "";
  if (!last.includes(".")) return groups;
  const embedded = parseIpv4(last)?.value;
  if (embedded === undefined) return undefined;
  return [
    ...groups.slice(0, -1),
    (embedded >> 16n).toString(16),
    (embedded & 0xffffn).toString(16),
  ];
}

function parseIpv6(text: string): Address | undefined {
  const halves = text.split("::");
  const [head, tail] = [groupsOf(halves[0] ?? ""), groupsOf(halves[1] ?? "")];
  if (head === undefined || tail === undefined || halves.length > 2) return undefined;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head, ...Array.from({ length: missing }, () => "0"), ...tail];
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return undefined;
  const value = groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
  return { bits: 128, value };
}

function parseAddress(text: string): Address | undefined {
  return parseIpv4(text) ?? parseIpv6(text);
}

/** Returns the four bytes of an IPv4 address or the eight groups of an IPv6 one; undefined for what is neither. */
export function addressGroups(text: string): number[] | undefined {
  const address = parseAddress(text);
  if (address === undefined) return undefined;
  const [count, width] = address.bits === 32 ? [4, 8] : [8, 16];
  return Array.from({ length: count }, (_, at) =>
    Number((address.value >> BigInt((count - 1 - at) * width)) & ((1n << BigInt(width)) - 1n)),
  );
}

function range(text: string): Range {
  const [start = "", prefix] = text.split("/");
  const address = parseAddress(start);
  if (address === undefined) throw new Error(`No range: ${text}`);
  return { bits: address.bits, prefix: Number(prefix), start: address.value };
}

function lies({ bits, value }: Address, { bits: ofRange, prefix, start }: Range): boolean {
  const rest = BigInt(ofRange - prefix);
  return bits === ofRange && value >> rest === start >> rest;
}

const PRIVATE_IPV4 = [
  "0.0.0.0/8", // this network
  "10.0.0.0/8",
  "100.64.0.0/10", // carriers' NAT
  "127.0.0.0/8",
  "169.254.0.0/16", // link-local, and where clouds keep their secrets
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24", // documentation
  "192.88.99.0/24", // relays into IPv6
  "192.168.0.0/16",
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, and broadcast
].map(range);

/** Everything else is loopback, local, multicast, or not given to anybody yet. */
const PUBLIC_IPV6 = range("2000::/3");

const PRIVATE_IPV6 = [
  "2001::/23", // protocols, tunnels among them
  "2001:db8::/32", // documentation
  "2002::/16", // tunnels that carry an IPv4 address
  "3fff::/20", // documentation
].map(range);

/** These end in the IPv4 address that they lead to. */
const CARRIES_IPV4 = ["::ffff:0:0/96", "64:ff9b::/96"].map(range);

function isIpv4Private(address: Address): boolean {
  return PRIVATE_IPV4.some((range) => lies(address, range));
}

/** Of an address as a resolver or an URL without brackets gives it. */
export function isPrivateAddress(text: string): boolean {
  const address = parseAddress(text);
  if (address === undefined) return true;
  if (address.bits === 32) return isIpv4Private(address);
  if (CARRIES_IPV4.some((range) => lies(address, range)))
    return isIpv4Private({ bits: 32, value: address.value & 0xffff_ffffn });
  return !lies(address, PUBLIC_IPV6) || PRIVATE_IPV6.some((range) => lies(address, range));
}

/** Returns the IP address that a URL's host is, without the brackets of IPv6; undefined if the host is a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return parseAddress(bare) === undefined ? undefined : bare;
}
