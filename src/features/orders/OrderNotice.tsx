/** The one notice of the order form (error, warning or success), with what can be done about it. */
import { useLocation } from "react-router-dom";
import { formatRupees } from "../../../domain/money";
import { Button, LinkButton } from "../../ui/Button";
import { Notice } from "../../ui/Notice";
import { AUTHENTICATION_REQUIRED } from "./orderMessages";
import type { Placement } from "./placement";
import type { OrderFormState } from "./useOrderForm";

export function OrderNotice({ form }: { form: OrderFormState }) {
  const { sight } = form;
  switch (sight.at) {
    case "quiet":
      return null;
    case "note":
      return (
        <Notice
          kind={sight.note.kind}
          title={sight.note.title}
          message={sight.note.message}
          actions={sight.note === AUTHENTICATION_REQUIRED ? <LoginOrSignUp /> : undefined}
        />
      );
    case "waiting":
      return <Waiting placement={sight.placement} onGiveUp={form.giveUp} />;
    case "unanswered":
      return (
        <Notice
          kind="info"
          title="Waiting for the answer"
          message="Your order was sent as the connection went. It is placed once, and you will see it here as soon as the connection is back."
        />
      );
    case "priceChanged":
      return <PriceChanged placement={sight.placement} pricePaise={sight.pricePaise} form={form} />;
    default:
      return sight satisfies never;
  }
}

function LoginOrSignUp() {
  const { pathname, search } = useLocation();
  const state = { from: pathname + search };
  return (
    <>
      <LinkButton variant="primary" size="sm" to="/auth/login" state={state}>
        Login
      </LinkButton>
      <LinkButton size="sm" to="/auth/signup" state={state}>
        Sign Up
      </LinkButton>
    </>
  );
}

function Waiting({ placement, onGiveUp }: { placement: Placement; onGiveUp: () => void }) {
  return (
    <Notice
      kind="info"
      title="Waiting for the connection"
      message={`Your order of ${placement.quantity} × ${placement.productName} is placed as soon as you are back online, once.`}
      actions={
        <Button size="sm" onClick={onGiveUp}>
          Give up this order
        </Button>
      }
    />
  );
}

type PriceChangedProps = { placement: Placement; pricePaise: number; form: OrderFormState };

function PriceChanged({ placement, pricePaise, form }: PriceChangedProps) {
  const now = formatRupees(pricePaise);
  return (
    <Notice
      kind="warning"
      title="Price Changed"
      message={`The price was ${formatRupees(placement.pricePaise)} and is ${now} now. Nothing was ordered yet.`}
      actions={
        <>
          <Button variant="primary" size="sm" onClick={() => form.placeOrder(pricePaise)}>
            Order at {now}
          </Button>
          <Button size="sm" onClick={form.giveUp}>
            Don’t order
          </Button>
        </>
      }
    />
  );
}
