/** Messages of the service worker to the app's windows about pushes. */

/** A notification was clicked: the window opens its path, and answers at the port that came along. */
export type OpenPath = { readonly type: "open path"; readonly path: string };
/** The push service gave the browser another address: the app tells the server. */
export type SubscriptionChanged = { readonly type: "subscription changed" };

export function isOpenPath(data: unknown): data is OpenPath {
  const { type, path } = (data ?? {}) as Partial<Record<keyof OpenPath, unknown>>;
  return type === "open path" && typeof path === "string" && path.startsWith("/");
}

export function isSubscriptionChanged(data: unknown): data is SubscriptionChanged {
  return ((data ?? {}) as { type?: unknown }).type === "subscription changed";
}
