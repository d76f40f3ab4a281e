/**
 * The network address of whoever called. Behind a proxy the peer of every connection is the proxy, and the caller stands in a
 * header that anybody can write: such a header is believed only as far as it was written by a proxy that is trusted.
 */
import type { IncomingMessage } from "node:http";
import { BlockList, isIPv4, isIPv6, SocketAddress } from "node:net";
import { getHost, isLoopbackHost } from "./hosts";

/** No chain of proxies is longer; what stands further left is not read. */
const HOPS_MAX = 16;
/** Enough for 16 hops with every parameter of RFC 7239. */
const HEADER_MAX_LENGTH = 4_096;
const LOOPBACK_RANGES = ["127.0.0.0/8", "::1/128"];
const MAPPED = "::ffff:";

/** Returns an address in its one canonical form, an IPv4 address inside IPv6 as IPv4, or null when the text is no address. */
export function canonicalAddress(text: string): string | null {
  const [bare = ""] = text.split("%", 1);
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return null;
  const { address } = new SocketAddress({ address: bare, family: "ipv6" });
  const inner = address.startsWith(MAPPED) ? address.slice(MAPPED.length) : "";
  return isIPv4(inner) ? inner : address;
}

export function isLoopbackAddress(address: string): boolean {
  return address === "::1" || (isIPv4(address) && address.startsWith("127."));
}

/** Returns the address of one hop, which may carry brackets and a port; null for "unknown" and for made-up names. */
function hopAddress(text: string): string | null {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1];
  if (bracketed !== undefined) return isIPv6(bracketed) ? canonicalAddress(bracketed) : null;
  const withPort = /^([\d.]+):\d{1,5}$/.exec(text)?.[1];
  return canonicalAddress(withPort ?? text);
}

type Hops = readonly (string | null)[];

function hopsOfForwardedFor(header: string): Hops {
  return header.split(",").map((part) => hopAddress(part.trim()));
}

/** A name and a value, quoted or not (RFC 7239, 4); the separators follow it. */
const FORWARDED_PAIR = /\s*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*))\s*/y;

/** Returns null when the header does not follow RFC 7239. */
function hopsOfForwarded(header: string): Hops | null {
  const hops: (string | null)[] = [];
  let hop: string | null = null;
  let at = 0;
  while (at < header.length) {
    FORWARDED_PAIR.lastIndex = at;
    const [pair, name = "", quoted, token = ""] = FORWARDED_PAIR.exec(header) ?? [];
    if (pair === undefined) return null;
    if (name.toLowerCase() === "for") hop = hopAddress(quoted?.replace(/\\(.)/g, "$1") ?? token);
    at += pair.length;
    const separator = header[at] ?? ",";
    if (separator !== "," && separator !== ";") return null;
    if (separator === ",") {
      hops.push(hop);
      hop = null;
    }
    at += 1;
  }
  return hops;
}

/** Node joins the lines of one header with commas, in their order. */
function getHeaderText({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return (Array.isArray(value) ? value.join(",") : value) ?? null;
}

/** Headers by which proxies say that they pass something on for somebody else. */
const FORWARDING =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|(?:true-|x-)?client-ip|x-cluster-client-ip|x-original-.+|cf-.+|cdn-loop|fly-.+)$/;

/** Returns true when a header says that the request came through a proxy. Names as Node gives them, in lower case. */
function isForwarded({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return Object.keys(headers).some((name) => FORWARDING.test(name));
}

function addRange(list: BlockList, text: string): void {
  const [address = "", prefix, ...more] = text.split("/");
  const family = isIPv4(address) ? "ipv4" : isIPv6(address) ? "ipv6" : null;
  const bits = family === "ipv4" ? 32 : 128;
  const length = Number(prefix ?? bits);
  const isRange =
    family !== null && more.length === 0 && /^\d{1,3}$/.test(prefix ?? "1") && length <= bits;
  if (!isRange) throw new SyntaxError(`"${text}" is no address and no range such as 10.0.0.0/8`);
  if (length === 0) throw new SyntaxError(`"${text}" would believe what every stranger writes`);
  if (canonicalAddress(address)?.includes(":") === false && family === "ipv6") {
    throw new SyntaxError(`"${text}" is an IPv4 address inside IPv6: write it as IPv4`);
  }
  list.addSubnet(address, length, family);
}

const noted = new WeakMap<IncomingMessage, string | null>();

/** The proxies that are believed about where a request came from. */
export class TrustedProxies {
  readonly #trusted = new BlockList();
  readonly #isEmpty: boolean;

  /**
   * Takes what `--trust-proxy` says: "loopback", addresses and CIDR ranges, with commas between them; nothing trusts nobody.
   * @throws SyntaxError when a part is none of these.
   */
  constructor(text = "") {
    const parts = text.split(",").map((part) => part.trim());
    const named = parts.filter((part) => part !== "");
    this.#isEmpty = named.length === 0;
    for (const part of named.flatMap((one) => (one === "loopback" ? LOOPBACK_RANGES : [one]))) {
      addRange(this.#trusted, part);
    }
  }

  /** @param address - In canonical form; false for what is none. */
  trusts(address: string): boolean {
    if (address === "") return false;
    return this.#trusted.check(address, isIPv4(address) ? "ipv4" : "ipv6");
  }

  /** Walks from the peer towards the caller and stops at the first hop that is not trusted, or that is not told. */
  #walk(peer: string, hops: Hops): string {
    let client = peer;
    for (const hop of hops.slice(-HOPS_MAX).reverse()) {
      if (hop === null || !this.trusts(client)) break;
      client = hop;
    }
    return client;
  }

  /**
   * Returns the right-most hop that is not a trusted proxy; a peer that is none is the caller, whatever its headers say.
   *
   * A proxy writes one of the two headers and may pass on the other as a stranger sent it: when they disagree, neither is
   * believed and the caller is counted as the proxy.
   */
  #callerBehind(peer: string, request: IncomingMessage): string {
    if (this.#isEmpty || !this.trusts(peer)) return peer;
    const forwardedFor = getHeaderText(request, "x-forwarded-for");
    const forwarded = getHeaderText(request, "forwarded");
    const length = (forwardedFor ?? "").length + (forwarded ?? "").length;
    if (length > HEADER_MAX_LENGTH) return peer;
    const callers = [
      ...(forwardedFor === null ? [] : [this.#walk(peer, hopsOfForwardedFor(forwardedFor))]),
      ...(forwarded === null ? [] : [this.#walk(peer, hopsOfForwarded(forwarded) ?? [])]),
    ];
    const [client = peer] = callers;
    return callers.every((address) => address === client) ? client : peer;
  }

  /**
   * Returns the network address of the caller, or null when nobody knows it. An address of this machine is returned only to
   * callers on this machine: what came through a proxy, or under another name, came from elsewhere.
   */
  getClientAddress(request: IncomingMessage): string | null {
    const peer = canonicalAddress(request.socket.remoteAddress ?? "");
    if (peer === null) return null;
    const client = this.#callerBehind(peer, request);
    if (!isLoopbackAddress(client)) return client;
    const host = getHost(request);
    return isForwarded(request) || host === null || !isLoopbackHost(host.hostname) ? null : client;
  }

  /** Finds the caller's address once, for everything that asks for it while the request is served. */
  note(request: IncomingMessage): void {
    noted.set(request, this.getClientAddress(request));
  }
}

const NO_PROXIES = new TrustedProxies();

/** Returns the caller's address as the listener noted it, or null when nobody knows it. */
export function getClientAddress(request: IncomingMessage): string | null {
  const address = noted.get(request);
  return address === undefined ? NO_PROXIES.getClientAddress(request) : address;
}
