/** Loads the work that needs no place on the first screen, when the page has settled. */
import { useEffect, useState } from "react";
import { lazyBackground } from "../ui/lazyPart";

const Background = lazyBackground(async () => (await import("./background/Background")).Background);

/** The page, its queries and the other pages' code come first. */
const SETTLED_MS = 4_000;

export function LazyBackground() {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(true), SETTLED_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return isSettled && <Background />;
}
