/** Accepted token issuer: the sign-in library, under the deployment's public address. */
import { env } from "./_generated/server";

export default { providers: [{ domain: env.CONVEX_SITE_URL, applicationID: "convex" }] };
