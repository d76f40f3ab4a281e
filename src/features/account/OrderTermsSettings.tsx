/** How much one retailer may have waiting for the distributor's answer, and how long an order waits. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { ANSWER_DAYS_MAX, OPEN_ORDERS_SETTING_MAX } from "../../../domain/limits";
import { areOrderTerms, DEFAULT_ORDER_TERMS, type OrderTerms } from "../../../domain/orderTerms";
import { errorMessage } from "../../lib/convexError";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Input } from "../../ui/Input";
import { useToast } from "../../ui/Toast";

const FIELDS = [
  { name: "connectedShare", label: "Connected: % of a product", max: 100 },
  { name: "connectedOrders", label: "Connected: orders", max: OPEN_ORDERS_SETTING_MAX },
  { name: "newcomerShare", label: "Others: % of a product", max: 100 },
  { name: "newcomerOrders", label: "Others: orders", max: OPEN_ORDERS_SETTING_MAX },
  { name: "answerDays", label: "Days to answer", max: ANSWER_DAYS_MAX },
] as const;

type Typed = Record<(typeof FIELDS)[number]["name"], string>;

function typedOf({ connected, newcomer, answerDays }: OrderTerms): Typed {
  return {
    connectedShare: String(connected.sharePercent),
    connectedOrders: String(connected.orders ?? ""),
    newcomerShare: String(newcomer.sharePercent),
    newcomerOrders: String(newcomer.orders ?? ""),
    answerDays: String(answerDays),
  };
}

/** An empty number of orders is no bound. */
function ordersOf(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}

function termsOf(typed: Typed): OrderTerms {
  return {
    connected: {
      sharePercent: Number(typed.connectedShare),
      orders: ordersOf(typed.connectedOrders),
    },
    newcomer: { sharePercent: Number(typed.newcomerShare), orders: ordersOf(typed.newcomerOrders) },
    answerDays: Number(typed.answerDays),
  };
}

export function OrderTermsSettings({ terms }: { terms: OrderTerms | undefined }) {
  const saveTerms = useMutation(api.orders.saveTerms);
  const toast = useToast();
  const [typed, setTyped] = useState(() => typedOf(terms ?? DEFAULT_ORDER_TERMS));
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function save(next: OrderTerms | null): Promise<void> {
    if (next !== null && !areOrderTerms(next)) {
      setProblem("Please enter whole numbers within the limits.");
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      await saveTerms({ terms: next });
      setTyped(typedOf(next ?? DEFAULT_ORDER_TERMS));
      toast({ kind: "success", message: "Your order limits were saved." });
    } catch (error) {
      setProblem(errorMessage(error, "Your order limits could not be saved. Please try again."));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Form onSubmit={() => void save(termsOf(typed))} className="flex flex-col gap-3">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {FIELDS.map(({ name, label, max }) => (
          <Field key={name} label={label} hint={`1 to ${max.toLocaleString("en-IN")}`}>
            <Input
              name={name}
              inputMode="numeric"
              autoComplete="off"
              value={typed[name]}
              onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
            />
          </Field>
        ))}
      </div>
      {problem !== null && <ErrorNotice message={problem} />}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          Save limits
        </Button>
        <Button disabled={busy} onClick={() => void save(null)}>
          Use the defaults
        </Button>
      </div>
    </Form>
  );
}
