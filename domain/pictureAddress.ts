/**
 * Addresses of stored pictures. All begin with the same origin and path, which lists leave out: a row holds the rest, which is the
 * file and, where addresses are signed, its signature. An address of another form is whole everywhere.
 */
const STORAGE = "/api/storage/";

/** True for an address with a scheme or a leading slash. */
function isWhole(address: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:|\/)/i.test(address);
}

/** Returns what differs between stored pictures; another address is returned whole. */
export function shortAddress(address: string): string {
  const at = address.indexOf(STORAGE);
  const rest = address.slice(at + STORAGE.length);
  return at === -1 || rest === "" || isWhole(rest) ? address : rest;
}

/** Reverses `shortAddress` for the storage at `origin`; a whole address is returned as it is. */
export function wholeAddress(address: string, origin: string): string {
  return isWhole(address) ? address : `${origin}${STORAGE}${address}`;
}
