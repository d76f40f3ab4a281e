/**
 * /homepagenew: redirects to the user's own home, or to the get-started page when signed out. With ?to=orders, as the installed
 * app's shortcut has it, to the orders that wait.
 */
import * as links from "../../domain/links";
import { Navigate, useSearchParams } from "react-router-dom";
import { isTradeRole, type Role } from "../../domain/roles";
import { useSession } from "../live/useSession";
import { BarSkeleton } from "./bar/BarSkeleton";
import { PageSkeleton } from "../ui/Skeleton";
import { t } from "../../domain/language/texts";

function ordersOf(role: Role): string | undefined {
  return isTradeRole(role) ? links.ORDER_PAGES[role].pending : undefined;
}

export function HomeRedirect() {
  const [query] = useSearchParams();
  const session = useSession();
  if (session.state === "loading") return <Splash />;
  if (session.state !== "signedIn") return <Navigate to={links.GET_STARTED} replace />;
  const { role } = session.me;
  const orders = query.get("to") === "orders" ? ordersOf(role) : undefined;
  return <Navigate to={orders ?? links.homeOf(role)} replace />;
}

/** The skeleton of the whole screen while the session is loading. */
function Splash() {
  return (
    <div>
      <BarSkeleton />
      <main id="main" className="mx-auto max-w-7xl px-4 py-6">
        <h1 className="sr-only">{t("Mandi")}</h1>
        <PageSkeleton />
      </main>
    </div>
  );
}
