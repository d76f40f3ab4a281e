/** Returns the user to draw: the account, the display cache while the session loads, or null. It grants nothing. */
import { useSession } from "./useSession";
import { readStoredUser, storedUserOf, type StoredUser } from "../session/userdata";

export function useShownUser(): StoredUser | null {
  const session = useSession();
  if (session.state === "signedIn") return storedUserOf(session.me);
  return session.state === "loading" ? readStoredUser() : null;
}
