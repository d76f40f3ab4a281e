/**
 * The first sight of the pages people arrive at, as HTML for index.html: drawn at build time by the pages' own code, in the
 * state that they have before anything is known. So a phone shows the page when the HTML and the styles are there, and not only
 * once all the code has come and run. No browser loads this file; public/firstScreen.js chooses among its results.
 */
import { ConvexAuthProvider } from "@convex-dev/auth/react";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import type { Role } from "../../domain/roles";
import { MarketClient } from "../lib/convexClient";
import { codeOf, pageAt } from "./pageAt";
import { Routes } from "./routes";

/** `sources`: what it needs beyond the app (see loadAhead.ts), fetched together with it and not only once it runs. */
type FirstScreen = { who: "visitor" | Role; address: string; sources: readonly string[] };

const BARS = "app/bar/memberBars.ts";
const KNOWN: readonly FirstScreen[] = [
  { who: "visitor", address: "/", sources: ["welcome/LandingPage.tsx"] },
  { who: "visitor", address: "/auth/login", sources: ["auth/LoginPage.tsx"] },
  {
    who: "retailer",
    address: "/homepageretailer",
    sources: [BARS, "welcome/RetailerHomePage.tsx"],
  },
  { who: "distributor", address: "/homepage", sources: [BARS, "welcome/DistributorHomePage.tsx"] },
];

/** Any other page: its frame, and the shape of a page whose code has not come. */
const OTHERWISE: Readonly<Record<string, FirstScreen>> = {
  "visitor *": { who: "visitor", address: "/about", sources: [] },
  "member *": { who: "retailer", address: "/dashboard", sources: [BARS] },
};

/** Stands for the first name of whoever will look. */
const NAME_TO_COME = "%name%";

/** A socket that never opens: nothing is asked while the pages are drawn. */
class SilentSocket {
  readonly close = () => undefined;
}

/** The pages look for the display cache in the browser's storage; here it holds `who`, or nobody. */
function asStoredFor<Result>(who: FirstScreen["who"], work: () => Result): Result {
  const user = { name: NAME_TO_COME, email: "", image: "", role: who };
  const text = who === "visitor" ? null : JSON.stringify(user);
  const localStorage = { getItem: (key: string) => (key === "userdata" ? text : null) };
  Object.assign(globalThis, { localStorage });
  try {
    return work();
  } finally {
    Object.assign(globalThis, { localStorage: undefined });
  }
}

function drawn({ who, address }: FirstScreen): string {
  const client = new MarketClient("http://127.0.0.1", {
    skipConvexDeploymentUrlCheck: true,
    // The client only ever sets its handlers.
    webSocketConstructor: SilentSocket as unknown as typeof WebSocket,
  });
  const html = asStoredFor(who, () =>
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

async function drawAll() {
  const pages = KNOWN.map(({ address }) => pageAt(address));
  for (const page of pages) {
    if (page === undefined) throw new Error("A first screen stands at an address without a page.");
    // A page that can't be loaded would be drawn as one that says so.
    await page.load();
    await codeOf(page).coming;
  }
  const named = KNOWN.map((screen) => [`${screen.who} ${screen.address}`, screen] as const);
  // All in one turn, so that nothing else that is lazy comes in between: the bars are drawn as their outline.
  return Object.fromEntries(
    [...Object.entries(OTHERWISE), ...named].map(([name, screen]) => [
      name,
      { html: drawn(screen), sources: screen.sources },
    ]),
  );
}

/** By who looks and what they asked for. Drawn on import: the build's loader is gone right after it. */
export const FIRST_SCREENS = await drawAll();
