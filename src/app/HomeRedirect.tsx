/** /homepagenew: redirects to the user's own home, or to the get-started page when signed out. */
import { Navigate } from "react-router-dom";
import { useSession } from "../lib/useSession";
import { homeOf } from "./homes";
import { Splash } from "./Splash";

export function HomeRedirect() {
  const session = useSession();
  if (session.state === "loading") return <Splash />;
  return (
    <Navigate
      to={session.state === "signedIn" ? homeOf(session.me.role) : "/getstartedpage"}
      replace
    />
  );
}
