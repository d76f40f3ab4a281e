/** Returns the products that a typed text may mean, as rows for a Combobox. */
import { useMemo } from "react";
import { api } from "../../../../convex/_generated/api";
import { priceText } from "../../../../domain/price";
import { useLiveQuery } from "../../../live/useLiveQuery";
import { usePaused } from "../../../live/usePaused";
import type { Suggestion } from "../../../ui/Combobox";
import { hitText, type ProductHit } from "./quickOrder";

const NO_HITS: readonly ProductHit[] = [];

export type Suggestions = {
  readonly hits: readonly ProductHit[];
  readonly suggestions: readonly Suggestion<ProductHit>[];
  /** True once the server has answered for this text. */
  readonly isAnswered: boolean;
};

/** Asks for nothing while `isWanted` is false, or while the text is empty. */
export function useSuggestions(text: string, isWanted: boolean): Suggestions {
  const searchText = usePaused(text).trim();
  const isAsked = isWanted && searchText !== "";
  const { value } = useLiveQuery(api.search.products, isAsked ? { text: searchText } : "skip");
  const hits = value ?? NO_HITS;
  const suggestions = useMemo(
    () => hits.map((hit) => ({ key: hit._id, row: <HitRow hit={hit} />, value: hit })),
    [hits],
  );
  return { hits, suggestions, isAnswered: value !== undefined && searchText === text.trim() };
}

function HitRow({ hit }: { hit: ProductHit }) {
  const { name } = hit;
  return (
    <div className="flex items-baseline justify-between gap-3">
      <span className="min-w-0">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-sm text-muted">{hitText(hit)}</span>
      </span>
      <span className="shrink-0 tabular-nums">{priceText(hit)}</span>
    </div>
  );
}
