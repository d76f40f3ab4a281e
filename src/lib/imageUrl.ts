/**
 * Makes the address of a stored picture for <img>. It is on the page's own origin, because the server may know itself by another
 * address, unless the deployment is hosted elsewhere.
 */
import { shortAddress, wholeAddress } from "../../domain/pictureAddress";
import { withoutTrailing } from "../../domain/text";

const configured: unknown = import.meta.env["VITE_CONVEX_URL"];
const DEPLOYMENT = typeof configured === "string" ? withoutTrailing(configured, "/") : "";

/**
 * Converts the server's address of a picture, whole or short, or returns null if there is none.
 * @param deployment - The origin of a deployment that does not serve this page, else "".
 */
export function imageUrl(
  stored: string | null | undefined,
  deployment = DEPLOYMENT,
): string | null {
  if (stored === null || stored === undefined || stored === "") return null;
  return wholeAddress(deployment === "" ? shortAddress(stored) : stored, deployment);
}
