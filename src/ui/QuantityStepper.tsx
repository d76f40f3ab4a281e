/**
 * A quantity with buttons for one step more or less. A typed figure counts when the field is left or Enter is pressed, unless it is
 * wanted at each key.
 */
import { Minus, Plus } from "lucide-react";
import { useState } from "react";
import { cx } from "../lib/cx";
import { isComposing } from "../lib/isComposing";
import { Button } from "./Button";
import { Input } from "./Input";
import { t } from "../../domain/language/texts";

export type QuantityStepperProps = {
  /** The subject, for screen readers: "Basmati rice". */
  label: string;
  value: number;
  /** Pieces that a button adds or takes. */
  step: number;
  min: number;
  max: number;
  disabled?: boolean;
  /** Takes each possible figure as it is typed, where nothing is sent yet. */
  isLive?: boolean;
  /** For a low card of a list. */
  isLow?: boolean;
  onChange: (value: number) => void;
};

/** The buttons shrink to the width of a finger where large text leaves no room. */
const finger = "min-w-[min(2.5rem,44px)] shrink touch:min-w-[44px]";

function wholeIn(text: string): number | null {
  return /^\d{1,7}$/.test(text.trim()) ? Number(text) : null;
}

export function QuantityStepper(props: QuantityStepperProps) {
  const { label, value, step, min, max, disabled = false, isLive = false, isLow = false } = props;
  const { onChange } = props;
  const buttonSize = isLow ? "low" : "icon";
  const name = t("Pieces of {product}", { product: label });
  // Null while nothing is being typed.
  const [inputText, setInputText] = useState<string | null>(null);
  const take = (text: string) => {
    const quantity = wholeIn(text);
    const least = Math.min(min, 1);
    if (quantity !== null && quantity >= least && quantity <= max && quantity !== value)
      onChange(quantity);
  };
  const commit = () => {
    setInputText(null);
    take(inputText ?? "");
  };
  const type = (text: string) => {
    setInputText(text);
    if (isLive) take(text);
  };
  const less = Math.max(min, Math.ceil(value / step - 1) * step);
  const more = Math.max(min, Math.floor(value / step + 1) * step);
  return (
    <div role="group" aria-label={name} className="flex max-w-full items-center gap-1">
      <Button
        size={buttonSize}
        className={cx(finger, isLow && "px-0")}
        aria-label={t("Decrease")}
        disabled={disabled || value <= min}
        onClick={() => onChange(less)}
      >
        <Minus aria-hidden />
      </Button>
      {/* A finger that presses beside a low field means it, too. */}
      <label className={isLow ? "flex touch:-my-1.5 touch:py-1.5" : "contents"}>
        <Input
          aria-label={name}
          inputMode="numeric"
          autoComplete="off"
          className={cx(
            "px-1 text-center tabular-nums",
            isLow ? "h-8 w-18 touch:h-8.5 touch:min-h-8.5" : "w-20",
          )}
          disabled={disabled}
          value={inputText ?? String(value)}
          onChange={({ target }) => type(target.value)}
          onBlur={commit}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === "Enter" && !isComposing(nativeEvent)) commit();
          }}
        />
      </label>
      <Button
        size={buttonSize}
        className={cx(finger, isLow && "px-0")}
        aria-label={t("Increase")}
        disabled={disabled || more > max}
        onClick={() => onChange(more)}
      >
        <Plus aria-hidden />
      </Button>
    </div>
  );
}
