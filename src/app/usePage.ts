/** What the current route carries of its page. */
import { useMatches } from "react-router-dom";
import type { PageHandle } from "./pages";

const UNNAMED: PageHandle = { title: "Mandi", access: "public", frame: "market" };

export function usePage(): PageHandle {
  const handle = useMatches().at(-1)?.handle;
  // Handles are written in routes.tsx alone.
  return (handle as PageHandle | undefined) ?? UNNAMED;
}
