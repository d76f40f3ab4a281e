/** From the list of pages to the router: frames around pages, pages loaded when they are first needed. */
import { createBrowserRouter, type RouteObject } from "react-router-dom";
import { PlacementFrame } from "../features/orders/PlacementFrame";
import { BareFrame } from "./BareFrame";
import { LoadFailure } from "./LoadFailure";
import { MarketFrame } from "./MarketFrame";
import { NotFoundPage } from "./NotFoundPage";
import { OwnHome } from "./OwnHome";
import { handleOf, PAGES, type Page, type PageHandle } from "./pages";
import { RootLayout } from "./RootLayout";
import { Splash } from "./Splash";

function routeOf(page: Page): RouteObject {
  return {
    path: page.path,
    handle: handleOf(page),
    ErrorBoundary: LoadFailure,
    lazy: async () => ({ Component: await page.load() }),
  };
}

const NOT_FOUND: PageHandle = { title: "Page not found", access: "public", frame: "market" };

export function routes(): RouteObject[] {
  const framed = PAGES.filter((page) => page.frame !== "bare");
  const bare = PAGES.filter((page) => page.frame === "bare");
  return [
    {
      Component: RootLayout,
      HydrateFallback: Splash,
      children: [
        {
          // An order that was clicked is sent whatever page is open by then.
          Component: PlacementFrame,
          children: [
            { Component: BareFrame, ErrorBoundary: LoadFailure, children: bare.map(routeOf) },
            { path: "/homepagenew", Component: OwnHome },
            {
              Component: MarketFrame,
              ErrorBoundary: LoadFailure,
              children: [
                ...framed.map(routeOf),
                { path: "*", handle: NOT_FOUND, Component: NotFoundPage },
              ],
            },
          ],
        },
      ],
    },
  ];
}

export function createRouter() {
  return createBrowserRouter(routes());
}
