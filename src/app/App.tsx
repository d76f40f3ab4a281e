/** The connection, the session and the router, in that order. */
import { ConvexAuthProvider } from "@convex-dev/auth/react";
import { useState } from "react";
import { RouterProvider } from "react-router-dom";
import { connect } from "../lib/convexClient";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { LoadFailure } from "./LoadFailure";
import { createRouter } from "./routes";

export function App() {
  const [client] = useState(connect);
  const [router] = useState(createRouter);
  return (
    <ErrorBoundary message="Mandi could not be started." fallback={() => <LoadFailure />}>
      {/* No sign-in here goes through a ?code= in the address. */}
      <ConvexAuthProvider client={client} shouldHandleCode={false}>
        <RouterProvider router={router} />
      </ConvexAuthProvider>
    </ErrorBoundary>
  );
}
