/**
 * Addresses of stored files. As on Convex, whoever knows a file's random uuid may read it until the file is deleted; a deployment
 * may ask for expiring addresses instead. Each of those is signed for its file and a time after which it opens nothing. All calls of
 * one UTC day are answered with the same text, because answers are compared to find out whether they changed, and browsers keep a
 * picture by its address. They are short, because lists of pictures are sent with one in each row.
 */
import type { ComponentPath } from "../contracts";
import { RecentMap } from "../recentMap";
import type { Signing } from "./secrets";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** The days for which an address is good from the end of its day: longer than answers that hold addresses are kept or delivered again, so that none is stale when it comes. */
const VALID_DAYS = 7;
/** The bytes of a signature, which is as hard to guess as a key of AES-128. */
export const ADDRESS_SIGNATURE_BYTES = 16;
/** The most addresses that are kept: all calls of a day need the same ones, and signing takes longer than reading a row. */
const KEPT_MAX = 16_384;

/** Returns when `now`'s UTC day ends, and answers that hold an address have to be computed again. */
export function endOfDay(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
}

/** Returns a path that ends with its query's "?" or "&". A component's files name it, as Convex's do. */
function toOpenQuery(uuid: string, component: ComponentPath): string {
  const of = component === "" ? "" : `component=${encodeURIComponent(component)}&`;
  return `/api/storage/${uuid}?${of}`;
}

/** Returns the path and query of an address that never expires. */
export function toPermanentAddress(uuid: string, component: ComponentPath): string {
  return toOpenQuery(uuid, component).slice(0, -1);
}

/**
 * `e` is the UTC day at whose start the address expires, in days since 1970-01-01. The uuid alone finds a file.
 */
function toSignedText(uuid: string, component: ComponentPath, day: string): string {
  return `${toOpenQuery(uuid, component)}e=${day}`;
}

function only(query: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = query.getAll(name);
  return more.length === 0 ? value : undefined;
}

/** Makes and checks expiring addresses. */
export class FileAddresses {
  readonly #signing: Signing;
  /** Signed addresses by what they sign, which holds their day. */
  readonly #signed = new RecentMap<string, string>(KEPT_MAX);

  constructor(signing: Signing) {
    this.#signing = signing;
  }

  /** Returns path and query. */
  make(uuid: string, component: ComponentPath, now: number): string {
    const day = String(endOfDay(now) / DAY_MS + VALID_DAYS);
    const address = toSignedText(uuid, component, day);
    const kept = this.#signed.get(address);
    if (kept !== undefined) return kept;
    const signed = `${address}&s=${this.#signing.sign(address)}`;
    this.#signed.set(address, signed);
    return signed;
  }

  /** Returns when the address expires, in milliseconds; null when it has, and when this deployment did not make it. */
  getExpiry(uuid: string, query: URLSearchParams, now: number): number | null {
    const [day, signature] = [only(query, "e"), only(query, "s")];
    if (day === undefined || signature === undefined) return null;
    const component = only(query, "component") ?? "";
    if (!this.#signing.isSigned(toSignedText(uuid, component, day), signature)) return null;
    const expiry = Number(day) * DAY_MS;
    return expiry > now ? expiry : null;
  }
}
