/** The retailer's home: what to agree to and to pay, what arrives and waits, what to order next. Each block is a query of its own. */
import * as links from "../../../domain/links";
import { Boxes, ClipboardList, Truck } from "lucide-react";
import type { ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import { useToday } from "../../lib/useNow";
import { LinkButton } from "../../ui/Button";
import { lazyBackground } from "../../ui/lazyPart";
import { Boards, type Board, PLACES } from "./Boards";
import { DELIVERIES, DeliveriesBlock } from "./DeliveriesBlock";
import { MONEY, MoneyBlock } from "./MoneyBlock";
import {
  type AddAllButton,
  NEW_PRODUCTS,
  NewProductsBlock,
  OFFERS,
  OffersBlock,
  UNREAD,
  UnreadBlock,
  USUAL,
  UsualBlock,
  WAITING,
  WaitingBlock,
} from "./retailerBlocks";
import { useBlock, useHomeQuery } from "./Block";
import { type FirstDistributorsList, RetailerStart } from "./start/RetailerStart";
import { Shortcuts, Welcome, type WelcomeCard } from "./Welcome";
import { t } from "../../../domain/language/texts";

/** The outbox's code is no part of a first load. */
const WaitingOrdersLine = lazyBackground(
  async () => (await import("../../market/WaitingOrdersLine")).WaitingOrdersLine,
);

const CARDS: readonly WelcomeCard[] = [
  {
    icon: Truck,
    title: t("Build your network"),
    text: t("Find distributors, connect, and keep the ones you trust one click away."),
    to: links.DISTRIBUTORS,
    action: t("Find distributors"),
  },
  {
    icon: Boxes,
    title: t("Order from real stock"),
    text: t("Every product shows what is on the shelf right now, at today's price."),
    to: links.CATALOGUE,
    action: t("Browse products"),
  },
  {
    icon: ClipboardList,
    title: t("Follow every order"),
    text: t("Accepted, rejected, delivered: you see the answer the moment it is given."),
    to: links.ORDER_PAGES.retailer.pending,
    action: t("See your orders"),
  },
];

type HomeProps = { AddAll: AddAllButton; FirstDistributors: FirstDistributorsList };

export function RetailerHomePage(props: HomeProps) {
  return (
    <Welcome
      lead={t("Your suppliers, your orders and your invoices, on one live counter.")}
      action={
        <LinkButton to={links.CATALOGUE} variant="primary">
          {t("Order products")}
        </LinkButton>
      }
    >
      <WaitingOrdersLine className="mt-4" />
      <RetailerBoards {...props} />
    </Welcome>
  );
}

function RetailerBoards({ AddAll, FirstDistributors }: HomeProps) {
  const today = useToday();
  const start = useHomeQuery(api.home.start, {});
  const offers = useBlock(OFFERS, api.home.offers, {});
  const money = useBlock(MONEY.retailer, api.khata.money, { today });
  const arriving = useBlock(DELIVERIES.retailer, api.home.arriving, { today });
  const usual = useBlock(USUAL, api.basket.usual, {});
  const waiting = useBlock(WAITING, api.home.waiting, {});
  const products = useBlock(NEW_PRODUCTS, api.home.newProducts, {});
  const unread = useBlock(UNREAD, api.home.unread, {});
  const shown = (block: Board["block"], node: ReactNode): Board => ({ block, shown: node });
  return (
    <Boards
      start={{
        answer: start,
        card: start.value?.role === "retailer" && (
          <RetailerStart start={start.value} FirstDistributors={FirstDistributors} />
        ),
      }}
      main={[
        shown(offers, <OffersBlock block={offers} className={PLACES[0]} />),
        shown(arriving, <DeliveriesBlock role="retailer" block={arriving} className={PLACES[2]} />),
        shown(products, <NewProductsBlock block={products} className={PLACES[5]} />),
      ]}
      extra={[shown(waiting, <WaitingBlock block={waiting} className={PLACES[4]} />)]}
      side={[
        shown(
          money,
          <MoneyBlock role="retailer" today={today} block={money} className={PLACES[1]} />,
        ),
        shown(usual, <UsualBlock block={usual} AddAll={AddAll} className={PLACES[3]} />),
        shown(unread, <UnreadBlock block={unread} className={PLACES[6]} />),
      ]}
      end={<Shortcuts cards={CARDS} />}
    />
  );
}
