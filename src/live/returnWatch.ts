/**
 * Brings a page back as soon as the server answers. The Convex client waits ever longer between its tries; while nothing can be
 * sent, this asks for the server's health and then lets it try at once. It asks with an open socket too: a browser without a
 * network says `offline` also where the server is on the same machine.
 */
import type { ConvexReactClient } from "convex/react";
import { connectionOf } from "./connection";
import { dropStuckSocket } from "./convexClient";

/** The random part keeps thousands of pages from asking at the same moment. */
const PAUSE_MS = 1_000;
const SPREAD_MS = 600;
/** A request without a response is given up after this time; the next ones do not wait for it. */
const PATIENCE_MS = 5_000;
/** If something answers but no socket opens, the Convex client's own pauses are right. */
const VAIN_TRIES_MAX = 5;

type Client = Pick<ConvexReactClient, "url" | "connectionState" | "subscribeToConnectionState">;

async function answers(url: string): Promise<boolean> {
  const isOwn = new URL(url).origin === window.location.origin;
  try {
    const response = await fetch(`${url}/api/health`, {
      cache: "no-store",
      // Another host's answer can't be read, only that there is one.
      mode: isOwn ? "same-origin" : "no-cors",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return response.ok || response.type === "opaque";
  } catch {
    return false;
  }
}

/** Watches until the returned function is called. */
export function watchForReturn(client: Client): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const connection = connectionOf(client);
  let { canSend } = connection.state();
  let isOver = false;
  let vainTries = 0;

  function areTriesVain(): boolean {
    return vainTries === VAIN_TRIES_MAX && !client.connectionState().isWebSocketConnected;
  }

  async function ask(): Promise<void> {
    const isBack = await answers(client.url);
    if (!isBack) vainTries = 0;
    if (!isBack || canSend || isOver || areTriesVain()) return;
    vainTries += 1;
    await dropStuckSocket();
    // The event by which a browser says that the network is back: the Convex client and all that waits for it try at once.
    window.dispatchEvent(new Event("online"));
  }

  function askLater(pauseMs: number): void {
    clearTimeout(timer);
    // Nobody looks at a hidden page; the Convex client goes on trying.
    if (canSend || isOver || document.hidden) return;
    timer = setTimeout(() => {
      void ask();
      askLater(PAUSE_MS + Math.random() * SPREAD_MS);
    }, pauseMs);
  }

  const onVisible = () => askLater(0);
  document.addEventListener("visibilitychange", onVisible);
  const unsubscribe = connection.subscribe(() => {
    if (connection.state().canSend === canSend) return;
    canSend = !canSend;
    vainTries = 0;
    askLater(Math.random() * PAUSE_MS);
  });
  askLater(Math.random() * PAUSE_MS);
  return () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onVisible);
    unsubscribe();
  };
}
