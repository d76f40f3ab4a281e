/**
 * Forgets the session in this browser, whether or not the server can hear of it. The auth library keeps its tokens under keys of
 * its own, and lets go of them when it hears that another tab has removed them: that is what it is told here.
 */
const PREFIX = "__convexAuth";

export function forgetTokens(): void {
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))) {
      localStorage.removeItem(key);
      const removed = { key, newValue: null, storageArea: localStorage };
      window.dispatchEvent(new StorageEvent("storage", removed));
    }
  } catch {
    // Without storage nothing was kept.
  }
}
