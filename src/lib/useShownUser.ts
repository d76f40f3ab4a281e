/** Whom to draw the page for: the account, or while it is being asked for the display cache. Nobody: null. Decides nothing. */
import { useSession } from "./useSession";
import { readStoredUser, storedUserOf, type StoredUser } from "./userdata";

export function useShownUser(): StoredUser | null {
  const session = useSession();
  if (session.state === "signedIn") return storedUserOf(session.me);
  return session.state === "loading" ? readStoredUser() : null;
}
