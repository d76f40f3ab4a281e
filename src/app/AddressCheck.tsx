/**
 * Tells the router of a Back or Forward that came while the app was being rendered for the first time: `BrowserRouter` reads the
 * address when it begins and listens once it is on screen, and the first rendering takes many tasks.
 */
import { useEffect } from "react";
import { useLocation } from "react-router-dom";

const address = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }) =>
  pathname + search + hash;

/** Belongs directly into the router, which listens by the time effects run. */
export function AddressCheck() {
  const rendered = address(useLocation());
  useEffect(() => {
    if (address(window.location) !== rendered)
      window.dispatchEvent(
        new PopStateEvent("popstate", { state: window.history.state as unknown }),
      );
    // Afterwards the router hears of each change by itself.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return null;
}
