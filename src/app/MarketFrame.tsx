/** Around every page but the auth screens: the bar that matches the user, the page in its own boundary, the phone's bottom bar. */
import { useEffect } from "react";
import { Outlet, useLocation } from "react-router-dom";
import type { Role } from "../../domain/roles";
import { useSession } from "../lib/useSession";
import { readStoredUser, storedUserOf, type StoredUser } from "../lib/userdata";
import { cx } from "../lib/cx";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { PAGES } from "./pages";
import { MarketBar } from "./bar/MarketBar";
import { PublicBar } from "./bar/PublicBar";
import { ThumbBar } from "./bar/ThumbBar";
import { useBadges } from "./bar/useBadges";
import { Footer } from "./Footer";
import { OfflineBanner } from "./OfflineBanner";
import { RequireRole } from "./RequireRole";
import { usePage } from "./usePage";

/** Who to draw the bar for: the account, or while it is being asked for the display cache. */
function useShownUser(): StoredUser | null {
  const session = useSession();
  if (session.state === "signedIn") return storedUserOf(session.me);
  return session.state === "loading" ? readStoredUser() : null;
}

export function MarketFrame() {
  const user = useShownUser();
  const badges = useBadges();
  const { access, frame, failure = "Something went wrong on this page." } = usePage();
  const { pathname } = useLocation();
  usePagesAhead(user?.role);
  return (
    <div className={cx("flex min-h-dvh flex-col", user !== null && "pb-16 md:pb-0")}>
      {user === null ? <PublicBar /> : <MarketBar user={user} badges={badges} />}
      <OfflineBanner />
      <main
        id="main"
        tabIndex={-1}
        className={cx(
          "w-full flex-1",
          frame === "market" && "mx-auto max-w-7xl px-4 py-6 print:px-12 print:py-0",
        )}
      >
        <ErrorBoundary message={failure} resetKey={pathname}>
          <RequireRole access={access}>
            <Outlet />
          </RequireRole>
        </ErrorBoundary>
      </main>
      {frame === "wide" && <Footer />}
      {user !== null && <ThumbBar role={user.role} badges={badges} />}
    </div>
  );
}

/** Fetches the code of the user's other pages while nothing else happens: the next click is instant, also offline. */
function usePagesAhead(role: Role | undefined) {
  useEffect(() => {
    if (role === undefined) return;
    const ahead = PAGES.filter((page) => page.access === role || page.access === "member");
    const timer = window.setTimeout(() => {
      // A page that can't be fetched now is fetched, and its failure shown, when it is opened.
      for (const page of ahead) page.load().catch(() => undefined);
    }, 1_500);
    return () => window.clearTimeout(timer);
  }, [role]);
}
