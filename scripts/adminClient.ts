/** Creates a client with the deployment's admin key, which may call internal functions. */
import { ConvexHttpClient } from "convex/browser";
import type { Addresses } from "../embedded/options";

/** Used by Convex's own tools; the published types omit it. */
interface AdminAuth {
  setAdminAuth(key: string): void;
}

export function adminClient({ apiUrl, adminKey }: Addresses): ConvexHttpClient {
  const client = new ConvexHttpClient(apiUrl, { logger: false });
  (client as unknown as AdminAuth).setAdminAuth(adminKey);
  return client;
}
