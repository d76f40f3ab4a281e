import { BrowserRouter, useLocation } from "react-router-dom";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { AddressCheck } from "./App";

/** Goes elsewhere while it is rendered, without a word to the router, as a Back between two slices of the first rendering. */
function Leaving({ to }: { to: string }) {
  const { pathname, search } = useLocation();
  if (pathname + search !== to) window.history.replaceState({ idx: 0 }, "", to);
  return <p>At {pathname + search}</p>;
}

test.for(["/elsewhere", "/elsewhere?page=2"])(
  "shows the address %s that came during the first rendering",
  async (to) => {
    const before = window.location.href;
    const host = document.body.appendChild(document.createElement("div"));
    const root = createRoot(host);
    try {
      root.render(
        <BrowserRouter>
          <AddressCheck />
          <Leaving to={to} />
        </BrowserRouter>,
      );
      await expect.element(page.getByText(`At ${to}`, { exact: true })).toBeVisible();
    } finally {
      root.unmount();
      host.remove();
      window.history.replaceState(null, "", before);
    }
  },
);
