/** The skeleton of the whole screen while the session is loading. */
import { BarSkeleton } from "./bar/BarSkeleton";
import { PageSkeleton } from "./PageSkeleton";

export function Splash() {
  return (
    <div>
      <BarSkeleton />
      <main id="main" className="mx-auto max-w-7xl px-4 py-6">
        <h1 className="sr-only">Mandi</h1>
        <PageSkeleton />
      </main>
    </div>
  );
}
