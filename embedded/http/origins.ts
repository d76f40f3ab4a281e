/** Which web pages may talk to this server. Programs name no origin and are not asked. */
import type { IncomingMessage } from "node:http";
import { headerOf } from "./exchange";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

export class AllowedOrigins {
  readonly #listed: ReadonlySet<string>;

  /** @param listed origins besides the server's own and those of this machine. */
  constructor(listed: Iterable<string>) {
    this.#listed = new Set(listed);
  }

  /**
   * Allowed are pages of the host that the request itself names (whatever name
   * or address people reach this server by), pages of this machine, and the
   * listed ones. A sandboxed page's "null" is never allowed.
   */
  allows(request: IncomingMessage): boolean {
    const origin = headerOf(request, "origin");
    if (origin === null) return true;
    if (!URL.canParse(origin)) return false;
    const { host, hostname, origin: canonical } = new URL(origin);
    return (
      host === headerOf(request, "host") || LOOPBACK.has(hostname) || this.#listed.has(canonical)
    );
  }

  /** The one value of Access-Control-Allow-Origin that this request may get, if any. */
  headerFor(request: IncomingMessage): string | null {
    const origin = headerOf(request, "origin");
    return origin !== null && this.allows(request) ? origin : null;
  }
}
