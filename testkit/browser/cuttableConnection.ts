/** A sync connection of one page that a test cuts and restores, while other pages of the same browser keep theirs. */
import type { Page, WebSocketRoute } from "@playwright/test";

/** An arbitrary code that tells the client only that the connection broke. */
const BROKEN = { code: 4000, reason: "cut" };

export type CuttableConnection = {
  /** Closes the connection and refuses new ones until `mend`. */
  cut(): void;
  mend(): void;
  /** Drops the server's messages from now on; those of the page still pass. */
  loseAnswers(): void;
  /** Every message that the page sent. */
  readonly sent: readonly string[];
};

/** Must be called before the page is opened. */
export async function cuttableConnection(page: Page): Promise<CuttableConnection> {
  const sockets = new Set<WebSocketRoute>();
  const sent: string[] = [];
  let isCut = false;
  let losesAnswers = false;

  await page.routeWebSocket(/\/api\/[^/]+\/sync$/, (socket) => {
    if (isCut) {
      void socket.close(BROKEN);
      return;
    }
    const market = socket.connectToServer();
    sockets.add(socket);
    socket.onMessage((message) => {
      sent.push(String(message));
      market.send(message);
    });
    market.onMessage((message) => {
      if (!losesAnswers) socket.send(message);
    });
    socket.onClose(() => {
      sockets.delete(socket);
      void market.close();
    });
  });
  await page.route("**/api/action", (route) =>
    isCut ? route.abort("connectionrefused") : route.fallback(),
  );

  return {
    sent,
    cut() {
      isCut = true;
      for (const socket of sockets) void socket.close(BROKEN);
      sockets.clear();
    },
    mend() {
      isCut = false;
      losesAnswers = false;
    },
    loseAnswers() {
      losesAnswers = true;
    },
  };
}
