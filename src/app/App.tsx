/** Composes the connection, the session and the router; all three restart when the session changes. */
import { ConvexAuthProvider, useAuthToken } from "@convex-dev/auth/react";
import { useEffect } from "react";
import { BrowserRouter } from "react-router-dom";
import type { MarketClient } from "../live/convexClient";
import { useSignOutDelivery } from "../live/useSession";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { AddressCheck } from "./AddressCheck";
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
      {/* No login here uses a ?code= in the address. */}
      <ConvexAuthProvider client={client} storageNamespace={client.url} shouldHandleCode={false}>
        <TokenCheck client={client} />
        <BrowserRouter>
          <AddressCheck />
          <Routes />
        </BrowserRouter>
      </ConvexAuthProvider>
    </ErrorBoundary>
  );
}

/** The auth library adopts another tab's token without telling the client, which would go on with the old one. */
function TokenCheck({ client }: { client: MarketClient }) {
  const token = useAuthToken();
  useEffect(() => client.checkSession(), [client, token]);
  return null;
}
