/** Returns what the palette lists for a text: all groups of one text together, once all have been answered. */
import { useMemo, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { SEARCH_HITS_MAX } from "../../../domain/limits";
import type { Role } from "../../../domain/roles";
import { useHasMonthEnd } from "../../market/useHasMonthEnd";
import { useLiveQuery } from "../../live/useLiveQuery";
import { usePaused } from "../../live/usePaused";
import { type Group, invoiceItem, orderItem, pageItems, personItem, productItem } from "./items";
import { t } from "../../../domain/language/texts";

export type Results = {
  /** The text that the groups belong to. */
  readonly text: string;
  readonly groups: readonly Group[];
};

type Answer = { readonly value: unknown; readonly error: Error | null };

const isAnswered = ({ value, error }: Answer) => value !== undefined || error !== null;

function useGroups(role: Role, text: string) {
  const hasMonthEnd = useHasMonthEnd();
  const [args, tradeArgs] = [{ text }, role === "admin" ? ("skip" as const) : { text }];
  const products = useLiveQuery(api.search.products, args);
  const people = useLiveQuery(api.search.people, args);
  const orders = useLiveQuery(api.search.orders, tradeArgs);
  const invoices = useLiveQuery(api.search.invoices, tradeArgs);
  const answers = tradeArgs === "skip" ? [products, people] : [products, orders, invoices, people];
  const [found, ordered, invoiced, met] = [
    products.value,
    orders.value,
    invoices.value,
    people.value,
  ];
  const groups = useMemo(
    (): Group[] =>
      [
        {
          label: t("Products"),
          items: (found ?? []).slice(0, SEARCH_HITS_MAX).map((hit) => productItem(role, hit)),
        },
        { label: t("Orders"), items: (ordered ?? []).map((hit) => orderItem(role, hit)) },
        { label: t("Invoices"), items: (invoiced ?? []).map(invoiceItem) },
        { label: t("People"), items: (met ?? []).map((hit) => personItem(role, hit)) },
        { label: t("Pages"), items: pageItems({ role, hasMonthEnd }, text) },
      ].filter(({ items }) => items.length > 0),
    [role, hasMonthEnd, text, found, ordered, invoiced, met],
  );
  const failed = answers.filter(({ error }) => error !== null);
  return { groups, isComplete: answers.every(isAnswered), failed };
}

/**
 * The last complete results stay until the next ones are complete, and while they are held: a late answer never moves the row that
 * the keys have reached.
 */
export function useResults(role: Role, input: string, isHeld: boolean) {
  const text = usePaused(input.trim());
  const { groups, isComplete, failed } = useGroups(role, text);
  const [shown, setShown] = useState<Results | null>(null);
  const isNew = shown?.text !== text || shown.groups !== groups;
  if (isComplete && !isHeld && isNew) setShown({ text, groups });
  return {
    shown,
    /** True while `shown` is what the typed text finds. */
    isCurrent: shown?.text === input.trim(),
    hasFailed: failed.length > 0,
    retry: () => failed.forEach((each) => each.retry()),
  };
}
