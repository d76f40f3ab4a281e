/** Quantity, message and Place Order. What was typed stays over reloads and cuts until the order is placed. */
import { MESSAGE_MAX, ORDER_QUANTITY_MAX } from "../../../domain/limits";
import { lineTotal } from "../../../domain/money";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Input } from "../../ui/Input";
import { Money } from "../../ui/Money";
import { Textarea } from "../../ui/Textarea";
import { OrderNotice } from "./OrderNotice";
import { quantityOf } from "./orderMessages";
import type { OrderedProduct } from "./orderRow";
import { useOrderForm } from "./useOrderForm";

export type OrderFormProps = { product: OrderedProduct; firstQuantity: number };

export function OrderForm({ product, firstQuantity }: OrderFormProps) {
  const form = useOrderForm(product, firstQuantity);
  return (
    <Card className="p-4 md:p-5">
      <Form onSubmit={() => form.placeOrder()} className="flex flex-col gap-4">
        <div className="flex items-end justify-between gap-4">
          <Field label="Quantity" error={form.problems.quantity} className="w-32">
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              max={ORDER_QUANTITY_MAX}
              step={1}
              value={form.quantity}
              readOnly={form.isUnderWay}
              onChange={(event) => form.setQuantity(event.target.value)}
              className="tabular-nums"
            />
          </Field>
          <p className="pb-2 text-right">
            <span className="mr-2 text-muted">Total</span>
            <Money
              paise={lineTotal(product.pricePaise, quantityOf(form.quantity))}
              className="text-md font-semibold"
            />
          </p>
        </div>
        <Field label="Message" error={form.problems.message}>
          <Textarea
            placeholder="Leave a message"
            maxLength={MESSAGE_MAX}
            value={form.message}
            readOnly={form.isUnderWay}
            onChange={(event) => form.setMessage(event.target.value)}
          />
        </Field>
        <OrderNotice form={form} />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          wide
          busy={form.isSending}
          disabled={!form.isReady}
        >
          Place Order
        </Button>
      </Form>
    </Card>
  );
}
