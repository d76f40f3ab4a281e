/** The retailer's home: what to agree to and to pay, what arrives and waits, what to order next. Each block is a query of its own. */
import * as links from "../../../domain/links";
import { Boxes, ClipboardList, Truck } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { useToday } from "../../lib/useNow";
import { LinkButton } from "../../ui/Button";
import { lazyBackground } from "../../ui/lazyPart";
import { Boards, PLACES } from "./Boards";
import { DeliveriesBlock } from "./DeliveriesBlock";
import { MoneyBlock } from "./MoneyBlock";
import {
  type AddAllButton,
  NewProductsBlock,
  OffersBlock,
  UnreadBlock,
  UsualBlock,
  WaitingBlock,
} from "./retailerBlocks";
import { useBlock } from "./Block";
import { Shortcuts, Welcome, type WelcomeCard } from "./Welcome";

/** The outbox's code is no part of a first load. */
const WaitingOrdersLine = lazyBackground(
  async () => (await import("../../market/WaitingOrdersLine")).WaitingOrdersLine,
);

const CARDS: readonly WelcomeCard[] = [
  {
    icon: Truck,
    title: "Build your network",
    text: "Find distributors, connect, and keep the ones you trust one click away.",
    to: links.DISTRIBUTORS,
    action: "Find distributors",
  },
  {
    icon: Boxes,
    title: "Order from real stock",
    text: "Every product shows what is on the shelf right now, at today's price.",
    to: links.CATALOGUE,
    action: "Browse products",
  },
  {
    icon: ClipboardList,
    title: "Follow every order",
    text: "Accepted, rejected, delivered: you see the answer the moment it is given.",
    to: links.ORDER_PAGES.retailer.pending,
    action: "See your orders",
  },
];

export function RetailerHomePage({ AddAll }: { AddAll: AddAllButton }) {
  return (
    <Welcome
      lead="Your suppliers, your orders and your invoices, on one live counter."
      action={
        <LinkButton to={links.CATALOGUE} variant="primary">
          Order products
        </LinkButton>
      }
    >
      <WaitingOrdersLine className="mt-4" />
      <RetailerBoards AddAll={AddAll} />
    </Welcome>
  );
}

function RetailerBoards({ AddAll }: { AddAll: AddAllButton }) {
  const today = useToday();
  const offers = useBlock(api.home.offers, {});
  const money = useBlock(api.khata.money, { today });
  const arriving = useBlock(api.home.arriving, { today });
  const usual = useBlock(api.basket.usual, {});
  const waiting = useBlock(api.home.waiting, {});
  const products = useBlock(api.home.newProducts, {});
  const unread = useBlock(api.home.unread, {});
  return (
    <Boards
      answers={[offers, money, arriving, usual, waiting, products, unread]}
      main={
        <>
          <OffersBlock answer={offers} className={PLACES[0]} />
          <DeliveriesBlock role="retailer" answer={arriving} className={PLACES[2]} />
        </>
      }
      extra={<WaitingBlock answer={waiting} className={PLACES[4]} />}
      more={<NewProductsBlock answer={products} className={PLACES[5]} />}
      side={
        <>
          <MoneyBlock role="retailer" today={today} answer={money} className={PLACES[1]} />
          <UsualBlock answer={usual} AddAll={AddAll} className={PLACES[3]} />
          <UnreadBlock answer={unread} className={PLACES[6]} />
        </>
      }
      end={<Shortcuts cards={CARDS} />}
    />
  );
}
