/** Keeps the browser's offer to install the app, which comes once, until somebody takes it. */
import { useSyncExternalStore } from "react";

/** Chromium's event; other browsers install from their own menus. */
type InstallOffer = Event & { readonly prompt: () => Promise<unknown> };

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

function set(next: InstallOffer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** Listens from now on; the offer comes soon after the page. */
export function watchInstallOffer(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    set(event as InstallOffer);
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function take(): Promise<void> {
  const taken = offer;
  set(null);
  await taken?.prompt();
}

/** Returns the function that takes the offer, or null while there is none. */
export function useInstallOffer(): (() => Promise<void>) | null {
  const current = () => offer;
  return useSyncExternalStore(subscribe, current, current) === null ? null : take;
}
