/** Replaces a page whose code failed to load or threw while rendering. */
import { CloudOff } from "lucide-react";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";

export function LoadFailure() {
  return (
    <div className="mx-auto max-w-3xl px-4 py-10">
      <h1 tabIndex={-1} className="mb-5 text-lg font-semibold sm:text-xl">
        This page could not be shown
      </h1>
      <EmptyState
        icon={CloudOff}
        title="Something went wrong while loading it."
        hint="Nothing you saved is lost. Check your connection, then try again."
        action={
          <Button variant="primary" onClick={() => window.location.reload()}>
            Try again
          </Button>
        }
      />
    </div>
  );
}
