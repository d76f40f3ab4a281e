/**
 * The one connection to the market. It goes to the origin that the page came from, unless the build was told otherwise
 * (VITE_CONVEX_URL: Convex Cloud or another host).
 */
import { type AuthTokenFetcher, ConvexReactClient } from "convex/react";

/** How long one attempt to refresh the session may take before the next one starts. */
const ATTEMPT_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

function configuredUrl(): string | undefined {
  const url: unknown = import.meta.env["VITE_CONVEX_URL"];
  return typeof url === "string" && url !== "" ? url : undefined;
}

type Attempt = { answered: true; token: string | null | undefined } | { answered: false };

async function attempt(fetchToken: AuthTokenFetcher, force: boolean): Promise<Attempt> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<Attempt>((resolve) => {
    timer = setTimeout(() => resolve({ answered: false }), ATTEMPT_MS);
  });
  const asked = fetchToken({ forceRefreshToken: force }).then(
    (token): Attempt => ({ answered: true, token }),
    (): Attempt => ({ answered: false }),
  );
  return Promise.race([asked, tooLate]).finally(() => clearTimeout(timer));
}

/**
 * A token fetcher that neither throws nor hangs. The Convex client waits for ever on one that does, with its socket paused, and
 * takes "no token" for "signed out": so a network that is away must not look like either. It answers null only when the
 * server (or the empty token store) said so.
 */
export function steady(fetchToken: AuthTokenFetcher): AuthTokenFetcher {
  return async ({ forceRefreshToken }) => {
    let pauseMs = FIRST_PAUSE_MS;
    for (;;) {
      const result = await attempt(fetchToken, forceRefreshToken);
      if (result.answered) return result.token;
      const pause = pauseMs;
      await new Promise((resolve) => setTimeout(resolve, pause));
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  };
}

export class MarketClient extends ConvexReactClient {
  override setAuth(...[fetchToken, ...rest]: Parameters<ConvexReactClient["setAuth"]>): void {
    super.setAuth(steady(fetchToken), ...rest);
  }
}

export function connect(): MarketClient {
  return new MarketClient(configuredUrl() ?? window.location.origin, {
    skipConvexDeploymentUrlCheck: true,
  });
}
