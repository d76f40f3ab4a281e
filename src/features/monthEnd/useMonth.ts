/** Gives the page the documents of the chosen month: read once, and again when that is asked for. */
import { useConvex } from "convex/react";
import { useCallback, useEffect, useState } from "react";
import type { MonthDocument } from "../../../domain/gst/return/document";
import { errorMessage } from "../../live/convexError";
import { readMonth } from "./readMonth";

export type MonthState =
  | { readonly kind: "reading"; readonly count: number }
  | { readonly kind: "ready"; readonly documents: readonly MonthDocument[] }
  | { readonly kind: "failed"; readonly text: string };

type Month = { readonly state: MonthState; readonly readAgain: () => void };

const FAILURE = "The month's documents could not be loaded.";
const AT_FIRST: MonthState = { kind: "reading", count: 0 };

export function useMonth(month: string): Month {
  const client = useConvex();
  const [round, setRound] = useState(0);
  const [known, setKnown] = useState<{ of: string; state: MonthState } | null>(null);
  const asked = `${month} ${round}`;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const set = (state: MonthState) => {
      if (!signal.aborted) setKnown({ of: asked, state });
    };
    const onDocuments = (count: number) => set({ kind: "reading", count });
    readMonth(client, month, { signal, onDocuments }).then(
      (documents) => set({ kind: "ready", documents }),
      (error: unknown) => set({ kind: "failed", text: errorMessage(error, FAILURE) }),
    );
    return () => controller.abort();
  }, [client, month, asked]);
  const readAgain = useCallback(() => setRound((count) => count + 1), []);
  return { state: known?.of === asked ? known.state : AT_FIRST, readAgain };
}
