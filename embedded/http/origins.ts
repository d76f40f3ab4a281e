/** Decides which web pages may call this server. Programs send no origin and are not checked. */
import type { IncomingMessage } from "node:http";
import { getHeader } from "./exchange";
import { isLoopbackHost, parseHost } from "./hosts";

export interface OriginOptions {
  /** Origins besides the host that a request names. */
  readonly listed: readonly string[];
  /**
   * Every page of this machine may call, whatever its port. Only where no other machine can: elsewhere such a page stands on
   * the caller's machine, and is a stranger's.
   */
  readonly allowsLoopback: boolean;
}

export class AllowedOrigins {
  readonly #listed: ReadonlySet<string>;
  readonly #allowsLoopback: boolean;

  constructor({ listed, allowsLoopback }: OriginOptions) {
    this.#listed = new Set(listed);
    this.#allowsLoopback = allowsLoopback;
  }

  /**
   * Allowed are pages of the host that the request itself names (whatever name
   * or address people reach this server by), and the listed ones. A sandboxed
   * page's "null" is never allowed.
   */
  allows(request: IncomingMessage): boolean {
    const origin = getHeader(request, "origin");
    if (origin === null) return true;
    if (!URL.canParse(origin)) return false;
    const { host, origin: canonical } = new URL(origin);
    if (host === getHeader(request, "host") || this.#listed.has(canonical)) return true;
    return this.#allowsLoopback && isLoopbackHost(parseHost(host)?.hostname ?? "");
  }

  /** The one value of Access-Control-Allow-Origin that this request may get, if any. */
  headerFor(request: IncomingMessage): string | null {
    const origin = getHeader(request, "origin");
    return origin !== null && this.allows(request) ? origin : null;
  }
}
