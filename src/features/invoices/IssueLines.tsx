/** The pieces of each line that are credited: none at first, up to all that are left. */
import { formatRupees } from "../../../domain/money";
import { Button } from "../../ui/Button";
import { Money } from "../../ui/Money";
import { QuantityStepper } from "../../ui/QuantityStepper";
import { lineSum, type NoteLine } from "./issueForm";
import { t } from "../../../domain/language/texts";

export type IssueLinesProps = {
  lines: readonly NoteLine[];
  disabled: boolean;
  onChange: (lineId: string, quantity: number) => void;
  onAll: () => void;
};

export function IssueLines({ lines, disabled, onChange, onAll }: IssueLinesProps) {
  return (
    <div className="flex flex-col gap-2">
      <ul
        aria-label={t("Pieces to credit")}
        className="divide-y divide-line rounded-sm border border-line"
        // Enter in a quantity sets it; the form is sent by its button.
        onKeyDown={(event) => {
          if (event.key === "Enter" && event.target instanceof HTMLInputElement)
            event.preventDefault();
        }}
      >
        {lines.map((each) => (
          <IssueLine
            key={each.line.lineId}
            {...each}
            disabled={disabled}
            onChange={(quantity) => onChange(each.line.lineId, quantity)}
          />
        ))}
      </ul>
      <Button className="self-start" disabled={disabled} onClick={onAll}>
        {t("All that is left")}
      </Button>
    </div>
  );
}

type IssueLineProps = NoteLine & { disabled: boolean; onChange: (quantity: number) => void };

function IssueLine({ disabled, onChange, ...each }: IssueLineProps) {
  const { line, left, quantity } = each;
  const { productName, pricePaise } = line;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-3 py-2 sm:grid-cols-[minmax(0,1fr)_auto_6.5rem]">
      <div>
        <p className="line-clamp-2 font-medium">{productName}</p>
        <p className="text-sm text-muted tabular-nums">
          {t("{price} each", { price: formatRupees(pricePaise) })}
        </p>
      </div>
      <div className="flex items-center gap-2 text-sm max-sm:order-1 max-sm:col-span-2">
        <QuantityStepper
          label={productName}
          value={quantity}
          step={1}
          min={0}
          max={left}
          disabled={disabled || left === 0}
          isLive
          onChange={onChange}
        />
        <span className="text-muted tabular-nums">
          {t("of {count} left", { count: left.toLocaleString("en-IN") })}
        </span>
      </div>
      <Money paise={lineSum(each)} className="text-right text-sm font-semibold" />
    </li>
  );
}
