/** The connection, the session and the router, in that order. All of them begin anew with every other sign-in. */
import { ConvexAuthProvider, useAuthToken } from "@convex-dev/auth/react";
import { useEffect } from "react";
import { BrowserRouter } from "react-router-dom";
import type { MarketClient } from "../lib/convexClient";
import { useSignOutDelivery } from "../lib/useSession";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { LoadFailure } from "./LoadFailure";
import { Routes } from "./routes";
import { useCurrentClient } from "./useCurrentClient";

export function App() {
  const { client, generation } = useCurrentClient();
  useSignOutDelivery(client);
  return (
    <ErrorBoundary
      key={generation}
      message="Mandi could not be started."
      fallback={() => <LoadFailure />}
    >
      {/* No sign-in here goes through a ?code= in the address. */}
      <ConvexAuthProvider client={client} storageNamespace={client.url} shouldHandleCode={false}>
        <TokenCheck client={client} />
        <BrowserRouter>
          <Routes />
        </BrowserRouter>
      </ConvexAuthProvider>
    </ErrorBoundary>
  );
}

/** The library takes another tab's token without a word to the client, which would go on under the old one. */
function TokenCheck({ client }: { client: MarketClient }) {
  const token = useAuthToken();
  useEffect(() => client.checkSession(), [client, token]);
  return null;
}
