/** Names what shares a budget or a turn of the queue. */
import { isLoopbackAddress } from "./http/clientAddress";
import { toNetwork } from "./http/network";

/**
 * Returns the name under which a caller's sockets and turns are counted.
 * @param own - The name of this one connection or request: loopback stands for many, a proxy and all programs of this machine.
 */
export function callerKey(ip: string | null, own: string): string {
  return ip === null || isLoopbackAddress(ip) ? own : toNetwork(ip);
}
