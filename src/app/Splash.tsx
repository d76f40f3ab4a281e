/** The very first moment: the bar's outline, until it is known who is looking. */
import { BarOutline } from "./bar/BarOutline";
import { PageSkeleton } from "./PageSkeleton";

export function Splash() {
  return (
    <div>
      <BarOutline />
      <main id="main" className="mx-auto max-w-7xl px-4 py-6">
        <h1 className="sr-only">Mandi</h1>
        <PageSkeleton />
      </main>
    </div>
  );
}
