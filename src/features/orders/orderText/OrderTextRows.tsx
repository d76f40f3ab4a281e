/** The lines of an order by text: those to be decided, then those that are clear. */
import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { ORDER_QUANTITY_MAX } from "../../../../domain/limits";
import { formatRupees } from "../../../../domain/money";
import { priceFor, priceText, totalWithTax } from "../../../../domain/price";
import { nearestText } from "../../../../domain/productTerms";
import { Button } from "../../../ui/Button";
import { ProductPicture } from "../../../ui/ProductPicture";
import { QuantityStepper } from "../../../ui/QuantityStepper";
import { NearestButtons } from "../quickOrder/NearestButtons";
import { ProductChooser } from "../quickOrder/ProductChooser";
import { nearestTo, type ProductHit } from "../quickOrder/quickOrder";
import {
  isRowReady,
  questionText,
  type TextCandidate,
  type TextRow,
  textSections,
  withProduct,
} from "./orderTextRows";

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
        {`${open} to choose · ${ready.length} ready`}
      </p>
      <Section title="To choose">{asked.map(itemOf)}</Section>
      <Section title="Understood">{clear.map(itemOf)}</Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-base font-semibold">
        {title} <span className="font-normal text-muted tabular-nums">{children.length}</span>
      </h3>
      <ul className="divide-y divide-line border-y border-line">{children}</ul>
    </section>
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
    <li aria-label={text} className="py-3">
      <div className="flex items-start gap-2">
        <p className="min-w-0 flex-1 text-sm wrap-anywhere text-muted">
          {isRowReady(row) && <Check aria-hidden className="mr-1 inline size-4 text-positive" />}
          {text}
        </p>
        <Button
          size="icon"
          variant="quiet"
          className="-my-2"
          aria-label={`Leave out ${text}`}
          onClick={onLeaveOut}
        >
          <X aria-hidden />
        </Button>
      </div>
      {question !== null && <p className="text-sm font-medium text-caution">{question}</p>}
      {product === null ? (
        <Choices row={row} onChoose={(hit) => onChange((now) => withProduct(now, hit))} />
      ) : (
        <Chosen row={row} product={product} onChange={onChange} />
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
      <ProductChooser label={`Another product for ${text}`} text="" onChoose={onChoose} />
    </div>
  );
}

type ChoiceProps = { candidate: TextCandidate; onChoose: (product: ProductHit) => void };

function Choice({ candidate: { product, quantity }, onChoose }: ChoiceProps) {
  const pieces = quantity === null ? "" : `${quantity.toLocaleString("en-IN")} Pcs · `;
  return (
    <button
      type="button"
      className="flex min-h-14 w-full items-center gap-2 rounded-sm border border-edge bg-raised p-2 text-left hover:bg-hover"
      onClick={() => onChoose(product)}
    >
      <ProductPicture src={product.picture} alt="" className="w-12! shrink-0 rounded-sm" />
      <span className="min-w-0">
        <span className="line-clamp-2 font-medium wrap-anywhere">{product.name}</span>
        <span className="block text-sm text-muted">{`${pieces}${priceText(product)}`}</span>
        <span className="block truncate text-sm text-muted">{product.distributorName}</span>
      </span>
    </button>
  );
}

type ChosenProps = Pick<RowProps, "row" | "onChange"> & { product: ProductHit };

function Chosen({ row: { text, quantity, candidates }, product, onChange }: ChosenProps) {
  const pieces = quantity ?? 0;
  const nearest = pieces > 0 ? nearestTo(product, pieces) : null;
  const take = (taken: number) => onChange((now) => ({ ...now, quantity: taken }));
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
      <ProductPicture src={product.picture} alt="" className="w-14! shrink-0 rounded-sm" />
      <div className="min-w-0 flex-1 basis-36">
        <p className="font-medium wrap-anywhere">{product.name}</p>
        <p className="text-sm text-muted">{product.distributorName}</p>
        <Button
          size="sm"
          variant="quiet"
          className="-ml-3"
          aria-label={`Change the product of ${text}`}
          onClick={() => onChange((now) => ({ ...now, product: null, quantity: null }))}
        >
          {candidates.length > 1 ? "Not this one" : "Another one"}
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
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
          <p className="tabular-nums">
            {formatRupees(totalWithTax(priceFor(product, pieces), pieces))}
          </p>
        )}
      </div>
      {nearest !== null && (
        <div className="flex basis-full flex-wrap items-center gap-2">
          <p className="text-sm font-medium text-negative">{nearestText(nearest)}</p>
          <NearestButtons nearest={nearest} of={product.name} onTake={take} />
        </div>
      )}
    </div>
  );
}
