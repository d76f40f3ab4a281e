/** The pieces to send of each line of a placement: all that were asked for at first, down to none. */
import { useState } from "react";
import { plusGst } from "../../../domain/gst/plusGst";
import { formatRupees } from "../../../domain/money";
import { Money } from "../../ui/Money";
import { QuantityStepper } from "../../ui/QuantityStepper";
import { type IncomingOrder, totalOf } from "./orderRow";
import type { IncomingPlacement, SentPieces } from "./placements";

export type AnswerLinesProps = {
  /** The lines when the dialog was opened. */
  opened: IncomingPlacement["lines"];
  /** Those that still wait for an answer. */
  pending: readonly IncomingOrder[];
  sent: SentPieces;
  onChange: (orderId: string, quantity: number) => void;
  disabled: boolean;
};

export function AnswerLines(props: AnswerLinesProps) {
  const { opened, pending, sent, onChange, disabled } = props;
  const [first] = opened;
  const [isShown, setShown] = useState(opened.length > 1);
  if (!isShown) {
    // Most single orders are sent whole: the figures are there for those that are not.
    if (first.quantity === 1) return null;
    return (
      <button
        type="button"
        onClick={() => setShown(true)}
        className="self-start text-sm font-medium text-accent-ink hover:underline touch:min-h-11"
      >
        Send fewer pieces
      </button>
    );
  }
  const waiting = new Set(pending.map(({ _id }) => _id));
  return (
    <ul
      aria-label="Pieces to send"
      className="divide-y divide-line rounded-sm border border-line"
      // Enter in a quantity sets it; the form is sent by its button.
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.target instanceof HTMLInputElement)
          event.preventDefault();
      }}
    >
      {opened.map((line) => (
        <AnswerLine
          key={line._id}
          line={line}
          quantity={sent[line._id] ?? line.quantity}
          isGone={!waiting.has(line._id)}
          disabled={disabled}
          onChange={(quantity) => onChange(line._id, quantity)}
        />
      ))}
    </ul>
  );
}

type AnswerLineProps = {
  line: IncomingOrder;
  quantity: number;
  /** Cancelled or answered while the dialog was open. */
  isGone: boolean;
  disabled: boolean;
  onChange: (quantity: number) => void;
};

function AnswerLine({ line, quantity, isGone, disabled, onChange }: AnswerLineProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-3 py-2 sm:grid-cols-[minmax(0,1fr)_auto_6.5rem]">
      <div>
        <p className={isGone ? "line-clamp-2 line-through" : "line-clamp-2 font-medium"}>
          {line.productName}
        </p>
        <p className="text-sm text-muted tabular-nums">
          {isGone
            ? "Answered or cancelled meanwhile"
            : `${formatRupees(line.pricePaise)}${plusGst(line.addedTaxBp)} each`}
        </p>
      </div>
      {!isGone && (
        <>
          <div className="flex items-center gap-2 text-sm max-sm:order-1 max-sm:col-span-2">
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
              of {line.quantity.toLocaleString("en-IN")}
            </span>
          </div>
          {quantity === 0 ? (
            <span className="text-right text-sm font-medium text-caution">Not available</span>
          ) : (
            <Money
              paise={totalOf({ ...line, quantity })}
              className="text-right text-sm font-semibold"
            />
          )}
        </>
      )}
    </li>
  );
}
