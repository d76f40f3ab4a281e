/** The products that the retailer usually orders, by distributors, to be added line by line or all at once. Nothing without a usual basket. */
import type { FunctionReturnType } from "convex/server";
import { Check, Plus } from "lucide-react";
import { useId, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { priceText } from "../../../../domain/price";
import { useQuantities, useSetQuantity } from "../../../market/useBasket";
import { useLiveQuery } from "../../../live/useLiveQuery";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { ProductPicture } from "../../../ui/ProductPicture";
import { AddAll } from "./AddAll";
import { t } from "../../../../domain/language/texts";

type Usual = FunctionReturnType<typeof api.basket.usual>;
type Distributor = Usual[number];
type Line = Distributor["lines"][number];

/** Lines of a distributor that are shown before "more" is pressed. */
const SHOWN = 5;

export function UsualBasket() {
  // An extra: the page works without it, so errors are ignored.
  const usual = useLiveQuery(api.basket.usual, {}, { isKeptOffline: true }).value ?? [];
  const titleId = useId();
  const inBasket = new Set<string>(useQuantities()?.map(({ productId }) => productId));
  if (usual.length === 0) return null;
  return (
    <Card as="section" aria-labelledby={titleId} className="p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2 id={titleId} className="text-md font-semibold">
          {t("Usual basket")}
        </h2>
        <AddAll lines={usual.flatMap(({ lines }) => lines)} />
      </div>
      {usual.map((distributor) => (
        <UsualLines key={distributor.distributorId} distributor={distributor} inBasket={inBasket} />
      ))}
    </Card>
  );
}

type UsualLinesProps = { distributor: Distributor; inBasket: ReadonlySet<string> };

function UsualLines({ distributor, inBasket }: UsualLinesProps) {
  const { distributorName, lines } = distributor;
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? lines : lines.slice(0, SHOWN);
  const more = lines.length - shown.length;
  return (
    <>
      <h3 className="mt-3 truncate text-sm font-medium text-muted">{distributorName}</h3>
      <ul className="divide-y divide-line">
        {shown.map((line) => (
          <UsualRow key={line.productId} line={line} isInBasket={inBasket.has(line.productId)} />
        ))}
      </ul>
      {more > 0 && (
        <Button size="sm" variant="quiet" onClick={() => setShowsAll(true)}>
          {t("{count} more", { count: more.toLocaleString("en-IN") })}
        </Button>
      )}
    </>
  );
}

function UsualRow({ line, isInBasket }: { line: Line; isInBasket: boolean }) {
  const { productId, name, picture, quantity } = line;
  const { run } = useSetQuantity();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <ProductPicture src={picture} alt="" className="w-11 shrink-0 rounded-sm" />
      <div className="min-w-20 flex-1">
        <p className="truncate font-medium" title={name}>
          {name}
        </p>
        <p className="text-sm text-muted tabular-nums">
          {quantity.toLocaleString("en-IN")} × {priceText(line)}
        </p>
      </div>
      {isInBasket ? (
        <span className="flex items-center gap-1.5 text-sm text-positive touch:min-h-11">
          <Check aria-hidden className="size-4" />
          {t("In the basket")}
        </span>
      ) : (
        <Button
          size="sm"
          aria-label={t("Add {product}", { product: name })}
          onClick={() => void run({ productId, quantity })}
        >
          <Plus aria-hidden />
          {t("Add")}
        </Button>
      )}
    </li>
  );
}
