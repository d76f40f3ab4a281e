/** Finds the page of an address, and loads its code once. */
import { type ComponentType, useMemo } from "react";
import { matchRoutes, useLocation } from "react-router-dom";
import { LoadFailure } from "./failurePages";
import type { Page } from "./page";
import { PAGES } from "./pages";
import { t } from "../../domain/language/texts";

const ROUTES = PAGES.map((page) => ({ path: page.path, page }));
const byPath = new Map(PAGES.map((page) => [page.path, page]));

export function pageAt(pathname: string): Page | undefined {
  // The router ranks all addresses on every match; most need only a map lookup.
  return byPath.get(pathname) ?? matchRoutes(ROUTES, pathname)?.at(-1)?.route.page;
}

/** The fields by which React's `use` reads, in the same tick, a value that is there. */
type Fulfilled<Value> = { status?: "fulfilled"; value?: Value };
type PageCode = Promise<ComponentType> & Fulfilled<ComponentType>;

const codes = new Map<Page, PageCode>();

/** Returns the page's code, loaded or loading; once it is loaded, `use` renders it at once. A page that fails to load becomes LoadFailure. */
export function pageCodeOf(page: Page): Promise<ComponentType> {
  const loaded = codes.get(page);
  if (loaded !== undefined) return loaded;
  const code: PageCode = page.load().catch(() => LoadFailure);
  codes.set(page, code);
  void code.then((value) => Object.assign(code, { status: "fulfilled", value }));
  return code;
}

/** Drops a failed load, so that the next visit tries again. */
export function forgetFailure(page: Page): void {
  if (codes.get(page)?.value === LoadFailure) codes.delete(page);
}

/** The metadata of a page that layouts use. */
export type PageMeta = Pick<
  Page,
  "title" | "access" | "layout" | "hasStrip" | "hasStaticFirstPaint" | "failure"
>;

const NOT_FOUND: PageMeta = { title: t("Page not found"), access: "public", layout: "market" };

export function usePage(): PageMeta {
  const { pathname } = useLocation();
  return useMemo(() => pageAt(pathname) ?? NOT_FOUND, [pathname]);
}
