/** The pieces to send of each line of an order: all that were asked for at first, down to none. */
import { useState } from "react";
import { priceText } from "../../../../domain/price";
import { Money } from "../../../ui/Money";
import { QuantityStepper } from "../../../ui/QuantityStepper";
import type { SentPieces } from "./answerPreview";
import { type Line, refusalText, totalOf } from "../orderRow";
import { t } from "../../../../domain/language/texts";

export type AnswerLinesProps = {
  lines: readonly Line[];
  retailerName: string;
  sent: SentPieces;
  /** Takes the pieces of the line at this place. */
  onChange: (at: number, quantity: number) => void;
  disabled: boolean;
};

export function AnswerLines(props: AnswerLinesProps) {
  const { lines, retailerName, sent, onChange, disabled } = props;
  const [isShown, setShown] = useState(lines.length > 1);
  if (!isShown) {
    // Most single orders are sent whole: the figures are there for those that are not.
    if (lines[0]?.quantity === 1) return null;
    return (
      <button
        type="button"
        onClick={() => setShown(true)}
        className="self-start text-sm font-medium text-accent-ink hover:underline touch:min-h-11"
      >
        {t("Send fewer pieces")}
      </button>
    );
  }
  return (
    <ul
      aria-label={t("Pieces to send")}
      className="divide-y divide-line rounded-sm border border-line"
      // Enter in a quantity sets it; the form is sent by its button.
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.target instanceof HTMLInputElement)
          event.preventDefault();
      }}
    >
      {lines.map((line, at) => (
        <AnswerLine
          key={at}
          line={line}
          retailerName={retailerName}
          quantity={sent[at] ?? line.quantity}
          disabled={disabled}
          onChange={(quantity) => onChange(at, quantity)}
        />
      ))}
    </ul>
  );
}

type AnswerLineProps = {
  line: Line;
  retailerName: string;
  quantity: number;
  disabled: boolean;
  onChange: (quantity: number) => void;
};

function AnswerLine({ line, retailerName, quantity, disabled, onChange }: AnswerLineProps) {
  const { refused } = line;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2">
      <div className="min-w-0 basis-full">
        <p
          className={refused ? "line-clamp-2 text-muted line-through" : "line-clamp-2 font-medium"}
        >
          {line.productName}
        </p>
        <p className="text-sm wrap-anywhere text-muted tabular-nums">
          {refused
            ? refusalText(refused, { party: "distributor", partnerName: retailerName })
            : t("{price} each", { price: priceText(line) })}
        </p>
      </div>
      {refused === undefined && (
        <>
          <div className="flex items-center gap-2 text-sm">
            <QuantityStepper
              label={line.productName}
              value={quantity}
              step={1}
              min={0}
              max={line.quantity}
              disabled={disabled}
              isLive
              onChange={onChange}
            />
            <span className="text-muted tabular-nums">
              {t("of {pieces}", { pieces: line.quantity.toLocaleString("en-IN") })}
            </span>
          </div>
          {quantity === 0 ? (
            <span className="ml-auto text-sm font-medium text-caution">{t("Not available")}</span>
          ) : (
            <Money
              paise={totalOf({ lines: [{ ...line, quantity }] })}
              className="ml-auto text-sm font-semibold"
            />
          )}
        </>
      )}
    </li>
  );
}
