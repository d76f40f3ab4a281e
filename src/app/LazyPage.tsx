/** Loads a page's code on first use; the previous page stays until then. */
import { createElement, Suspense, use, useEffect } from "react";
import { readItem, writeItem } from "../device/deviceStorage";
import { LoadFailure } from "./failurePages";
import type { Page } from "./page";
import { pageCodeOf, forgetFailure } from "./pageAt";
import { PageSkeleton } from "../ui/Skeleton";

export function LazyPage({ page }: { page: Page }) {
  useEffect(() => () => forgetFailure(page), [page]);
  return (
    <Suspense fallback={<Waiting layout={page.layout} />}>
      <Code page={page} />
    </Suspense>
  );
}

function Code({ page }: { page: Page }) {
  // Asked for in every rendering, also of loaded code: React renders again what was suspended, and counts the calls.
  const component = use(pageCodeOf(page));
  const hasFailed = component === LoadFailure;
  useEffect(() => {
    if (hasFailed) void reloadOnce();
  }, [hasFailed]);
  return createElement(component);
}

const RELOADED = "reloaded-at";
const RELOAD_AGAIN_MS = 5 * 60_000;

/** A page's code may be gone because a newer version is there. Loads that, unless it was tried just now or nothing answers. */
async function reloadOnce(): Promise<void> {
  try {
    const { ok } = await fetch("/", { cache: "no-store" });
    const reloadedAt = Number(readItem(RELOADED, "session"));
    if (!ok || Date.now() - reloadedAt < RELOAD_AGAIN_MS) return;
    // Without storage it would reload for ever: the page says how to try again.
    if (writeItem(RELOADED, String(Date.now()), "session")) window.location.reload();
  } catch {
    // Without the server the page says how to try again.
  }
}

/** Fills the screen where the layout sets no height, so that the footer does not jump. */
function Waiting({ layout }: { layout: Page["layout"] }) {
  if (layout === "market") return <PageSkeleton />;
  return (
    <div className="mx-auto min-h-dvh max-w-7xl px-4 py-6">
      <PageSkeleton />
    </div>
  );
}
