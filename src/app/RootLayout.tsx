/** Around every page: skip link, notes, the page's title, and the focus that follows a change of page. */
import { useEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { UnsentWorkContext } from "../lib/unsentWork";
import { clearStoredUser, storeUser } from "../lib/userdata";
import { useAccountId } from "../lib/useMarketClient";
import { useSession } from "../lib/useSession";
import { ToastProvider } from "../ui/Toast";
import { answerUnsent, unsentInAllTabs, unsentSentence } from "./unsent";
import { usePage } from "./usePage";
import { useScrollPlace } from "./useScrollPlace";

export function RootLayout() {
  usePageTitle();
  useFocusOnPageChange();
  useScrollPlace();
  useRememberedUser();
  useUnsentAnswers();
  return (
    <UnsentWorkContext value={unsentWork}>
      <ToastProvider>
        <a
          href="#main"
          className="fixed top-2 left-2 z-60 -translate-y-20 rounded-sm bg-ink px-4 py-2 font-medium text-paper focus:translate-y-0"
        >
          Skip to content
        </a>
        <Outlet />
      </ToastProvider>
    </UnsentWorkContext>
  );
}

async function unsentWork(accountId: string): Promise<string | null> {
  return unsentSentence(await unsentInAllTabs(accountId));
}

function useUnsentAnswers() {
  const accountId = useAccountId();
  useEffect(() => (accountId === null ? undefined : answerUnsent(accountId)), [accountId]);
}

function usePageTitle() {
  const { title } = usePage();
  useEffect(() => {
    document.title = `${title} · Mandi`;
  }, [title]);
}

/** Without this a screen reader would stay where the link was, on a page that is gone. */
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

/** Keeps the display cache in step with who is signed in. */
function useRememberedUser() {
  const session = useSession();
  const me = session.state === "signedIn" ? session.me : null;
  const signedOut = session.state === "signedOut" || session.state === "ended";
  useEffect(() => {
    if (me !== null) storeUser(me);
    else if (signedOut) clearStoredUser();
  }, [me, signedOut]);
}
