/**
 * "3 new requests": over the list while somebody reads further down, until they want them; read out, and no more, when the rows
 * came in at the top by themselves. The element is always there, so that its words are announced.
 */
import { ArrowUp } from "lucide-react";
import { arrivalsText, type RowWords } from "./arrivals";
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
          {arrivalsText(waiting, words)}
        </Button>
      )}
      {waiting === 0 && landed > 0 && (
        <span className="sr-only">{arrivalsText(landed, words)}</span>
      )}
    </div>
  );
}
