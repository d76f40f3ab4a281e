/**
 * Prerenders the landing pages into index.html at build time, in their state before anything is known. A phone thus shows the
 * page once HTML and styles are there, before the code runs. No browser loads this file; public/firstScreen.js picks among its
 * results.
 */
import * as links from "../../domain/links";
import { ConvexAuthProvider } from "@convex-dev/auth/react";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import { invariant } from "../../domain/invariant";
import type { Role } from "../../domain/roles";
import { MarketClient } from "../live/convexClient";
import { pageCodeOf, pageAt } from "./pageAt";
import { PAGES } from "./pages";
import { Routes } from "./routes";

type FirstScreen = { who: "visitor" | Role; address: string };

const SCREENS: readonly FirstScreen[] = [
  { who: "visitor", address: "/" },
  { who: "visitor", address: links.LOGIN },
  { who: "retailer", address: links.RETAILER_HOME },
  { who: "distributor", address: links.DISTRIBUTOR_HOME },
];

/** Stands in for any other page: its layout, with the skeleton of a page. */
const FALLBACKS: Readonly<Record<string, FirstScreen>> = {
  "visitor *": { who: "visitor", address: links.ABOUT },
  "member *": { who: "retailer", address: links.DASHBOARD },
};

/** Replaced by the user's first name in the browser. */
const NAME_PLACEHOLDER = "%name%";

/** A socket that never opens, so that rendering makes no calls. */
class ClosedSocket {
  readonly close = () => undefined;
}

/** Runs `work` with a fake localStorage that holds a user of the given role, or nobody. */
function withStoredUser<Result>(who: FirstScreen["who"], work: () => Result): Result {
  const user = { name: NAME_PLACEHOLDER, email: "", image: "", role: who };
  const text = who === "visitor" ? null : JSON.stringify(user);
  const localStorage = { getItem: (key: string) => (key === "userdata" ? text : null) };
  Object.assign(globalThis, { localStorage });
  try {
    return work();
  } finally {
    Object.assign(globalThis, { localStorage: undefined });
  }
}

function renderScreen({ who, address }: FirstScreen): string {
  const client = new MarketClient("http://127.0.0.1", {
    skipConvexDeploymentUrlCheck: true,
    // The client only ever sets its handlers.
    webSocketConstructor: ClosedSocket as unknown as typeof WebSocket,
  });
  const html = withStoredUser(who, () =>
    renderToStaticMarkup(
      <ConvexAuthProvider client={client} shouldHandleCode={false}>
        <StaticRouter location={address}>
          <Routes />
        </StaticRouter>
      </ConvexAuthProvider>,
    ),
  );
  void client.close();
  return html;
}

async function renderAll() {
  const pages = SCREENS.map(({ address }) => pageAt(address));
  for (const page of pages) {
    invariant(page !== undefined, "A first screen stands at an address without a page.");
    // Importing first makes a broken page fail the build; pageCodeOf would render LoadFailure.
    await page.load();
    await pageCodeOf(page);
  }
  const named = SCREENS.map((screen) => [`${screen.who} ${screen.address}`, screen] as const);
  // All pages render in one event-loop tick, so that no other lazy part loads in between and the bars stay skeletons.
  return Object.fromEntries(
    [...Object.entries(FALLBACKS), ...named].map(([name, screen]) => [name, renderScreen(screen)]),
  );
}

/**
 * The prerendered pages by role and address. They are rendered on import, because the build's module loader closes right after
 * it.
 */
export const FIRST_SCREENS = await renderAll();

/** The module that a page's `load` imports, as the build's module loader writes it. */
const IMPORTED = /\("(\/src\/[^"]+)"\)/;

/** The module of each page's code by the page's path, so that it is fetched together with the app rather than by it. */
export const PAGE_SOURCES: Readonly<Record<string, string>> = Object.fromEntries(
  PAGES.map(({ path, load }) => {
    const [, source] = IMPORTED.exec(String(load)) ?? [];
    invariant(source !== undefined, `The page at ${path} does not say which module it loads.`);
    return [path, source];
  }),
);
