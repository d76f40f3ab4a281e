/** A client with the deployment's admin key: it may call internal functions. */
import { ConvexHttpClient } from "convex/browser";
import type { Addresses } from "../embedded/options";

/** Convex's own tools use it; the published types leave it out. */
interface AdminAuth {
  setAdminAuth(key: string): void;
}

export function adminClient({ apiUrl, adminKey }: Addresses): ConvexHttpClient {
  const client = new ConvexHttpClient(apiUrl, { logger: false });
  (client as unknown as AdminAuth).setAdminAuth(adminKey);
  return client;
}
