/** Returns true for distributors with a GSTIN: the only ones who have the page of the month's end. */
import { useSession } from "../live/useSession";

export function useHasMonthEnd(): boolean {
  const session = useSession();
  if (session.state !== "signedIn") return false;
  const { role, gstin } = session.me;
  return role === "distributor" && gstin !== undefined;
}
