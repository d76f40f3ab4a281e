/** Actions on one partner's khata: pay or record, and for a distributor terms, opening balance and allowance. */
import { type ReactNode, useEffect, useId, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { mayProposeOpening } from "../../../domain/openings";
import { cx } from "../../lib/cx";
import { useConnectionStatus } from "../../live/useConnectionStatus";
import { Button } from "../../ui/Button";
import { lazyDialog } from "../../ui/lazyPart";
import { type Correction, useTradeRole } from "./pageContext";
import { type Due, type Khata, RECORDING_OFFLINE } from "./khataTexts";
import { StatementButton } from "./statement/StatementButton";
import { t } from "../../../domain/language/texts";

const loadPaymentDialog = async () => (await import("./PaymentDialog")).PaymentDialog;

const PaymentDialog = lazyDialog(loadPaymentDialog, t("The form could not be loaded."));
const TermsDialog = lazyDialog(
  async () => (await import("./TermsDialog")).TermsDialog,
  t("The terms could not be loaded."),
);
const OpeningDialog = lazyDialog(
  async () => (await import("./OpeningDialog")).OpeningDialog,
  t("The form could not be loaded."),
);
const AllowanceDialog = lazyDialog(
  async () => (await import("./AllowanceDialog")).AllowanceDialog,
  t("The form could not be loaded."),
);

type DialogName = "payment" | "terms" | "opening" | "allowance";

/** The parameter of an address with `?pay=<invoiceId>`, to which the invoice's page leads. */
const PAY = "pay";

export type KhataActionsProps = {
  khata: Khata;
  /** Undefined until they are known. */
  dues: readonly Due[] | undefined;
  today: string;
  /** The claim that the retailer corrects, and how that ends. */
  correction: Correction | null;
  onCorrected: () => void;
  /** Further actions of a distributor. */
  children?: ReactNode;
};

export function KhataActions(props: KhataActionsProps) {
  const { khata, dues, today, correction, onCorrected, children } = props;
  const isRetailer = useTradeRole() === "retailer";
  const [params, setParams] = useSearchParams();
  const payId = params.get(PAY);
  const [opened, setOpened] = useState<DialogName | null>(null);
  const dialog = payId === null && correction === null ? opened : "payment";
  const { canSend } = useConnectionStatus();
  const isHeld = !isRetailer && !canSend;
  // A payment is told without a connection too.
  useEffect(() => void loadPaymentDialog().catch(() => undefined), []);
  const close = () => {
    setOpened(null);
    onCorrected();
    if (payId !== null) setParams({}, { replace: true });
  };
  return (
    <>
      {/* On phones above the bottom bar, where the thumb is however long the ledger. */}
      <div className="flex flex-wrap gap-2 max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(61px+env(safe-area-inset-bottom))] max-md:z-20 max-md:max-h-[50dvh] max-md:overflow-y-auto max-md:border-t max-md:border-line max-md:bg-raised max-md:px-4 max-md:py-2 print:hidden">
        {isHeld && <p className="w-full text-sm text-muted">{RECORDING_OFFLINE}</p>}
        <Button
          variant="primary"
          className="max-md:flex-1"
          disabled={isHeld}
          onClick={() => setOpened("payment")}
        >
          {isRetailer ? t("I have paid") : t("Record payment")}
        </Button>
        {isRetailer ? (
          <StatementButton partnerId={khata.partnerId} className="max-md:flex-1" />
        ) : (
          <MoreActions>
            <StatementButton partnerId={khata.partnerId} />
            <Button onClick={() => setOpened("terms")}>{t("Terms")}</Button>
            {mayProposeOpening(khata) && (
              <Button onClick={() => setOpened("opening")}>{t("Opening balance")}</Button>
            )}
            <Button onClick={() => setOpened("allowance")}>{t("Allow once")}</Button>
            {children}
          </MoreActions>
        )}
      </div>
      {dialog === "payment" && (
        <PaymentDialog
          khata={khata}
          openDues={dues}
          payId={payId}
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

/** Actions that phones show once "More" is pressed. */
function MoreActions({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const actionsId = useId();
  return (
    <>
      <Button
        aria-expanded={isOpen}
        aria-controls={actionsId}
        className="md:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        {t("More")}
      </Button>
      <div
        id={actionsId}
        className={cx("flex w-full flex-wrap gap-2 md:contents", !isOpen && "max-md:hidden")}
      >
        {children}
      </div>
    </>
  );
}
