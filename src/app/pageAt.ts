/** Finds the page of an address, and loads its code once. */
import type { ComponentType } from "react";
import { matchRoutes } from "react-router-dom";
import { LoadFailure } from "./LoadFailure";
import type { Page } from "./page";
import { PAGES } from "./pages";

const ROUTES = PAGES.map((page) => ({ path: page.path, page }));
const byPath = new Map(PAGES.map((page) => [page.path, page]));

export function pageAt(pathname: string): Page | undefined {
  // The router ranks all addresses on every match; most need only a map lookup.
  return byPath.get(pathname) ?? matchRoutes(ROUTES, pathname)?.at(-1)?.route.page;
}

export type PageCode = { component?: ComponentType; readonly promise: Promise<ComponentType> };

const codes = new Map<Page, PageCode>();

/** Returns the page's code, loaded or loading. A page that fails to load becomes LoadFailure. */
export function pageCodeOf(page: Page): PageCode {
  const known = codes.get(page);
  if (known !== undefined) return known;
  const promise = page.load().catch(() => LoadFailure);
  const code: PageCode = { promise };
  codes.set(page, code);
  void promise.then((component) => (code.component = component));
  return code;
}

/** Drops a failed load, so that the next visit tries again. */
export function forgetFailure(page: Page): void {
  if (codes.get(page)?.component === LoadFailure) codes.delete(page);
}
