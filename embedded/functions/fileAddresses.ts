/**
 * Addresses of stored files: each is signed for its file and a time after which it opens nothing. All calls of one UTC day are
 * answered with the same text, because answers are compared to find out whether they changed, and browsers keep a picture by
 * its address.
 */
import type { Signing } from "./secrets";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** From the end of the day: longer than answers that hold addresses are kept or delivered again, so that none is stale when it comes. */
const VALID_DAYS = 7;

/** Returns when `now`'s UTC day ends, and answers that hold an address have to be computed again. */
export function endOfDay(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
}

/** As it stands in the path and the query of an address. */
function addressOf(uuid: string, expires: string): string {
  return `/api/storage/${uuid}?expires=${expires}`;
}

function only(query: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = query.getAll(name);
  return more.length === 0 ? value : undefined;
}

export class FileAddresses {
  readonly #signing: Signing;

  constructor(signing: Signing) {
    this.#signing = signing;
  }

  /** Returns path and query. */
  make(uuid: string, now: number): string {
    const expires = String((endOfDay(now) + VALID_DAYS * DAY_MS) / 1_000);
    const address = addressOf(uuid, expires);
    return `${address}&signature=${this.#signing.sign(address)}`;
  }

  /** Returns when the address expires, in milliseconds; null when it has, and when this deployment did not make it. */
  expiryOf(uuid: string, query: URLSearchParams, now: number): number | null {
    const [expires, signature] = [only(query, "expires"), only(query, "signature")];
    if (expires === undefined || signature === undefined) return null;
    if (!this.#signing.isSigned(addressOf(uuid, expires), signature)) return null;
    const expiry = Number(expires) * 1_000;
    return expiry > now ? expiry : null;
  }
}
