/** "Export": opens the dialog that saves the caller's own rows as a file. Renders nothing for whoever does not trade. */
import { Download } from "lucide-react";
import { useState } from "react";
import { isTradeRole } from "../../../domain/roles";
import { Button } from "../../ui/Button";
import { lazyDialog } from "../../ui/lazyPart";
import { useShownUser } from "../../live/useSession";
import type { Subject } from "./tables";
import { t } from "../../../domain/language/texts";

const ExportDialog = lazyDialog(
  async () => (await import("./ExportDialog")).ExportDialog,
  t("The export could not be loaded."),
);

export type ExportButtonProps = { subject: Subject; className?: string };

export function ExportButton({ subject, className }: ExportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const role = useShownUser()?.role;
  if (role === undefined || !isTradeRole(role)) return null;
  return (
    <>
      <Button
        size="head"
        aria-haspopup="dialog"
        className={className}
        onClick={() => setOpen(true)}
      >
        <Download aria-hidden />
        {t("Export")}
      </Button>
      {isOpen && <ExportDialog role={role} subject={subject} onClose={() => setOpen(false)} />}
    </>
  );
}
