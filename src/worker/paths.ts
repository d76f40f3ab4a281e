/** Decides which addresses are pages of the app: the server knows the same two lists (convex/http.ts, embedded/http). */

/** Convex's own paths, the REST interface, and two of its paths that the specification puts elsewhere. */
const RESERVED = /^\/(?:api|\.well-known|metrics|version|instance_version|instance_name)(?:\/|$)/;
const REST_OF_ADMINS = new Set(["/admin/orders", "/admin/users"]);

/** A dot alone says nothing, because pages may be called by an e-mail address. */
const FILE =
  /\.(?:css|gif|html|ico|jpe?g|m?js|json|map|pdf|png|svg|txt|webmanifest|webp|woff2?|xml)$/i;

/** Returns true for an address that the app's router answers, known to it or not. */
export function isPage(pathname: string): boolean {
  return !RESERVED.test(pathname) && !REST_OF_ADMINS.has(pathname) && !FILE.test(pathname);
}
