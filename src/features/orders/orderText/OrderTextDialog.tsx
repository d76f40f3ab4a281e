/** An order as one writes to a friend, into the basket: the lines that are not clear come first, each with a choice. */
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { ErrorNotice } from "../../../ui/ErrorNotice";
import { Field } from "../../../ui/Field";
import { Textarea } from "../../../ui/Textarea";
import { cx } from "../../../lib/cx";
import { OrderTextRows } from "./OrderTextRows";
import { type OrderLines, useOrderText } from "./useOrderText";
import { t } from "../../../../domain/language/texts";

const HINT = t("In any words and any script: cartons, dozens, pieces; “same as last time”.");

export type OrderTextDialogProps = {
  /** A text that was shared with the app. */
  given: string;
  isAdding: boolean;
  /** Resolves to true once the lines are in the basket. */
  onAdd: (lines: OrderLines) => Promise<boolean>;
  onClose: () => void;
};

export function OrderTextDialog({ given, isAdding, onAdd, onClose }: OrderTextDialogProps) {
  const order = useOrderText(given, onAdd, onClose);
  const { text, problem, rows, ready, reading } = order;
  const isRead = rows !== null && rows.length > 0;
  return (
    <Dialog
      onClose={onClose}
      size={isRead ? "xl" : "lg"}
      title={t("Order by text")}
      description={t("Write it as you would send it. Nothing is added before you have seen it.")}
      hideDescription={isRead}
      footer={
        <>
          <Button
            variant={isRead ? "secondary" : "primary"}
            busy={reading.isBusy}
            onClick={order.read}
          >
            {isRead ? t("Read again") : t("Read the order")}
          </Button>
          {isRead && (
            <Button
              variant="primary"
              busy={isAdding}
              disabled={ready.length === 0}
              onClick={() => void order.add()}
            >
              {t("Add {count} to basket", { count: ready.length })}
            </Button>
          )}
        </>
      }
    >
      {reading.error !== null && <ErrorNotice className="mb-3" message={reading.error} />}
      <div className={cx("flex flex-col gap-4", isRead && "lg:grid lg:grid-cols-[5fr_7fr]")}>
        <div className="lg:sticky lg:top-0 lg:self-start">
          <Field label={t("Your order")} error={problem} hint={isRead ? undefined : HINT}>
            <Textarea
              rows={isRead ? 4 : 8}
              spellCheck={false}
              placeholder={t("5 ctn soap\n2 peti noodles\nchini 50 kilo")}
              value={text}
              onChange={({ target }) => order.type(target.value)}
            />
          </Field>
        </div>
        {isRead && (
          <OrderTextRows rows={rows} onChange={order.change} onLeaveOut={order.leaveOut} />
        )}
      </div>
    </Dialog>
  );
}
