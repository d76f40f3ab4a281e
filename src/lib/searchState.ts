/** The list of products from which an order page was opened, in the history entry of that page, so that it leads back. */

export type SearchState = { readonly search: string };

/** @param address The path and query of the list. */
export function searchState(address: string): SearchState {
  return { search: address };
}

/** Returns the list's address; null for a page that was opened in another way. */
export function searchBefore(state: unknown): string | null {
  if (typeof state !== "object" || state === null || !("search" in state)) return null;
  const { search } = state;
  // An address of this app alone: the state outlives versions.
  return typeof search === "string" && /^\/(?!\/)/.test(search) ? search : null;
}
