/** Returns the side on which the caller stands. The khata's pages are open to retailers and distributors alone. */
import { createContext, useContext } from "react";
import type { TradeRole } from "../../../domain/roles";
import { useSession } from "../../live/useSession";

/** The role of the page, so that each card need not ask for the session. */
export const TradeRoleContext = createContext<TradeRole>("retailer");

export function useTradeRole(): TradeRole {
  return useContext(TradeRoleContext);
}

export function useSessionRole(): TradeRole {
  const session = useSession();
  return session.state === "signedIn" && session.me.role === "distributor"
    ? "distributor"
    : "retailer";
}
