/** A page whose code is fetched when it is first needed. The page before it stays until then. */
import { createElement, Suspense, use, useEffect } from "react";
import { codeOf, forgetFailure } from "./pageAt";
import type { Page } from "./pages";
import { PageSkeleton } from "./PageSkeleton";

export function LoadedPage({ page }: { page: Page }) {
  useEffect(() => () => forgetFailure(page), [page]);
  return (
    <Suspense fallback={<Waiting frame={page.frame} />}>
      <Code page={page} />
    </Suspense>
  );
}

function Code({ page }: { page: Page }) {
  const code = codeOf(page);
  // What is here already is drawn at once, without a promise's turn in between.
  return createElement(code.component ?? use(code.coming));
}

/** As tall as the screen where nothing else sets a height: what stands below must not jump. */
function Waiting({ frame }: { frame: Page["frame"] }) {
  if (frame === "market") return <PageSkeleton />;
  return (
    <div className="mx-auto min-h-dvh max-w-7xl px-4 py-6">
      <PageSkeleton />
    </div>
  );
}
