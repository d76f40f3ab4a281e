/** The network that one caller has for itself: what budgets of strangers are counted by. */
import { isIPv6 } from "node:net";

const GROUPS = 8;
/** Providers give everybody a /64 at least, with more addresses than could ever be counted. */
const NETWORK_GROUPS = 4;

/** Returns an IPv4 address as it is, and the first 64 bits of an IPv6 address. @param address - In canonical form. */
export function toNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const [before = "", after] = address.split("::");
  const groups = before === "" ? [] : before.split(":");
  const zeros = GROUPS - groups.length - (after ?? "").split(":").length;
  if (after !== undefined) groups.push(...Array<string>(Math.max(zeros, 0)).fill("0"));
  return [...groups, ...(after ?? "").split(":")].slice(0, NETWORK_GROUPS).join(":");
}
