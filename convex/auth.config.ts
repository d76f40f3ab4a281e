import { env } from "./_generated/server";
/** Whose tokens count: our own, issued by the sign-in library under the deployment's public address. */
const issuer = env.CONVEX_SITE_URL;
if (issuer === undefined) throw new Error("CONVEX_SITE_URL is not set.");

export default { providers: [{ domain: issuer, applicationID: "convex" }] };
