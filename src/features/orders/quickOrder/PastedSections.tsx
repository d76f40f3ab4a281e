/** Pasted rows by what is left to do: to choose a product, to correct a quantity, nothing. */
import { RowSection } from "./RowSection";
import { Check, X } from "lucide-react";
import { nearestText } from "../../../../domain/productTerms";
import { Button } from "../../../ui/Button";
import { NearestButtons } from "./NearestButtons";
import { type MatchedRow, nearestOfRow, sectionsOf } from "./pasteMatches";
import { ProductChooser } from "./ProductChooser";
import { costText } from "./quickOrder";
import { t } from "../../../../domain/language/texts";

export type PastedSectionsProps = {
  rows: readonly MatchedRow[];
  onChange: (line: number, part: Partial<MatchedRow>) => void;
  onLeaveOut: (line: number) => void;
};

export function PastedSections({ rows, onChange, onLeaveOut }: PastedSectionsProps) {
  const { open, wrong, good } = sectionsOf(rows);
  const toChoose = open.filter(({ product }) => product === null).length;
  const itemOf = (row: MatchedRow) => (
    <PastedItem
      key={row.line}
      row={row}
      rows={rows}
      onChange={(part) => onChange(row.line, part)}
      onLeaveOut={() => onLeaveOut(row.line)}
    />
  );
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-sm text-muted">
        {[
          t("{count} matched", { count: open.length + wrong.length + good.length - toChoose }),
          t("{count} to choose", { count: toChoose }),
          ...(wrong.length > 0
            ? [t("{count} with another quantity", { count: wrong.length })]
            : []),
        ].join(" · ")}
      </p>
      <RowSection title={t("Choose the product")}>{open.map(itemOf)}</RowSection>
      <RowSection title={t("Change the quantity")}>{wrong.map(itemOf)}</RowSection>
      <RowSection title={t("Ready")}>{good.map(itemOf)}</RowSection>
    </div>
  );
}

type PastedItemProps = {
  row: MatchedRow;
  rows: readonly MatchedRow[];
  onChange: (part: Partial<MatchedRow>) => void;
  onLeaveOut: () => void;
};

function PastedItem({ row, rows, onChange, onLeaveOut }: PastedItemProps) {
  const { line, text, product, quantity, refusal, wasOpen } = row;
  const nearest = nearestOfRow(rows, row);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2">
      <div className="min-w-0 flex-1 basis-56">
        <p className="truncate text-sm text-muted" title={text}>
          {t("Line {number}: {text}", {
            number: line,
            text: text === "" ? t("no name or SKU") : text,
          })}{" "}
          · {quantity?.toLocaleString("en-IN") ?? t("no quantity")}
        </p>
        {product !== null && (
          <p className="truncate">
            <Check aria-hidden className="mr-1 inline size-4 text-positive" />
            <span className="font-medium">{product.name}</span>
            <span className="text-sm text-muted">{` · ${product.distributorName}`}</span>
          </p>
        )}
        {wasOpen && product === null && (
          <ProductChooser
            label={t("Product of line {number}", { number: line })}
            text={text}
            onChoose={(hit) => onChange({ product: hit })}
          />
        )}
        {(nearest ?? refusal) !== null && (
          <p className="text-sm font-medium text-negative">
            {nearest === null ? refusal : nearestText(nearest)}
          </p>
        )}
      </div>
      {product !== null && nearest === null && quantity !== null && (
        <p className="text-sm whitespace-nowrap text-muted tabular-nums">
          {costText(product, quantity)}
        </p>
      )}
      {nearest !== null && (
        <NearestButtons
          nearest={nearest}
          label={(pieces) => t("Take {pieces} of line {number}", { pieces, number: line })}
          onTake={(taken) => onChange({ quantity: taken })}
        />
      )}
      {(product === null || nearest !== null || refusal !== null || wasOpen) && (
        <Button
          size="icon"
          variant="quiet"
          aria-label={t("Leave line {number} out", { number: line })}
          onClick={onLeaveOut}
        >
          <X aria-hidden />
        </Button>
      )}
    </li>
  );
}
