/** The Host header, parsed in one place: names of this machine and of the public address are compared by what this returns. */
import type { IncomingMessage } from "node:http";
import { isIPv4, isIPv6, SocketAddress } from "node:net";

export interface Host {
  /** The host in lower case, without the root's final dot; an IPv6 address without its brackets, in its shortest form. */
  readonly hostname: string;
  readonly port: number | null;
}

/** RFC 1035 allows 253 characters for a name; a port adds six. */
const HOST_MAX_LENGTH = 259;
const PORT_MAX = 65_535;
const AUTHORITY = /^(?:\[([\da-fA-F:.]{2,45})\]|([\w.-]+))(?::(\d{0,5}))?$/;

/** Returns null for text that names no host: user information, spaces, brackets out of place, ports out of range. */
export function parseHost(text: string): Host | null {
  if (text.length > HOST_MAX_LENGTH) return null;
  const [matched, ipv6, name = "", digits = ""] = AUTHORITY.exec(text) ?? [];
  if (matched === undefined) return null;
  if (ipv6 !== undefined && !isIPv6(ipv6)) return null;
  const hostname =
    ipv6 === undefined
      ? name.toLowerCase().replace(/\.$/, "")
      : new SocketAddress({ address: ipv6, family: "ipv6" }).address;
  if (hostname === "" || hostname.startsWith(".") || hostname.includes("..")) return null;
  const port = digits === "" ? null : Number(digits);
  return port !== null && port > PORT_MAX ? null : { hostname, port };
}

/** Two Host lines would let two programs that read the request disagree about it. */
function hostLines({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === "host").length;
}

/**
 * Returns the one host that a request names, or null when it names none, several, or something that is no host.
 * A request line with a whole address (RFC 9112, 3.2.2) must name the host that the header names.
 */
export function getHost(request: IncomingMessage): Host | null {
  const { url = "/", headers } = request;
  if (hostLines(request) !== 1) return null;
  const host = parseHost(headers.host ?? "");
  if (host === null || url.startsWith("/") || url === "*") return host;
  const authority = /^https?:\/\/([^/?#]+)/i.exec(url)?.[1];
  const named = authority === undefined ? null : parseHost(authority);
  return named?.hostname === host.hostname && named.port === host.port ? host : null;
}

/** Returns true for the names and addresses by which a machine calls itself. */
export function isLoopbackHost(hostname: string): boolean {
  if (isIPv4(hostname)) return hostname.startsWith("127.");
  return hostname === "::1" || hostname === "localhost" || hostname.endsWith(".localhost");
}

export interface Listening {
  /** The name or address that the server is bound to. */
  readonly host: string;
  readonly publicUrl?: string | undefined;
}

/** Host names of URLs carry the brackets of IPv6. */
function getHostname(url: string): string {
  return parseHost(new URL(url).host)?.hostname ?? "";
}

/** Returns true when the server is bound to this machine alone, and nothing says that it is reached from elsewhere. */
export function isPrivate({ host, publicUrl }: Listening): boolean {
  return (
    isLoopbackHost(host) && (publicUrl === undefined || isLoopbackHost(getHostname(publicUrl)))
  );
}

/**
 * The hosts that a server answers to. Without such a list, a page of a stranger whose name is made to lead to this machine
 * (DNS rebinding) counts as a page of this server. Only names can be led elsewhere, addresses can't.
 */
export class AllowedHosts {
  /** Null when every host is allowed. */
  readonly #names: ReadonlySet<string> | null;
  readonly #allowsAddresses: boolean;

  constructor({ host, publicUrl }: Listening) {
    const publicName = publicUrl === undefined ? null : getHostname(publicUrl);
    const isLocal = isLoopbackHost(host);
    this.#allowsAddresses = !isLocal;
    // Bound to the network, and without a public name, a server cannot know what it is called there.
    const isNameless = publicName === null || isLoopbackHost(publicName);
    this.#names = !isLocal && isNameless ? null : new Set([host.toLowerCase(), publicName ?? ""]);
  }

  allows({ hostname }: Host): boolean {
    if (this.#names === null || isLoopbackHost(hostname) || this.#names.has(hostname)) return true;
    return this.#allowsAddresses && (isIPv4(hostname) || isIPv6(hostname));
  }
}
