/** The one notice of the order form (error, warning or success), with what can be done about it. */
import * as links from "../../../../domain/links";
import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { priceText, type QuotedPrice } from "../../../../domain/price";
import { Button, LinkButton } from "../../../ui/Button";
import { Notice } from "../../../ui/Notice";
import { searchBefore } from "../../../lib/searchState";
import { KhataLink } from "./KhataLink";
import { AUTHENTICATION_REQUIRED, type OrderNoticeText, SEE_ORDER } from "../orderMessages";
import { type OrderCommand, NOT_KEPT } from "../../../outbox/entry";
import type { OrderFormState } from "./useOrderForm";
import { t } from "../../../../domain/language/texts";

export type OrderNoticeProps = { form: OrderFormState; distributorId: string | undefined };

export function OrderNotice({ form, distributorId }: OrderNoticeProps) {
  const { status } = form;
  switch (status.at) {
    case "quiet":
      return null;
    case "note":
      return <Notice {...status.note} actions={wayOn(status.note, distributorId)} />;
    case "waiting":
      return <Waiting {...status} onGiveUp={form.giveUp} />;
    case "priceChanged":
      return <PriceChanged order={status.order} price={status.price} form={form} />;
    default:
      return status satisfies never;
  }
}

function wayOn(note: OrderNoticeText, distributorId: string | undefined): ReactNode {
  if (note === AUTHENTICATION_REQUIRED) return <LoginOrSignUp />;
  if (note.isPlaced === true) return <AfterPlacing />;
  if (note.isCredit !== true || distributorId === undefined) return undefined;
  return <KhataLink distributorId={distributorId} />;
}

/** The order, and the way back to the list from which the product was opened. */
function AfterPlacing() {
  const location = useLocation();
  return (
    <>
      <LinkButton size="sm" to={SEE_ORDER.to}>
        {SEE_ORDER.text}
      </LinkButton>
      <LinkButton size="sm" variant="primary" to={searchBefore(location.state) ?? links.CATALOGUE}>
        {t("Back to search")}
      </LinkButton>
    </>
  );
}

function LoginOrSignUp() {
  const { pathname, search } = useLocation();
  const state = { from: pathname + search };
  return (
    <>
      <LinkButton variant="primary" size="sm" to={links.LOGIN} state={state}>
        {t("Login")}
      </LinkButton>
      <LinkButton size="sm" to={links.SIGN_UP} state={state}>
        {t("Sign Up")}
      </LinkButton>
    </>
  );
}

type WaitingProps = Extract<OrderFormState["status"], { at: "waiting" }> & {
  onGiveUp: () => void;
};

function Waiting({ order, isSent, isKept, onGiveUp }: WaitingProps) {
  const { quantity, productName: product } = order;
  const loss = isKept ? "" : ` ${NOT_KEPT}`;
  if (isSent) {
    return (
      <Notice
        kind="info"
        title={t("Waiting for the answer")}
        message={
          t(
            "Your order was sent as the connection went. It is placed once, and you will see it here as soon as the connection is back.",
          ) + loss
        }
      />
    );
  }
  return (
    <Notice
      kind="info"
      title={t("Waiting for the connection")}
      message={
        t("Your order of {quantity} × {product} is placed as soon as you are back online, once.", {
          quantity,
          product,
        }) + loss
      }
      actions={
        <Button size="sm" onClick={onGiveUp}>
          {t("Give up this order")}
        </Button>
      }
    />
  );
}

type PriceChangedProps = { order: OrderCommand; price: QuotedPrice; form: OrderFormState };

function PriceChanged({ order, price, form }: PriceChangedProps) {
  const [before, now] = [priceText(order), priceText(price)];
  return (
    <Notice
      kind="warning"
      title={t("Price Changed")}
      message={t("The price was {before} and is {now} now. Nothing was ordered yet.", {
        before,
        now,
      })}
      actions={
        <>
          <Button variant="primary" size="sm" onClick={() => form.placeOrder(price)}>
            {t("Order at {price}", { price: now })}
          </Button>
          <Button size="sm" onClick={form.giveUp}>
            {t("Don’t order")}
          </Button>
        </>
      }
    />
  );
}
