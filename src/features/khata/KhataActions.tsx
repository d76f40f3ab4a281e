/** Actions on one partner's khata: pay or record, and for a distributor terms, opening balance and allowance. */
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { mayProposeOpening } from "../../../domain/openings";
import { useConnectionStatus } from "../../live/useConnectionStatus";
import { useLiveQuery } from "../../live/useLiveQuery";
import { Button } from "../../ui/Button";
import { lazyDialog } from "../../ui/lazyPart";
import { AllowanceDialog } from "./AllowanceDialog";
import { type Correction, useTradeRole } from "./pageContext";
import type { Due, Khata } from "./khataTexts";
import { OpeningDialog } from "./OpeningDialog";
import { isNamedDue, type NamedDue } from "./paymentForm";
import { PaymentDialog, RECORDING_OFFLINE } from "./PaymentDialog";
import { StatementButton } from "./statement/StatementDialog";

/** Fetched on first use: distributors alone set terms, and seldom. */
const TermsDialog = lazyDialog(
  async () => (await import("./TermsDialog")).TermsDialog,
  "The terms could not be loaded.",
);

type DialogName = "payment" | "terms" | "opening" | "allowance";

/** The parameter of an address with `?pay=<invoiceId>`, to which the invoice's page leads. */
const PAY = "pay";

/** The invoices that can be named: the oldest dues, with the one of the address, which may be none of them. */
function useNamedDues(dues: readonly Due[] | undefined, payId: string | null) {
  const listed: readonly NamedDue[] = (dues ?? []).filter(isNamedDue);
  const isListed = listed.some(({ invoiceId }) => invoiceId === payId);
  const { value: money, error } = useLiveQuery(
    api.payments.ofInvoice,
    payId === null || isListed || dues === undefined ? "skip" : { invoiceId: payId },
  );
  const isReady =
    dues !== undefined && (payId === null || isListed || money !== undefined || error !== null);
  if (payId === null || isListed || money === undefined || money === null || money.openPaise === 0)
    return { isReady, named: isListed ? (payId ?? undefined) : undefined, dues: listed };
  const { openPaise, dueOn } = money;
  return { isReady, named: payId, dues: [{ invoiceId: payId, openPaise, dueOn }, ...listed] };
}

export type KhataActionsProps = {
  khata: Khata;
  /** Undefined until they are known. */
  dues: readonly Due[] | undefined;
  today: string;
  /** The claim that the retailer corrects, and how that ends. */
  correction: Correction | null;
  onCorrected: () => void;
};

export function KhataActions(props: KhataActionsProps) {
  const { khata, dues, today, correction, onCorrected } = props;
  const isRetailer = useTradeRole() === "retailer";
  const [params, setParams] = useSearchParams();
  const payId = params.get(PAY);
  const payable = useNamedDues(dues, payId);
  const [opened, setOpened] = useState<DialogName | null>(null);
  const dialog = payId === null && correction === null ? opened : "payment";
  const { canSend } = useConnectionStatus();
  const isHeld = !isRetailer && !canSend;
  const close = () => {
    setOpened(null);
    onCorrected();
    if (payId !== null) setParams({}, { replace: true });
  };
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" disabled={isHeld} onClick={() => setOpened("payment")}>
          {isRetailer ? "I have paid" : "Record payment"}
        </Button>
        <StatementButton partnerId={khata.partnerId} />
        {!isRetailer && (
          <>
            <Button onClick={() => setOpened("terms")}>Terms</Button>
            {mayProposeOpening(khata) && (
              <Button onClick={() => setOpened("opening")}>Opening balance</Button>
            )}
            <Button onClick={() => setOpened("allowance")}>Allow once</Button>
          </>
        )}
      </div>
      {isHeld && <p className="text-sm text-muted">{RECORDING_OFFLINE}</p>}
      {dialog === "payment" && payable.isReady && (
        <PaymentDialog
          khata={khata}
          dues={payable.dues}
          named={payable.named}
          correction={correction}
          today={today}
          onClose={close}
        />
      )}
      {dialog === "terms" && <TermsDialog khata={khata} onClose={close} />}
      {dialog === "opening" && <OpeningDialog khata={khata} today={today} onClose={close} />}
      {dialog === "allowance" && <AllowanceDialog khata={khata} onClose={close} />}
    </>
  );
}
