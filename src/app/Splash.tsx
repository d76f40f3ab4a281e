/** The very first moment: the bar's outline, until the first page's code is here. */
import { Logo } from "../ui/Logo";
import { PageSkeleton } from "./PageSkeleton";

export function Splash() {
  return (
    <div>
      <div className="border-b border-line bg-raised">
        <div className="mx-auto flex h-14 max-w-7xl items-center px-4">
          <Logo />
        </div>
      </div>
      <main id="main" className="mx-auto max-w-7xl px-4 py-6">
        <h1 className="sr-only">Mandi</h1>
        <PageSkeleton />
      </main>
    </div>
  );
}
