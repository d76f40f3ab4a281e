/** "Issue credit note", for the distributor of the invoice. The dialog is fetched when it is opened. */
import { FileMinus } from "lucide-react";
import { useState } from "react";
import { useShownUser } from "../../live/useSession";
import { Button } from "../../ui/Button";
import { lazyDialog } from "../../ui/lazyPart";
import type { Invoice } from "./invoiceChoice";

const IssueDialog = lazyDialog(
  async () => (await import("./IssueDialog")).IssueDialog,
  "The dialog could not be loaded.",
);

export function IssueButton({ invoice }: { invoice: Invoice }) {
  const isIssuer = useShownUser()?.role === "distributor";
  const [isOpen, setOpen] = useState(false);
  if (!isIssuer) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <FileMinus aria-hidden />
        Issue credit note
      </Button>
      {isOpen && <IssueDialog invoice={invoice} onClose={() => setOpen(false)} />}
    </>
  );
}
