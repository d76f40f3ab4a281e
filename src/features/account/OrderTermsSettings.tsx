/** Terms on which a distributor takes orders: from whom, from what sum, how many unanswered ones, and the answer deadline. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { figureProblem, type FormFigure, typedFigure } from "../../../domain/fields/figures";
import { inputTexts, namesOf } from "../../../domain/fields/kinds";
import { ORDER_TERM_FIELDS } from "../../../domain/fields/orderTerms";
import { DEFAULT_ORDER_TERMS, type OrderTerms } from "../../../domain/orderTerms";
import { FigureInput } from "../../forms/FigureInput";
import { useForm } from "../../forms/useForm";
import { useServerAction } from "../../forms/useServerAction";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Select } from "../../ui/Select";
import { msg, t } from "../../../domain/language/texts";

const { sharePercent, orders, answerDays, minOrderPaise } = ORDER_TERM_FIELDS;

const FIELDS = {
  minOrder: minOrderPaise,
  connectedShare: { ...sharePercent, label: msg("Connected: % of a product") },
  connectedOrders: { ...orders, label: msg("Connected: orders") },
  newcomerShare: { ...sharePercent, label: msg("Others: % of a product") },
  newcomerOrders: { ...orders, label: msg("Others: orders") },
  answerDays,
} as const satisfies Record<string, FormFigure>;
const NAMES = namesOf(FIELDS);

const TAKES_FROM = [
  { value: "everyone", label: t("Everyone") },
  { value: "connected", label: t("Connected retailers") },
] as const;
type TakesFrom = (typeof TAKES_FROM)[number]["value"];

type Typed = Record<keyof typeof FIELDS, string> & { takesFrom: TakesFrom };

function typedOf(terms: OrderTerms): Typed {
  const { connected, newcomer } = terms;
  return {
    takesFrom: terms.networkOnly === true ? "connected" : "everyone",
    ...inputTexts(FIELDS, {
      minOrder: terms.minOrderPaise,
      connectedShare: connected.sharePercent,
      connectedOrders: connected.orders,
      newcomerShare: newcomer.sharePercent,
      newcomerOrders: newcomer.orders,
      answerDays: terms.answerDays,
    }),
  };
}

/** The errors of all fields that are wrong. */
function problemsOf(values: Typed): Partial<Record<keyof Typed, string | null>> {
  return Object.fromEntries(NAMES.map((name) => [name, figureProblem(FIELDS[name], values[name])]));
}

function termsOf(values: Typed): OrderTerms {
  const minimum = typedFigure(minOrderPaise, values.minOrder);
  return {
    ...(minimum !== null && { minOrderPaise: minimum }),
    ...(values.takesFrom === "connected" && { networkOnly: true }),
    connected: {
      sharePercent: Number(values.connectedShare),
      orders: typedFigure(orders, values.connectedOrders),
    },
    newcomer: {
      sharePercent: Number(values.newcomerShare),
      orders: typedFigure(orders, values.newcomerOrders),
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
    failure: t("Your order limits could not be saved. Please try again."),
    success: t("Your order limits were saved."),
    onSuccess: (_, saved) => form.reset(typedOf(saved.terms ?? DEFAULT_ORDER_TERMS)),
  });
  return (
    <Form
      onSubmit={() => form.submit((values) => save.run({ terms: termsOf(values) }))}
      className="flex flex-col gap-3"
    >
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <Field label={t("Takes orders from")}>
          <Select
            value={form.values.takesFrom}
            options={TAKES_FROM}
            onChange={(takesFrom) => form.change({ takesFrom })}
          />
        </Field>
        {NAMES.map((name) => (
          <FigureInput
            key={name}
            name={name}
            field={FIELDS[name]}
            error={form.errors[name]}
            {...form.text(name)}
          />
        ))}
      </div>
      {save.error !== null && <ErrorNotice message={save.error} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={save.isBusy}>
          {t("Save limits")}
        </Button>
        <Button disabled={save.isBusy} onClick={() => void save.run({ terms: null })}>
          {t("Use the defaults")}
        </Button>
      </div>
    </Form>
  );
}
