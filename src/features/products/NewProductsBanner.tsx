/** "3 new products", over the list, until the reader wants them. */
import { ArrowUp } from "lucide-react";
import { Button } from "../../ui/Button";
import { newProductsText } from "./newProducts";

export function NewProductsBanner({ count, onReveal }: { count: number; onReveal: () => void }) {
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
          {newProductsText(count)}
        </Button>
      )}
    </div>
  );
}
