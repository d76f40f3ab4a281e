/** "3 new orders", over the list, until the reader wants them. */
import { ArrowUp } from "lucide-react";
import { Button } from "../../ui/Button";
import { newOrdersText } from "./arrivals";

export function NewOrdersBanner({ count, onReveal }: { count: number; onReveal: () => void }) {
  return (
    <div role="status" className="pointer-events-none sticky top-16 z-10 flex h-0 justify-center">
      {count > 0 && (
        <Button
          variant="primary"
          size="sm"
          className="pointer-events-auto animate-pop shadow-high"
          onClick={onReveal}
        >
          <ArrowUp aria-hidden />
          {newOrdersText(count)}
        </Button>
      )}
    </div>
  );
}
