/** Maps a stored picture's address to the page's own origin, because the server may know itself by another address. */

const STORAGE = "/api/storage/";
const HOSTED_ELSEWHERE = Boolean(import.meta.env["VITE_CONVEX_URL"]);

/** Converts the server's address of a picture to one for <img>, or null if there is none. */
export function imageUrl(
  stored: string | null | undefined,
  hostedElsewhere = HOSTED_ELSEWHERE,
): string | null {
  if (stored === null || stored === undefined || stored === "") return null;
  if (hostedElsewhere) return stored;
  const at = stored.indexOf(STORAGE);
  return at === -1 ? stored : stored.slice(at);
}
