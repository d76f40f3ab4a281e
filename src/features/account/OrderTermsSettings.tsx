/** Terms on which a distributor takes orders: from whom, from what sum, how many unanswered ones, and the answer deadline. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { ANSWER_DAYS_MAX, OPEN_ORDERS_SETTING_MAX, PRICE_MAX_PAISE } from "../../../domain/limits";
import { formatRupees, plainRupees } from "../../../domain/money";
import { DEFAULT_ORDER_TERMS, type OrderTerms } from "../../../domain/orderTerms";
import { typedRupees } from "../../../domain/typedNumber";
import { useForm } from "../../forms/useForm";
import { useServerAction } from "../../forms/useServerAction";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Input } from "../../ui/Input";
import { Select, optionsOf } from "../../ui/Select";

const FIELDS = [
  { name: "connectedShare", label: "Connected: % of a product", max: 100 },
  {
    name: "connectedOrders",
    label: "Connected: orders",
    max: OPEN_ORDERS_SETTING_MAX,
    isOptional: true,
  },
  { name: "newcomerShare", label: "Others: % of a product", max: 100 },
  {
    name: "newcomerOrders",
    label: "Others: orders",
    max: OPEN_ORDERS_SETTING_MAX,
    isOptional: true,
  },
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

/** Parses the smallest sum; an empty text means any, and null is none. */
function minOrderOf(text: string): number | undefined | null {
  if (text.trim() === "") return undefined;
  const paise = typedRupees(text);
  return paise !== null && paise >= 1 && paise <= PRICE_MAX_PAISE ? paise : null;
}

function isWholeUpTo(text: string, max: number): boolean {
  const digits = text.trim();
  return /^\d{1,9}$/.test(digits) && Number(digits) >= 1 && Number(digits) <= max;
}

function problemsOf(values: Typed): Partial<Record<keyof Typed, string>> {
  const wrong = FIELDS.filter((field) => {
    const text = values[field.name];
    const mayBeEmpty = "isOptional" in field && text.trim() === "";
    return !mayBeEmpty && !isWholeUpTo(text, field.max);
  });
  return {
    ...Object.fromEntries(
      wrong.map(({ name, max }) => [
        name,
        `Please enter a whole number from 1 to ${max.toLocaleString("en-IN")}.`,
      ]),
    ),
    ...(minOrderOf(values.minOrder) === null && { minOrder: BAD_MINIMUM }),
  };
}

const BAD_MINIMUM = `Please enter rupees up to ${formatRupees(PRICE_MAX_PAISE)}, such as 2,000.`;

function termsOf(values: Typed): OrderTerms {
  const minOrderPaise = minOrderOf(values.minOrder);
  return {
    ...(typeof minOrderPaise === "number" && { minOrderPaise }),
    ...(values.takesFrom === "Connected retailers" && { networkOnly: true }),
    connected: {
      sharePercent: Number(values.connectedShare),
      orders: ordersOf(values.connectedOrders),
    },
    newcomer: {
      sharePercent: Number(values.newcomerShare),
      orders: ordersOf(values.newcomerOrders),
    },
    answerDays: Number(values.answerDays),
  };
}

export function OrderTermsSettings({ terms }: { terms: OrderTerms | undefined }) {
  const form = useForm<Typed>({
    initial: typedOf(terms ?? DEFAULT_ORDER_TERMS),
    validate: problemsOf,
  });
  const save = useServerAction(useMutation(api.orders.saveTerms), {
    failure: "Your order limits could not be saved. Please try again.",
    success: "Your order limits were saved.",
    onSuccess: (_, saved) => form.reset(typedOf(saved.terms ?? DEFAULT_ORDER_TERMS)),
  });
  return (
    <Form
      onSubmit={() => form.submit((values) => save.run({ terms: termsOf(values) }))}
      className="flex flex-col gap-3"
    >
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <Field label="Takes orders from">
          <Select
            value={form.values.takesFrom}
            options={optionsOf(TAKES_FROM)}
            onChange={(takesFrom) => form.change({ takesFrom })}
          />
        </Field>
        <Field label="Minimum order" hint="In rupees; empty for none" error={form.errors.minOrder}>
          <Input
            name="minOrder"
            inputMode="decimal"
            autoComplete="off"
            {...form.text("minOrder")}
          />
        </Field>
        {FIELDS.map(({ name, label, max }) => (
          <Field
            key={name}
            label={label}
            hint={`1 to ${max.toLocaleString("en-IN")}`}
            error={form.errors[name]}
          >
            <Input name={name} inputMode="numeric" autoComplete="off" {...form.text(name)} />
          </Field>
        ))}
      </div>
      {save.error !== null && <ErrorNotice message={save.error} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={save.isBusy}>
          Save limits
        </Button>
        <Button disabled={save.isBusy} onClick={() => void save.run({ terms: null })}>
          Use the defaults
        </Button>
      </div>
    </Form>
  );
}
