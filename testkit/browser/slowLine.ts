/**
 * A line between one page and the market that can be stopped, so that what a screen says while it waits can be read at leisure, and
 * that can change what the market says, so that a screen meets what the market never sends by itself (an order without a reason).
 */
import type { Page, WebSocketRoute } from "@playwright/test";

export type SlowLine = {
  /** From now on the page hears nothing. What it asks still goes out. */
  stop(): void;
  /** The page hears all that it missed. */
  goOn(): void;
  /** Changes every message of the market, from the next one on. */
  change(how: (message: string) => string): void;
};

/** Puts the line in; before the page is opened. */
export async function slowLine(page: Page): Promise<SlowLine> {
  let missed: (() => void)[] | null = null;
  let how = (message: string) => message;

  await page.routeWebSocket(/\/api\/[^/]+\/sync$/, (socket: WebSocketRoute) => {
    const market = socket.connectToServer();
    socket.onMessage((message) => market.send(message));
    market.onMessage((message) => {
      const tell = () => socket.send(how(String(message)));
      if (missed === null) tell();
      else missed.push(tell);
    });
  });

  return {
    stop() {
      missed = [];
    },
    goOn() {
      const all = missed ?? [];
      missed = null;
      for (const tell of all) tell();
    },
    change(next) {
      how = next;
    },
  };
}

/** To another page of the app without loading it anew, as a link in it would lead there. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, "", to);
    window.dispatchEvent(new PopStateEvent("popstate"));
  }, address);
}
