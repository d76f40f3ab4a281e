/** Which page stands at an address, and its code, which is fetched once. */
import type { ComponentType } from "react";
import { matchRoutes } from "react-router-dom";
import { LoadFailure } from "./LoadFailure";
import { PAGES, type Page } from "./pages";

const ADDRESSES = PAGES.map((page) => ({ path: page.path, page }));
const exactly = new Map(PAGES.map((page) => [page.path, page]));

export function pageAt(pathname: string): Page | undefined {
  // The router ranks all addresses anew at every question; most need no more than a look.
  return exactly.get(pathname) ?? matchRoutes(ADDRESSES, pathname)?.at(-1)?.route.page;
}

export type PageCode = { component?: ComponentType; readonly coming: Promise<ComponentType> };

const codes = new Map<Page, PageCode>();

/** The page's code, on its way or here. A page that can't be fetched is one that says so. */
export function codeOf(page: Page): PageCode {
  const known = codes.get(page);
  if (known !== undefined) return known;
  const coming = page.load().catch(() => LoadFailure);
  const code: PageCode = { coming };
  codes.set(page, code);
  void coming.then((component) => (code.component = component));
  return code;
}

/** Forgets a failure, so that the next visit tries again. */
export function forgetFailure(page: Page): void {
  if (codes.get(page)?.component === LoadFailure) codes.delete(page);
}
