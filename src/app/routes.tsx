/**
 * From the list of pages to what is drawn: frames around pages, pages loaded when they are first needed. The router is the
 * plain one: pages ask for their data themselves, live, and its loaders and actions would be half of its weight.
 */
import { useRoutes, type RouteObject } from "react-router-dom";
import { PlacementFrame } from "../features/orders/PlacementFrame";
import { BareFrame } from "./BareFrame";
import { LoadedPage } from "./LoadedPage";
import { MarketFrame } from "./MarketFrame";
import { NotFoundPage } from "./NotFoundPage";
import { PAGES, type Page } from "./pages";
import { RootLayout } from "./RootLayout";

function routeOf(page: Page): RouteObject {
  return { path: page.path, element: <LoadedPage page={page} /> };
}

const bare = PAGES.filter((page) => page.frame === "bare");
const framed = PAGES.filter((page) => page.frame !== "bare");

const ROUTES: RouteObject[] = [
  {
    Component: RootLayout,
    children: [
      {
        // An order that was clicked is sent whatever page is open by then.
        Component: PlacementFrame,
        children: [
          { Component: BareFrame, children: bare.map(routeOf) },
          {
            Component: MarketFrame,
            children: [...framed.map(routeOf), { path: "*", Component: NotFoundPage }],
          },
        ],
      },
    ],
  },
];

export function Routes() {
  return useRoutes(ROUTES);
}
