/**
 * Turns the list of pages into routes with lazily loaded code. It uses the plain router: pages subscribe to their own data, and
 * loaders and actions would double its size.
 */
import { useRoutes, type RouteObject } from "react-router-dom";
import { BareLayout, MarketLayout } from "./layouts";
import { LazyPage } from "./LazyPage";
import { NotFoundPage } from "./failurePages";
import type { Page } from "./page";
import { PAGES } from "./pages";
import { RootLayout } from "./RootLayout";

function routeOf(page: Page): RouteObject {
  return { path: page.path, element: <LazyPage page={page} /> };
}

const bare = PAGES.filter((page) => page.layout === "bare");
const withBar = PAGES.filter((page) => page.layout !== "bare");

const ROUTES: RouteObject[] = [
  {
    Component: RootLayout,
    children: [
      { Component: BareLayout, children: bare.map(routeOf) },
      {
        Component: MarketLayout,
        children: [...withBar.map(routeOf), { path: "*", Component: NotFoundPage }],
      },
    ],
  },
];

export function Routes() {
  return useRoutes(ROUTES);
}
