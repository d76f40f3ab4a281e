/** Quantity, message and Place Order. What was typed stays over reloads and cuts until the order is placed. */
import { MESSAGE_MAX, ORDER_QUANTITY_MAX } from "../../../../domain/limits";
import { addsTax, priceFor, totalWithTax } from "../../../../domain/price";
import { firstQuantity as smallestQuantity } from "../../../../domain/productTerms";
import { BasketButton } from "../../../market/BasketButton";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Field } from "../../../ui/Field";
import { Form } from "../../../ui/Form";
import { Input } from "../../../ui/Input";
import { Money } from "../../../ui/Money";
import { Textarea } from "../../../ui/Textarea";
import { OrderNotice } from "./OrderNotice";
import { quantityOf } from "../orderMessages";
import type { OrderedProduct } from "../orderRow";
import { quantityHint } from "./TermFacts";
import { useOrderForm } from "./useOrderForm";
import { t } from "../../../../domain/language/texts";

export type OrderFormProps = { product: OrderedProduct; firstQuantity: number };

export function OrderForm({ product, firstQuantity }: OrderFormProps) {
  const form = useOrderForm(product, firstQuantity);
  const quantity = quantityOf(form.quantity);
  return (
    <Card className="@container p-4 md:p-5">
      <Form onSubmit={() => form.placeOrder()} className="flex flex-col gap-4">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <Field
            label={t("Quantity")}
            error={form.problems.quantity}
            hint={quantityHint(product, quantity)}
            className="w-40 max-w-full"
          >
            <Input
              type="number"
              inputMode="numeric"
              min={smallestQuantity(product)}
              max={ORDER_QUANTITY_MAX}
              step={product.multiple ?? 1}
              value={form.quantity}
              readOnly={form.isUnderWay}
              onChange={(event) => form.setQuantity(event.target.value)}
              className="w-32 max-w-full tabular-nums"
            />
          </Field>
          <p className="ml-auto pt-8 text-right @max-[16rem]:pt-0">
            <span className="mr-2 text-muted">{addsTax(product) ? t("With GST") : t("Total")}</span>
            <Money
              paise={totalWithTax(priceFor(product, quantity), quantity)}
              className="text-md font-semibold"
            />
          </p>
        </div>
        <Field label={t("Message")} error={form.problems.message}>
          <Textarea
            placeholder={t("Leave a message")}
            maxLength={MESSAGE_MAX}
            value={form.message}
            readOnly={form.isUnderWay}
            onChange={(event) => form.setMessage(event.target.value)}
          />
        </Field>
        <OrderNotice form={form} distributorId={product.distributorId} />
        <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))]">
          <Button
            type="submit"
            variant="primary"
            size="lg"
            wide
            busy={form.isSending}
            disabled={!form.isReady}
          >
            {t("Place Order")}
          </Button>
          <div className="[&>button]:h-12">
            <BasketButton product={product} quantity={quantity} />
          </div>
        </div>
      </Form>
    </Card>
  );
}
