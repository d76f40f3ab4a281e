/** /homepagenew: the signed-in user's own home; signed out, the get-started page. */
import { Navigate } from "react-router-dom";
import { useSession } from "../lib/useSession";
import { homeOf } from "./homes";
import { Splash } from "./Splash";

export function OwnHome() {
  const session = useSession();
  if (session.state === "loading") return <Splash />;
  return (
    <Navigate
      to={session.state === "signedIn" ? homeOf(session.me.role) : "/getstartedpage"}
      replace
    />
  );
}
