/** The layout of the auth screens: no bar, only the page and the offline banner. */
import { Outlet } from "react-router-dom";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { OfflineBanner } from "./OfflineBanner";
import { RequireRole } from "./RequireRole";
import { usePage } from "./usePage";

export function BareLayout() {
  const page = usePage();
  return (
    <>
      <OfflineBanner />
      <ErrorBoundary message="Something went wrong on this page." resetKey={page.title}>
        <RequireRole page={page}>
          <Outlet />
        </RequireRole>
      </ErrorBoundary>
    </>
  );
}
