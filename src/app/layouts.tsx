/** The layouts of pages: each puts the page, once its user may see it, into an error boundary below the offline banner. */
import { Outlet, useLocation } from "react-router-dom";
import { cx } from "../lib/cx";
import { useShownUser } from "../live/useSession";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { LazyBottomBar, LazyMarketBar, LazyStatusStrip } from "./bar/LazyBars";
import { PublicBar } from "./bar/PublicBar";
import { Footer } from "./Footer";
import { GUTTER, PAGE_WIDTH } from "./pageWidth";
import { RequireRole } from "./RequireRole";
import { usePage } from "./pageAt";
import { WifiOff } from "lucide-react";
import { useConnectionStatus } from "../live/useConnectionStatus";
import { useAsOf } from "../live/useLastResult";
import { t } from "../../domain/language/texts";

/** The layout of every page but the auth screens: the user's bar, the page, the bottom bar of phones. */
export function MarketLayout() {
  const user = useShownUser();
  const page = usePage();
  const { layout, failure = t("Something went wrong on this page.") } = page;
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
          layout === "market" && [PAGE_WIDTH, GUTTER, "pt-3 pb-6 sm:pt-6 print:px-12 print:py-0"],
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

/** Announces that the connection is lost. The live region is always mounted, so that screen readers read its text. */
function OfflineBanner() {
  const offline = useConnectionStatus().status === "offline";
  const asOf = useAsOf();
  return (
    <div role="status" className="print:hidden">
      {offline && (
        <p className="flex items-center justify-center gap-2 bg-caution-soft px-4 py-2 text-center text-sm font-medium text-caution">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {t("You are offline. What you see may be out of date; it catches up by itself.")}
          {asOf !== null && ` ${t("As of {time}.", { time: asOf })}`}
        </p>
      )}
    </div>
  );
}

/** The layout of the auth screens, which have no bar. */
export function BareLayout() {
  const page = usePage();
  return (
    <>
      <OfflineBanner />
      <ErrorBoundary message={t("Something went wrong on this page.")} resetKey={page.title}>
        <RequireRole page={page}>
          <Outlet />
        </RequireRole>
      </ErrorBoundary>
    </>
  );
}
