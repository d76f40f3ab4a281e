/** The months in India (YYYY-MM) that the page offers, and the documents of the chosen one: read once, and again on demand. */
import { useConvex } from "convex/react";
import { useCallback, useEffect, useState } from "react";
import type { MonthDocument } from "../../../domain/gst/return/document";
import { errorMessage } from "../../live/convexError";
import { readMonth } from "./readMonth";
import { addDays, formatMonth } from "../../../domain/dates";
import { t } from "../../../domain/language/texts";

/** A return can be corrected until November of the year after. */
const MONTHS = 24;

function before(month: string): string {
  return addDays(`${month}-01`, -1).slice(0, 7);
}

/** This month and those before it, the newest first. Expects today (YYYY-MM-DD). */
export function monthsUntil(today: string): string[] {
  const months = [today.slice(0, 7)];
  while (months.length < MONTHS) months.push(before(months.at(-1) ?? today));
  return months;
}

/** Returns the month of the address if it is one of those; else the last complete one. */
export function chosenMonth(month: string | null, today: string): string {
  const months = monthsUntil(today);
  return month !== null && months.includes(month) ? month : before(today.slice(0, 7));
}

/** Formats "2026-03" as "March 2026". */
export function monthLabel(month: string): string {
  return formatMonth(month);
}

export type MonthState =
  | { readonly kind: "reading"; readonly count: number }
  | { readonly kind: "ready"; readonly documents: readonly MonthDocument[] }
  | { readonly kind: "failed"; readonly text: string };

type Month = { readonly state: MonthState; readonly readAgain: () => void };

const FAILURE = t("The month's documents could not be loaded.");
const AT_FIRST: MonthState = { kind: "reading", count: 0 };

export function useMonth(month: string): Month {
  const client = useConvex();
  const [round, setRound] = useState(0);
  const [result, setResult] = useState<{ of: string; state: MonthState } | null>(null);
  const readingKey = `${month} ${round}`;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const set = (state: MonthState) => {
      if (!signal.aborted) setResult({ of: readingKey, state });
    };
    const onDocuments = (count: number) => set({ kind: "reading", count });
    readMonth(client, month, { signal, onDocuments }).then(
      (documents) => set({ kind: "ready", documents }),
      (error: unknown) => set({ kind: "failed", text: errorMessage(error, FAILURE) }),
    );
    return () => controller.abort();
  }, [client, month, readingKey]);
  const readAgain = useCallback(() => setRound((count) => count + 1), []);
  return { state: result?.of === readingKey ? result.state : AT_FIRST, readAgain };
}
