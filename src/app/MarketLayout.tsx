/** The layout of every page but the auth screens: the user's bar, the page in an error boundary, the bottom bar of phones. */
import { Outlet, useLocation } from "react-router-dom";
import { cx } from "../lib/cx";
import { useShownUser } from "../live/useShownUser";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { LazyBottomBar, LazyMarketBar, LazyStatusStrip } from "./bar/LazyBars";
import { PublicBar } from "./bar/PublicBar";
import { Footer } from "./Footer";
import { OfflineBanner } from "./OfflineBanner";
import { GUTTER, PAGE_WIDTH } from "./pageWidth";
import { RequireRole } from "./RequireRole";
import { usePage } from "./usePage";

export function MarketLayout() {
  const user = useShownUser();
  const page = usePage();
  const { layout, failure = "Something went wrong on this page." } = page;
  const { pathname } = useLocation();
  return (
    <div className={cx("flex min-h-dvh flex-col", user !== null && "pb-16 md:pb-0")}>
      {user === null ? <PublicBar /> : <LazyMarketBar user={user} />}
      <OfflineBanner />
      {page.hasStrip === true && user !== null && user.role !== "admin" && (
        <LazyStatusStrip role={user.role} />
      )}
      <main
        id="main"
        tabIndex={-1}
        className={cx(
          "w-full flex-1",
          layout === "market" && [PAGE_WIDTH, GUTTER, "py-6 print:px-12 print:py-0"],
        )}
      >
        <ErrorBoundary message={failure} resetKey={pathname}>
          <RequireRole page={page}>
            <Outlet />
          </RequireRole>
        </ErrorBoundary>
      </main>
      {layout === "wide" && <Footer isSignedIn={user !== null} />}
      {user !== null && <LazyBottomBar role={user.role} />}
    </div>
  );
}
