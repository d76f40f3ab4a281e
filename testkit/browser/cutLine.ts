/** A line between one page and the market that the test cuts and mends, while other pages of the same browser keep theirs. */
import type { Page, WebSocketRoute } from "@playwright/test";

/** Any code that tells the client nothing but that the line broke. */
const BROKEN = { code: 4000, reason: "cut" };

export type CutLine = {
  /** Nothing goes out and nothing comes in until `mend`. */
  cut(): void;
  mend(): void;
  /** From now on answers get lost; what the page asks still goes out. */
  loseAnswers(): void;
  /** Every message of the page that went out. */
  readonly sent: readonly string[];
};

/** Puts the line in; before the page is opened. */
export async function cutLine(page: Page): Promise<CutLine> {
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
