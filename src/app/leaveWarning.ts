/**
 * Asks before a page is left whose commands the server has not answered. Browsers ask only after a gesture and log an error without
 * one, and keep a page with the listener out of their back/forward cache; so it is there only while it is needed.
 */
import type { MarketClient } from "../live/convexClient";

type Client = Pick<MarketClient, "hasUnsentCommands" | "subscribeToConnectionState">;

/** The first of them may be the page's first gesture. */
const GESTURES = ["pointerdown", "pointerup", "keydown"] as const;

function hasHadGesture(): boolean {
  // Older browsers don't tell.
  const activation = navigator.userActivation as UserActivation | undefined;
  return activation?.hasBeenActive ?? true;
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Returns the function that ends it. */
export function warnWhileUnsent(client: Client): () => void {
  const update = () => {
    if (client.hasUnsentCommands && hasHadGesture()) window.addEventListener("beforeunload", warn);
    else window.removeEventListener("beforeunload", warn);
  };
  const unsubscribe = client.subscribeToConnectionState(update);
  for (const name of GESTURES) window.addEventListener(name, update, true);
  update();
  return () => {
    unsubscribe();
    for (const name of GESTURES) window.removeEventListener(name, update, true);
    window.removeEventListener("beforeunload", warn);
  };
}
