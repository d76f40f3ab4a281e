/** The part of a network address that limits are counted by. */
import { addressGroups } from "../outgoing/addresses";

const GROUPS_OF_A_NETWORK = 4;

/**
 * Returns the key that limits count a caller under. An IPv4 address is its own key. Of an IPv6 address the first 64 bits are:
 * every customer has at least that many addresses of their own, and must not get a new allowance with each.
 */
export function networkOf(ip: string | null): string {
  const [bare = ""] = (ip ?? "").split("%", 1);
  const groups = addressGroups(bare);
  if (groups === undefined) return "unknown";
  if (groups.length === 4) return groups.join(".");
  const [g0, g1, g2, g3, g4, g5 = 0, g6 = 0, g7 = 0] = groups;
  const isMapped = [g0, g1, g2, g3, g4].every((group) => group === 0) && g5 === 0xffff;
  if (isMapped) return [g6 >> 8, g6 & 255, g7 >> 8, g7 & 255].join(".");
  const network = groups.slice(0, GROUPS_OF_A_NETWORK).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}

/** Returns true for an address by which a machine calls itself. */
export function isThisMachine(ip: string | null): boolean {
  return ip !== null && (networkOf(ip).startsWith("127.") || ip === "::1");
}

/** Returns the key of the block that a network of `networkOf` was handed out from: a /24 of IPv4, a /48 of IPv6. */
export function widerNetworkOf(network: string): string {
  const [prefix = ""] = network.split("::", 1);
  if (prefix !== network) return `${prefix.split(":").slice(0, 3).join(":")}::/48`;
  const parts = network.split(".");
  return parts.length === 4 ? `${parts.slice(0, 3).join(".")}.0/24` : network;
}
