/** The steps of a paste: text, matching, deciding, adding. */
import { useMutation } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { ERRORS, isErrorCode } from "../../../../domain/errors";
import { MATCH_TEXTS_MAX, QUICK_LINES_MAX } from "../../../../domain/limits";
import { useMarketClient } from "../../../live/useMarketClient";
import { useServerAction } from "../../../forms/useServerAction";
import {
  matchedLines,
  type MatchedRow,
  type ProductMatch,
  sectionsOf,
  textsOf,
  toMatchedRows,
} from "./pasteMatches";
import { parsePasted, type PastedRow } from "./pastedRows";
import { t } from "../../../../domain/language/texts";

type Refused = ReadonlyMap<string, string>;

function parts<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}

/** Matches the texts of all rows, a few at a time. */
function useMatchRows(onPart: (matched: number) => void) {
  const client = useMarketClient();
  return async (rows: readonly PastedRow[]): Promise<MatchedRow[]> => {
    const matches = new Map<string, ProductMatch>();
    for (const texts of parts(textsOf(rows), MATCH_TEXTS_MAX)) {
      const found = await client.query(api.quickOrder.match, { texts });
      texts.forEach((text, at) => {
        const match = found[at];
        if (match !== undefined) matches.set(text, match);
      });
      onPart(matches.size);
    }
    return toMatchedRows(rows, matches);
  };
}

function useAddLines() {
  const add = useMutation(api.quickOrder.add);
  return async (rows: readonly MatchedRow[]): Promise<Refused> => {
    const refused = new Map<string, string>();
    for (const lines of parts(matchedLines(rows), QUICK_LINES_MAX)) {
      const answer = await add({ lines });
      for (const { productId, code } of answer.refused)
        refused.set(productId, isErrorCode(code) ? t(ERRORS[code].text) : code);
    }
    return refused;
  };
}

/**
 * Returns the rows after some were sent: those that were added are done, those that were refused have the reason. A row that was changed
 * meanwhile is as it was.
 */
function afterAdding(
  rows: readonly MatchedRow[],
  sent: readonly MatchedRow[],
  refused: Refused,
): MatchedRow[] {
  const added = new Set(sectionsOf(sent).ready);
  return rows.map((row) => {
    if (!added.has(row)) return row;
    const reason = refused.get(row.product?._id ?? "");
    return reason === undefined ? { ...row, isDone: true } : { ...row, refusal: reason };
  });
}

export function usePaste(onDone: () => void) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [rows, setRows] = useState<readonly MatchedRow[] | null>(null);
  // Rows go on being decided while others are on their way.
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });
  const [progress, setProgress] = useState<{ matched: number; all: number } | null>(null);
  const matchRows = useMatchRows((matched) => setProgress((now) => now && { ...now, matched }));
  const addLines = useAddLines();
  const matching = useServerAction(matchRows, {
    failure: t("The lines could not be matched. Please try again."),
    onSuccess: setRows,
  });
  const adding = useServerAction(addLines, {
    failure: t("The basket could not be changed. Please try again."),
    success: (refused, sent) => {
      const count = matchedLines(sent).length - refused.size;
      return count === 0
        ? null
        : t(
            "{count, plural, one {# product is in the basket.} other {# products are in the basket.}}",
            { count },
          );
    },
    onDone: (refused, sent) => {
      const after = afterAdding(latest.current ?? [], sent, refused);
      if (after.every(({ isDone }) => isDone === true)) onDone();
      else setRows(after);
    },
  });
  return {
    text,
    problem,
    rows,
    progress,
    matching,
    adding,
    type: (next: string) => {
      setText(next);
      setProblem(null);
    },
    match: async () => {
      const pasted = parsePasted(text);
      setProblem(pasted.problem);
      if (pasted.rows === null) return;
      setProgress({ matched: 0, all: textsOf(pasted.rows).length });
      await matching.run(pasted.rows);
      setProgress(null);
    },
    change: (line: number, part: Partial<MatchedRow>) => {
      const changed = (row: MatchedRow) => ({ ...row, refusal: null, ...part });
      setRows((now) => now?.map((row) => (row.line === line ? changed(row) : row)) ?? null);
    },
    leaveOut: (line: number) => setRows((now) => now?.filter((row) => row.line !== line) ?? null),
    back: () => setRows(null),
    add: () => void adding.run(rows ?? []),
  };
}
