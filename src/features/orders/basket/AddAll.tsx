/** Adds those of the lines to the basket whose products are not in it. */
import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { useQuantities } from "../../../market/useBasket";
import { Button } from "../../../ui/Button";
import { useAddToBasket } from "./useAddToBasket";
import { t } from "../../../../domain/language/texts";

export type AddAllProps = {
  lines: readonly { readonly productId: string; readonly quantity: number }[];
};

export function AddAll({ lines }: AddAllProps) {
  const inBasket = new Set<string>(useQuantities()?.map(({ productId }) => productId));
  const { add, isBusy, report } = useAddToBasket(useMutation(api.basket.add));
  const missing = lines.filter(({ productId }) => !inBasket.has(productId));
  return (
    <>
      <Button
        size="sm"
        busy={isBusy}
        disabled={missing.length === 0}
        onClick={() =>
          void add({ lines: missing.map(({ productId, quantity }) => ({ productId, quantity })) })
        }
      >
        {t("Add all")}
      </Button>
      {report}
    </>
  );
}
