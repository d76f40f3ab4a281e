/** The state of a payment: a word and an icon, amber while it waits, lit for a moment when it changes. */
import { CircleCheck, CircleX, Clock, Undo2, Unlink, type LucideIcon } from "lucide-react";
import { PAYMENT_STATES, type PaymentState as State } from "../../../domain/paymentLifecycle";
import type { TradeRole } from "../../../domain/roles";
import { Badge, type Tone } from "../../ui/Badge";
import { FlashOnChange } from "../../ui/FlashOnChange";
import { type Payment, firstName } from "./khataTexts";
import { useTradeRole } from "./pageContext";
import { t } from "../../../domain/language/texts";

const LOOKS = {
  claimed: { label: t("To confirm"), tone: "caution", icon: Clock },
  confirmed: { label: t("Confirmed"), tone: "positive", icon: CircleCheck },
  disputed: { label: t("Disputed"), tone: "negative", icon: CircleX },
  withdrawn: { label: t("Withdrawn"), tone: "neutral", icon: Undo2 },
  reversed: { label: t("Reversed"), tone: "negative", icon: Unlink },
} as const satisfies Record<State, { label: string; tone: Tone; icon: LucideIcon }>;

export function stateLabel({ state, distributorName }: Payment, role: TradeRole): string {
  if (state === "claimed" && role === "retailer")
    return t("Waiting for {distributor}", { distributor: firstName(distributorName) });
  return LOOKS[state].label;
}

export function PaymentState({ payment }: { payment: Payment }) {
  const { tone, icon } = LOOKS[payment.state];
  const role = useTradeRole();
  return (
    <FlashOnChange value={PAYMENT_STATES.indexOf(payment.state)} className="ml-auto">
      <Badge tone={tone} icon={icon}>
        {stateLabel(payment, role)}
      </Badge>
    </FlashOnChange>
  );
}
