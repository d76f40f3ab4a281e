/** Where a stored picture is fetched from: the page's own origin, whatever address the server thinks it has. */

const STORAGE = "/api/storage/";
const HOSTED_ELSEWHERE = Boolean(import.meta.env["VITE_CONVEX_URL"]);

/** The server's address of a picture → the address for <img>, or null if there is none. */
export function imageUrl(
  stored: string | null | undefined,
  hostedElsewhere = HOSTED_ELSEWHERE,
): string | null {
  if (stored === null || stored === undefined || stored === "") return null;
  if (hostedElsewhere) return stored;
  const at = stored.indexOf(STORAGE);
  return at === -1 ? stored : stored.slice(at);
}
