/** The page at the present address, as the frames around it need to know it. */
import { useMemo } from "react";
import { useLocation } from "react-router-dom";
import { pageAt } from "./pageAt";
import type { Page } from "./pages";

export type PageFacts = Pick<Page, "title" | "access" | "frame" | "startsWithWords" | "failure">;

const NOT_FOUND: PageFacts = { title: "Page not found", access: "public", frame: "market" };

export function usePage(): PageFacts {
  const { pathname } = useLocation();
  return useMemo(() => pageAt(pathname) ?? NOT_FOUND, [pathname]);
}
