/** A sync connection of one page that can be paused, to see what the page does meanwhile. */
import type { Page, WebSocketRoute } from "@playwright/test";

type PausableConnection = {
  /** Holds the server's messages back; those of the page still pass. */
  pause(): void;
  /** Delivers the held messages. */
  resume(): void;
};

/** Must be called before the page is opened. */
export async function pausableConnection(page: Page): Promise<PausableConnection> {
  let missed: (() => void)[] | null = null;

  await page.routeWebSocket(/\/api\/[^/]+\/sync$/, (socket: WebSocketRoute) => {
    const market = socket.connectToServer();
    socket.onMessage((message) => market.send(message));
    market.onMessage((message) => {
      const tell = () => socket.send(message);
      if (missed === null) tell();
      else missed.push(tell);
    });
  });

  return {
    pause() {
      missed = [];
    },
    resume() {
      const all = missed ?? [];
      missed = null;
      for (const tell of all) tell();
    },
  };
}

/** Navigates within the app like a link, without a page load. */
export async function navigateInApp(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, "", to);
    window.dispatchEvent(new PopStateEvent("popstate"));
  }, address);
}
