/** The stock of an own product, changed in its card: a figure with steps, Save and Cancel. */
import type { SyntheticEvent } from "react";
import { STOCK_MAX } from "../../../domain/limits";
import { isComposing } from "../../lib/isComposing";
import { Button } from "../../ui/Button";
import { QuantityStepper } from "../../ui/QuantityStepper";
import { StaleStockNotice } from "./StaleStockNotice";
import type { StockChange, StockSetter } from "./useSetStock";
import { t } from "../../../domain/language/texts";

export type StockEditorProps = {
  name: string;
  /** As it is now. */
  stock: number;
  change: StockChange;
  setter: StockSetter;
};

export function StockEditor({ name, stock, change, setter }: StockEditorProps) {
  const { input, baseStock, refused } = change;
  if (refused !== null) {
    // The list's own figure may come after the refusal.
    const live = stock === baseStock ? refused : stock;
    return (
      <StaleStockNotice
        liveStock={live}
        typedStock={String(input)}
        onKeepTyped={() => setter.save({ input, baseStock: live })}
        onTakeLive={setter.end}
      />
    );
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (input === baseStock) setter.end();
    else setter.save({ input, baseStock });
  };
  return (
    <form
      ref={focusFigure}
      noValidate
      onSubmit={submit}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === "Escape" && !isComposing(nativeEvent)) setter.end();
      }}
      className="flex flex-1 flex-wrap items-center gap-2"
    >
      <QuantityStepper
        label={t("{product} in stock", { product: name })}
        value={input}
        step={1}
        min={0}
        max={STOCK_MAX}
        disabled={setter.isBusy}
        isLive
        onChange={setter.type}
      />
      <Button
        type="submit"
        size="sm"
        variant="primary"
        className="flex-1"
        busy={setter.isBusy}
        aria-label={t("Save stock of {product}", { product: name })}
      >
        {t("Save")}
      </Button>
      <Button size="sm" className="flex-1" onClick={setter.end}>
        {t("Cancel")}
      </Button>
    </form>
  );
}

/** The button that opened the form is gone; the figure can be typed at once. */
function focusFigure(form: HTMLFormElement | null) {
  const figure = form?.querySelector("input");
  figure?.focus();
  figure?.select();
}
