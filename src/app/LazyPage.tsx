/** Loads a page's code on first use; the previous page stays until then. */
import { createElement, Suspense, use, useEffect } from "react";
import type { Page } from "./page";
import { pageCodeOf, forgetFailure } from "./pageAt";
import { PageSkeleton } from "./PageSkeleton";

export function LazyPage({ page }: { page: Page }) {
  useEffect(() => () => forgetFailure(page), [page]);
  return (
    <Suspense fallback={<Waiting layout={page.layout} />}>
      <Code page={page} />
    </Suspense>
  );
}

function Code({ page }: { page: Page }) {
  const code = pageCodeOf(page);
  // Loaded code renders at once; a promise would cost another event-loop tick.
  return createElement(code.component ?? use(code.promise));
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
