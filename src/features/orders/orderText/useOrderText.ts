/** The steps of an order by text: text, lines, deciding, adding. */
import { useMutation } from "convex/react";
import { useRef, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { ORDER_TEXT_LINES_MAX, ORDER_TEXT_MAX, QUICK_LINES_MAX } from "../../../../domain/limits";
import type { OrderTextContext } from "../../../../domain/orderText/understand";
import { useServerAction } from "../../../forms/useServerAction";
import { useMarketClient } from "../../../live/useMarketClient";
import { loadContext, readOrderText } from "./orderTextReader";
import { chosenWords, textLines, textSections, type TextRow } from "./orderTextRows";
import { t } from "../../../../domain/language/texts";

const TOO_LONG = t(
  "That is too much text. Write at most {lines} lines, and {characters} characters.",
  { lines: ORDER_TEXT_LINES_MAX, characters: ORDER_TEXT_MAX.toLocaleString("en-IN") },
);
const NOTHING = t("Write what you want to order, such as “5 ctn soap”.");

export type OrderLines = { readonly productId: string; readonly quantity: number }[];

export function useOrderText(
  given: string,
  add: (lines: OrderLines) => Promise<boolean>,
  onDone: () => void,
) {
  const client = useMarketClient();
  const learn = useMutation(api.quickOrder.learn);
  const context = useRef<OrderTextContext | null>(null);
  const [text, setText] = useState(given);
  const [problem, setProblem] = useState<string | null>(null);
  const [rows, setRows] = useState<readonly TextRow[] | null>(null);
  const reading = useServerAction(
    async (sent: string) => {
      context.current ??= await loadContext(client);
      return readOrderText(client, context.current, sent);
    },
    {
      failure: t("The order could not be read. Please try again."),
      onSuccess: (found) => {
        if (found !== null && found.length > 0) setRows(found);
        else setProblem(found === null ? TOO_LONG : NOTHING);
      },
    },
  );
  const ready = rows === null ? [] : textSections(rows).ready;
  return {
    text,
    problem,
    rows,
    ready,
    reading,
    type: (next: string) => {
      setText(next);
      setProblem(null);
    },
    read: () => {
      setProblem(null);
      void reading.run(text);
    },
    change: (id: number, change: (row: TextRow) => TextRow) =>
      setRows((now) => now?.map((row) => (row.id === id ? change(row) : row)) ?? null),
    leaveOut: (id: number) => setRows((now) => now?.filter((row) => row.id !== id) ?? null),
    add: async () => {
      const added = new Set(ready.map(({ id }) => id));
      if (!(await add(textLines(ready)))) return;
      const choices = chosenWords(ready).slice(0, QUICK_LINES_MAX);
      // Without it the shop is asked again the next time.
      if (choices.length > 0) void learn({ choices }).catch(() => undefined);
      const left = rows?.filter(({ id }) => !added.has(id)) ?? [];
      setRows(left);
      if (left.length === 0) onDone();
    },
  };
}
