/** "Export": opens the dialog that saves the caller's own rows as a file. Renders nothing for whoever does not trade. */
import { Download } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { isTradeRole } from "../../../domain/roles";
import { Button } from "../../ui/Button";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { useShownUser } from "../useShownUser";
import type { Subject } from "./tables";

const ExportDialog = lazy(async () => ({ default: (await import("./ExportDialog")).ExportDialog }));

export function ExportButton({ subject }: { subject: Subject }) {
  const [isOpen, setOpen] = useState(false);
  const role = useShownUser()?.role;
  if (role === undefined || !isTradeRole(role)) return null;
  return (
    <>
      <Button
        // Small on phones: title, count and action share one line.
        className="h-8 px-3 text-sm sm:h-10 sm:px-4 sm:text-base"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Download aria-hidden />
        Export
      </Button>
      {isOpen && (
        <ErrorBoundary message="The export could not be loaded. Please reload the page.">
          <Suspense fallback={null}>
            <ExportDialog role={role} subject={subject} onClose={() => setOpen(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
