/** The outermost layout: skip link, toasts, the page's title, and focus after a change of page. */
import { useEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { ClaimAnswers } from "../features/khata/ClaimAnswers";
import { OrderAnswers } from "../features/orders/OrderAnswers";
import { useOutbox } from "../lib/outbox/useOutbox";
import { UnsentWorkContext } from "../lib/unsentWork";
import { clearStoredUser, storeUser } from "../lib/userdata";
import { useAccountId } from "../lib/useMarketClient";
import { useSession } from "../lib/useSession";
import { ToastProvider } from "../ui/Toast";
import { serveUnsentCounts, unsentInAllTabs, unsentOf, unsentText } from "./unsent";
import { usePage } from "./usePage";
import { useScrollRestoration } from "./useScrollRestoration";

export function RootLayout() {
  usePageTitle();
  useFocusOnPageChange();
  useScrollRestoration();
  useRememberedUser();
  useServeUnsentCounts();
  return (
    <UnsentWorkContext value={unsentWork}>
      <ToastProvider>
        <a
          href="#main"
          className="fixed top-2 left-2 z-60 -translate-y-20 rounded-sm bg-ink px-4 py-2 font-medium text-paper focus:translate-y-0"
        >
          Skip to content
        </a>
        <OrderAnswers />
        <ClaimAnswers />
        <Outlet />
      </ToastProvider>
    </UnsentWorkContext>
  );
}

async function unsentWork(accountId: string): Promise<string | null> {
  return unsentText(await unsentInAllTabs(accountId));
}

function useServeUnsentCounts() {
  const accountId = useAccountId();
  const { outbox } = useOutbox();
  useEffect(() => {
    if (accountId === null || outbox === null) return;
    return serveUnsentCounts(accountId, async () => {
      await outbox.open();
      return unsentOf(accountId, outbox.snapshot().entries);
    });
  }, [accountId, outbox]);
}

function usePageTitle() {
  const { title } = usePage();
  useEffect(() => {
    document.title = `${title} · Mandi`;
  }, [title]);
}

/** Moves the focus to the new page; a screen reader would otherwise stay on a link that is gone. */
function useFocusOnPageChange() {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const target =
      document.querySelector<HTMLElement>("main h1[tabindex]") ?? document.querySelector("main");
    target?.focus({ preventScroll: true });
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
