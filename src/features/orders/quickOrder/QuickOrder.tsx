/**
 * Quick order, above the basket: name or SKU, quantity, Enter, and the next one; or rows pasted from a spreadsheet. What is typed is
 * added to what the basket has of the product.
 */
import { ClipboardPaste, Plus } from "lucide-react";
import { useId, useRef, useState } from "react";
import { PRODUCT_SEARCH_MAX } from "../../../../domain/limits";
import { nearestText, nextBreak } from "../../../../domain/productTerms";
import { formatRupees } from "../../../../domain/money";
import { isComposing } from "../../../lib/isComposing";
import { useShortcut } from "../../../device/shortcuts";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Combobox } from "../../../ui/Combobox";
import { Input } from "../../../ui/Input";
import { lazyDialog } from "../../../ui/lazyPart";
import { OrderText } from "../orderText/OrderText";
import { NearestButtons } from "./NearestButtons";
import { breakText, costText, packText, type ProductHit } from "./quickOrder";
import { type QuickRow, type RowBoxes, useQuickRow } from "./useQuickRow";
import { useSuggestions } from "./useSuggestions";
import { t } from "../../../../domain/language/texts";

const PasteDialog = lazyDialog(
  async () => (await import("./PasteDialog")).PasteDialog,
  t("The window for rows could not be loaded."),
);

export function QuickOrder() {
  const titleId = useId();
  const nameBox = useRef<HTMLInputElement>(null);
  const quantityBox = useRef<HTMLInputElement>(null);
  const row = useQuickRow({ nameBox, quantityBox });
  const [isPasting, setPasting] = useState(false);
  useShortcut("n", t("Quick order"), () => nameBox.current?.focus());
  return (
    <Card as="section" aria-labelledby={titleId} className="mb-4 p-3 sm:p-4">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3">
        <h2 id={titleId} className="text-md font-semibold">
          {t("Quick order")}
          <kbd
            aria-hidden
            className="ml-2 hidden rounded-sm border border-line px-1.5 text-xs font-medium text-muted lg:inline"
          >
            N
          </kbd>
        </h2>
        <div className="flex flex-wrap gap-1">
          <OrderText />
          <Button size="sm" variant="quiet" onClick={() => setPasting(true)}>
            <ClipboardPaste aria-hidden />
            {t("Paste rows")}
          </Button>
        </div>
      </div>
      <RowFields row={row} nameBox={nameBox} quantityBox={quantityBox} />
      <RowNote row={row} />
      {isPasting && <PasteDialog onClose={() => setPasting(false)} />}
    </Card>
  );
}

function RowFields({ row, nameBox, quantityBox }: RowBoxes & { row: QuickRow }) {
  const { text, product, quantity } = row;
  const { suggestions } = useSuggestions(text, product === null);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Combobox
        ref={nameBox}
        label={t("SKU or name")}
        placeholder={t("SKU or name")}
        maxLength={PRODUCT_SEARCH_MAX}
        text={text}
        onText={row.type}
        suggestions={suggestions}
        onChoose={row.choose}
        onEnter={() => void row.take()}
        className="min-w-28 flex-1"
      />
      <div className="w-20 shrink-0">
        <Input
          ref={quantityBox}
          aria-label={t("Quantity")}
          placeholder={t("Qty")}
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          className="text-center tabular-nums"
          value={quantity}
          onChange={({ target }) => row.changeQuantity(target.value)}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === "Enter" && !isComposing(nativeEvent)) row.add();
          }}
        />
      </div>
      <Button
        size="icon"
        variant="primary"
        aria-label={t("Add to the basket")}
        disabled={product === null || row.inBasket === undefined}
        onClick={() => row.add()}
      >
        <Plus aria-hidden />
      </Button>
    </div>
  );
}

function RowNote({ row }: { row: QuickRow }) {
  const { product, note } = row;
  return (
    <div role="status" className="mt-2 min-h-5 text-sm text-muted tabular-nums">
      {product === null ? (
        (note ?? t("What you type is added to what the basket has."))
      ) : (
        <Matched row={row} product={product} />
      )}
    </div>
  );
}

function Matched({ row, product }: { row: QuickRow; product: ProductHit }) {
  const { inBasket = 0, total, nearest, isRefused } = row;
  const next = nextBreak(product, total);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <p>
        <span className="font-medium text-ink">{product.name}</span>
        {` · ${nearest === null ? costText(product, total) : `${packText(product)} · ${formatRupees(product.pricePaise)}`}`}
        {` · ${product.distributorName}`}
      </p>
      {inBasket > 0 && (
        <p>
          {t("{pieces} are in the basket already.", { pieces: inBasket.toLocaleString("en-IN") })}
        </p>
      )}
      {nearest === null && next !== null && <p>{breakText(next)}</p>}
      {nearest !== null && (
        <>
          <p className={isRefused ? "font-medium text-negative" : "text-caution"}>
            {inBasket > 0
              ? t("With those: {advice}", { advice: nearestText(nearest) })
              : nearestText(nearest)}
          </p>
          <NearestButtons nearest={nearest} less={inBasket} onTake={row.add} />
        </>
      )}
    </div>
  );
}
