/** The outermost layout: skip link, toasts, the page's title, and focus after a change of page. */
import { useEffect, useRef, useState } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { UnsentWorkContext, useSession } from "../live/useSession";
import { clearStoredUser, storeUser } from "../session/userdata";
import { useAccountId } from "../live/useMarketClient";
import { focusHeadingOnceThere } from "../ui/focusHeading";
import { ToastProvider } from "../ui/Toast";
import { LazyMemberWork } from "./bar/LazyBars";
import { usePage } from "./pageAt";
import { useScrollRestoration } from "./useScrollRestoration";
import { lazyBackground } from "../ui/lazyPart";
import { t } from "../../domain/language/texts";

export function RootLayout() {
  const accountId = useAccountId();
  usePageTitle();
  useFocusOnPageChange();
  useScrollRestoration();
  useRememberedUser();
  return (
    <UnsentWorkContext value={unsentWork}>
      <ToastProvider>
        <a
          href="#main"
          className="fixed top-2 left-2 z-60 -translate-y-20 rounded-sm bg-ink px-4 py-2 font-medium text-paper focus:translate-y-0"
        >
          {t("Skip to content")}
        </a>
        {accountId !== null && <LazyMemberWork />}
        <LazyBackground />
        <Outlet />
      </ToastProvider>
    </UnsentWorkContext>
  );
}

/** Only members have unsent work, so its code is not loaded before. */
async function unsentWork(accountId: string): Promise<string | null> {
  const { unsentInAllTabs, unsentText } = await import("./unsent");
  return unsentText(await unsentInAllTabs(accountId));
}

function usePageTitle() {
  const { title } = usePage();
  useEffect(() => {
    document.title = t("{page} · Mandi", { page: title });
  }, [title]);
}

/** Moves the focus to the new page; a screen reader would otherwise stay on a link that is gone. */
function useFocusOnPageChange() {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    return focusHeadingOnceThere();
  }, [pathname]);
}

/** Keeps the display cache in sync with the session. */
function useRememberedUser() {
  const session = useSession();
  const me = session.state === "signedIn" ? session.me : null;
  const signedOut = session.state === "signedOut" || session.state === "ended";
  useEffect(() => {
    if (me !== null) storeUser(me);
    else if (signedOut) clearStoredUser();
  }, [me, signedOut]);
}

const Background = lazyBackground(async () => (await import("./background/Background")).Background);

/** The page, its queries and the other pages' code come before the work in the background. */
const SETTLED_MS = 4_000;

/** Starts the work that needs no place on the first screen once the page has settled. */
function LazyBackground() {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(true), SETTLED_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return isSettled && <Background />;
}
