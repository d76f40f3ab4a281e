/** The lines of an order by text: those to be decided, then those that are clear. */
import { RowSection } from "../quickOrder/RowSection";
import { Check, X } from "lucide-react";
import { ORDER_QUANTITY_MAX } from "../../../../domain/limits";
import { priceFor, priceText, totalWithTax } from "../../../../domain/price";
import { nearestText } from "../../../../domain/productTerms";
import { Button } from "../../../ui/Button";
import { Money } from "../../../ui/Money";
import { ProductPicture } from "../../../ui/ProductPicture";
import { QuantityStepper } from "../../../ui/QuantityStepper";
import { NearestButtons } from "../quickOrder/NearestButtons";
import { ProductChooser } from "../quickOrder/ProductChooser";
import { hitText, nearestTo, type ProductHit } from "../quickOrder/quickOrder";
import {
  isRowReady,
  questionText,
  type TextCandidate,
  type TextRow,
  textSections,
  withProduct,
} from "./orderTextRows";
import { t } from "../../../../domain/language/texts";

export type OrderTextRowsProps = {
  rows: readonly TextRow[];
  onChange: (id: number, change: (row: TextRow) => TextRow) => void;
  onLeaveOut: (id: number) => void;
};

export function OrderTextRows({ rows, onChange, onLeaveOut }: OrderTextRowsProps) {
  const { asked, clear, ready } = textSections(rows);
  const open = asked.filter((row) => !isRowReady(row)).length;
  const itemOf = (row: TextRow) => (
    <Row
      key={row.id}
      row={row}
      onChange={(change) => onChange(row.id, change)}
      onLeaveOut={() => onLeaveOut(row.id)}
    />
  );
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p role="status" className="text-sm text-muted">
        {[
          t("{count} to choose", { count: open }),
          t("{count} ready", { count: ready.length }),
        ].join(" · ")}
      </p>
      <RowSection title={t("To choose")}>{asked.map(itemOf)}</RowSection>
      <RowSection title={t("Understood")}>{clear.map(itemOf)}</RowSection>
    </div>
  );
}

type RowProps = {
  row: TextRow;
  onChange: (change: (row: TextRow) => TextRow) => void;
  onLeaveOut: () => void;
};

function Row({ row, onChange, onLeaveOut }: RowProps) {
  const { text, product } = row;
  const question = questionText(row);
  return (
    <li aria-label={text} className="py-2">
      <div className="flex items-start gap-3">
        {product !== null && (
          <ProductPicture src={product.picture} alt="" className="mt-1 w-14! shrink-0 rounded-sm" />
        )}
        <div className="min-w-0 flex-1 wrap-anywhere">
          <p className="line-clamp-3 text-sm text-muted">
            {isRowReady(row) && <Check aria-hidden className="mr-1 inline size-4 text-positive" />}
            {text}
          </p>
          {product !== null && (
            <>
              <p className="font-medium">{product.name}</p>
              <p className="text-sm text-muted">{hitText(product)}</p>
            </>
          )}
          {question !== null && <p className="text-sm font-medium text-caution">{question}</p>}
        </div>
        <Button
          size="icon"
          variant="quiet"
          className="-mt-1"
          aria-label={t("Leave out {line}", { line: text })}
          onClick={onLeaveOut}
        >
          <X aria-hidden />
        </Button>
      </div>
      {product === null ? (
        <Choices row={row} onChoose={(hit) => onChange((now) => withProduct(now, hit))} />
      ) : (
        <Amount row={row} product={product} onChange={onChange} />
      )}
    </li>
  );
}

function Choices({ row, onChoose }: { row: TextRow; onChoose: (product: ProductHit) => void }) {
  const { text, candidates } = row;
  return (
    <div className="mt-2 flex flex-col gap-2">
      {candidates.length > 0 && (
        <ul className="grid gap-2 sm:grid-cols-2">
          {candidates.map((candidate) => (
            <li key={candidate.product._id}>
              <Choice candidate={candidate} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      )}
      <ProductChooser
        label={t("Another product for {line}", { line: text })}
        text=""
        onChoose={onChoose}
      />
    </div>
  );
}

type ChoiceProps = { candidate: TextCandidate; onChoose: (product: ProductHit) => void };

function Choice({ candidate: { product, quantity }, onChoose }: ChoiceProps) {
  const price = priceText(product);
  const pieces = quantity?.toLocaleString("en-IN");
  return (
    <button
      type="button"
      className="flex min-h-14 w-full items-center gap-2 rounded-sm border border-edge bg-raised p-2 text-left hover:bg-hover"
      onClick={() => onChoose(product)}
    >
      <ProductPicture src={product.picture} alt="" className="w-12! shrink-0 rounded-sm" />
      <span className="min-w-0">
        <span className="line-clamp-2 font-medium wrap-anywhere">{product.name}</span>
        <span className="block text-sm text-muted">
          {pieces === undefined ? price : `${t("{pieces} Pcs", { pieces })} · ${price}`}
        </span>
        <span className="block truncate text-sm text-muted">{product.distributorName}</span>
      </span>
    </button>
  );
}

type AmountProps = Pick<RowProps, "row" | "onChange"> & { product: ProductHit };

/** The quantity of a product, what it costs, and the way to another one. */
function Amount({ row: { text, quantity }, product, onChange }: AmountProps) {
  const pieces = quantity ?? 0;
  const nearest = pieces > 0 ? nearestTo(product, pieces) : null;
  const take = (taken: number) => onChange((now) => ({ ...now, quantity: taken }));
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-2">
      <QuantityStepper
        label={product.name}
        value={pieces}
        step={product.multiple ?? 1}
        min={0}
        max={ORDER_QUANTITY_MAX}
        isLive
        onChange={take}
      />
      {pieces > 0 && nearest === null && (
        <Money paise={totalWithTax(priceFor(product, pieces), pieces)} />
      )}
      {nearest !== null && (
        <>
          <p className="text-sm font-medium text-negative">{nearestText(nearest)}</p>
          <NearestButtons
            nearest={nearest}
            label={(pieces) => t("Take {pieces} of {product}", { pieces, product: product.name })}
            onTake={take}
          />
        </>
      )}
      <Button
        size="sm"
        variant="quiet"
        className="-mr-3.5 ml-auto"
        aria-label={t("Change the product of {line}", { line: text })}
        onClick={() => onChange((now) => ({ ...now, product: null, quantity: null }))}
      >
        {t("Change")}
      </Button>
    </div>
  );
}
