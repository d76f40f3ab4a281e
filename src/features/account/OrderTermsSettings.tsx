/** Terms on which a distributor takes orders: from whom, from what sum, how many unanswered ones, and the answer deadline. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { ANSWER_DAYS_MAX, OPEN_ORDERS_SETTING_MAX } from "../../../domain/limits";
import { parseRupees, plainRupees } from "../../../domain/money";
import { areOrderTerms, DEFAULT_ORDER_TERMS, type OrderTerms } from "../../../domain/orderTerms";
import { useForm } from "../../lib/useForm";
import { useServerAction } from "../../lib/useServerAction";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Input } from "../../ui/Input";
import { Select, optionsOf } from "../../ui/Select";

const FIELDS = [
  { name: "connectedShare", label: "Connected: % of a product", max: 100 },
  { name: "connectedOrders", label: "Connected: orders", max: OPEN_ORDERS_SETTING_MAX },
  { name: "newcomerShare", label: "Others: % of a product", max: 100 },
  { name: "newcomerOrders", label: "Others: orders", max: OPEN_ORDERS_SETTING_MAX },
  { name: "answerDays", label: "Days to answer", max: ANSWER_DAYS_MAX },
] as const;

const TAKES_FROM = ["Everyone", "Connected retailers"] as const;
type TakesFrom = (typeof TAKES_FROM)[number];

type Typed = Record<(typeof FIELDS)[number]["name"] | "minOrder", string> & {
  takesFrom: TakesFrom;
};

function typedOf({
  connected,
  newcomer,
  answerDays,
  minOrderPaise,
  networkOnly,
}: OrderTerms): Typed {
  return {
    takesFrom: networkOnly === true ? "Connected retailers" : "Everyone",
    minOrder: minOrderPaise === undefined ? "" : plainRupees(minOrderPaise),
    connectedShare: String(connected.sharePercent),
    connectedOrders: String(connected.orders ?? ""),
    newcomerShare: String(newcomer.sharePercent),
    newcomerOrders: String(newcomer.orders ?? ""),
    answerDays: String(answerDays),
  };
}

/** Parses a number of orders; an empty text means no limit. */
function ordersOf(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}

/** Parses the smallest sum; an empty text means any. What is no amount becomes one that no terms may have. */
function minOrderOf(text: string): number | undefined {
  return text.trim() === "" ? undefined : (parseRupees(text) ?? 0);
}

function termsOf(typed: Typed): OrderTerms {
  const minOrderPaise = minOrderOf(typed.minOrder);
  return {
    ...(minOrderPaise !== undefined && { minOrderPaise }),
    ...(typed.takesFrom === "Connected retailers" && { networkOnly: true }),
    connected: {
      sharePercent: Number(typed.connectedShare),
      orders: ordersOf(typed.connectedOrders),
    },
    newcomer: { sharePercent: Number(typed.newcomerShare), orders: ordersOf(typed.newcomerOrders) },
    answerDays: Number(typed.answerDays),
  };
}

const WRONG =
  "Please enter whole numbers within the limits. A minimum is an amount such as 2000.00.";

export function OrderTermsSettings({ terms }: { terms: OrderTerms | undefined }) {
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({ initial: typedOf(terms ?? DEFAULT_ORDER_TERMS), validate: () => ({}) });
  const save = useServerAction(useMutation(api.orders.saveTerms), {
    failure: "Your order limits could not be saved. Please try again.",
    success: "Your order limits were saved.",
    onSuccess: (_, saved) => form.reset(typedOf(saved.terms ?? DEFAULT_ORDER_TERMS)),
  });
  const error = problem ?? save.error;

  function submit(next: OrderTerms | null): void {
    const isValid = next === null || areOrderTerms(next);
    setProblem(isValid ? null : WRONG);
    if (isValid) void save.run({ terms: next });
    else save.clearError();
  }
  return (
    <Form onSubmit={() => submit(termsOf(form.values))} className="flex flex-col gap-3">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <Field label="Takes orders from">
          <Select
            value={form.values.takesFrom}
            options={optionsOf(TAKES_FROM)}
            onChange={(takesFrom) => form.change({ takesFrom })}
          />
        </Field>
        <Field label="Minimum order" hint="In rupees; empty for none">
          <Input
            name="minOrder"
            inputMode="decimal"
            autoComplete="off"
            {...form.text("minOrder")}
          />
        </Field>
        {FIELDS.map(({ name, label, max }) => (
          <Field key={name} label={label} hint={`1 to ${max.toLocaleString("en-IN")}`}>
            <Input name={name} inputMode="numeric" autoComplete="off" {...form.text(name)} />
          </Field>
        ))}
      </div>
      {error !== null && <ErrorNotice message={error} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={save.isBusy}>
          Save limits
        </Button>
        <Button disabled={save.isBusy} onClick={() => submit(null)}>
          Use the defaults
        </Button>
      </div>
    </Form>
  );
}
