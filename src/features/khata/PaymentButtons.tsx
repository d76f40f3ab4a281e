/** Buttons of the caller's actions on a payment, by the server's rules. */
import { paymentActionsFor } from "../../../domain/paymentLifecycle";
import { useConnectionStatus } from "../../live/useConnectionStatus";
import { Button } from "../../ui/Button";
import { useCorrection, useTradeRole } from "./pageContext";
import type { Payment } from "./khataTexts";
import { ACTION_LABELS, CONFIRMING_OFFLINE, usePaymentPrompts } from "./PaymentPrompts";
import { t } from "../../../domain/language/texts";

export function PaymentButtons({ payment }: { payment: Payment }) {
  const actions = paymentActionsFor(payment, useTradeRole());
  const prompt = usePaymentPrompts();
  const { canSend } = useConnectionStatus();
  const correct = useCorrection();
  if (payment.state === "disputed" && payment.recordedBy === "retailer" && correct !== null)
    return (
      <Button size="sm" className="mt-1 self-start" onClick={() => correct(payment)}>
        {t("Correct and send again")}
      </Button>
    );
  if (actions.length === 0) return null;
  const isHeld = actions.includes("confirm") && !canSend;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2">
      {actions.map((action) => (
        <Button
          key={action}
          size="sm"
          variant={action === "confirm" ? "primary" : "secondary"}
          disabled={action === "confirm" && !canSend}
          onClick={() => prompt({ payment, action })}
        >
          {ACTION_LABELS[action]}
        </Button>
      ))}
      {isHeld && <p className="text-sm text-muted">{CONFIRMING_OFFLINE}</p>}
    </div>
  );
}
