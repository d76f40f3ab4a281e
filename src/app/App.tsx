/** The connection, the session and the router, in that order. */
import { ConvexAuthProvider } from "@convex-dev/auth/react";
import { useState } from "react";
import { BrowserRouter } from "react-router-dom";
import { connect } from "../lib/convexClient";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { LoadFailure } from "./LoadFailure";
import { Routes } from "./routes";

export function App() {
  const [client] = useState(connect);
  return (
    <ErrorBoundary message="Mandi could not be started." fallback={() => <LoadFailure />}>
      {/* No sign-in here goes through a ?code= in the address. */}
      <ConvexAuthProvider client={client} shouldHandleCode={false}>
        <BrowserRouter>
          <Routes />
        </BrowserRouter>
      </ConvexAuthProvider>
    </ErrorBoundary>
  );
}
