/** "Statement": opens the dialog that saves a statement of the khata with one partner. */
import { FileText } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/Button";
import { lazyDialog } from "../../../ui/lazyPart";
import { t } from "../../../../domain/language/texts";

const StatementDialog = lazyDialog(
  async () => (await import("./StatementDialog")).StatementDialog,
  t("The statement could not be loaded."),
);

export type StatementButtonProps = { partnerId: string; className?: string };

export function StatementButton({ partnerId, className }: StatementButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className={className} onClick={() => setOpen(true)}>
        <FileText aria-hidden />
        {t("Statement")}
      </Button>
      {isOpen && <StatementDialog partnerId={partnerId} onClose={() => setOpen(false)} />}
    </>
  );
}
