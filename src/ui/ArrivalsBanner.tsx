/**
 * Announces new rows ("3 new requests"): with a button while the user reads further down the list, and only to screen readers when
 * the rows were inserted at the top. The element is always mounted, so that its text is announced.
 */
import { ArrowUp } from "lucide-react";
import type { RowWords } from "./arrivals";
import { Button } from "./Button";
import type { Arrivals } from "./useArrivals";

export type ArrivalsBannerProps = {
  arrivals: Pick<Arrivals<unknown>, "waiting" | "landed" | "reveal">;
  words: RowWords;
};

export function ArrivalsBanner({ arrivals, words }: ArrivalsBannerProps) {
  const { waiting, landed, reveal } = arrivals;
  return (
    <div role="status" className="pointer-events-none sticky top-16 z-10 flex h-0 justify-center">
      {waiting > 0 && (
        <Button
          variant="primary"
          size="sm"
          className="pointer-events-auto animate-pop shadow-high"
          onClick={reveal}
        >
          <ArrowUp aria-hidden />
          {words(waiting)}
        </Button>
      )}
      {waiting === 0 && landed > 0 && <span className="sr-only">{words(landed)}</span>}
    </div>
  );
}
