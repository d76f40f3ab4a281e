/** The distributor's home: what to answer, deliver and collect, what runs low, and the sales of 30 days. Each block is a query of its own. */
import * as links from "../../../domain/links";
import { Bell, ClipboardList, PackagePlus } from "lucide-react";
import type { ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import { useToday } from "../../lib/useNow";
import { LinkButton } from "../../ui/Button";
import { Boards, type Board, PLACES } from "./Boards";
import { DELIVERIES, DeliveriesBlock } from "./DeliveriesBlock";
import {
  REQUESTS,
  RequestsBlock,
  RUNS_LOW,
  RunsLowBlock,
  TO_ANSWER,
  ToAnswerBlock,
} from "./distributorBlocks";
import { MONEY, MoneyBlock } from "./MoneyBlock";
import { SALES, SalesBlock } from "./SalesBlock";
import { useBlock, useHomeQuery } from "./Block";
import { DistributorStart, type InviteShopsDialog } from "./start/DistributorStart";
import { Shortcuts, Welcome, type WelcomeCard } from "./Welcome";
import { t } from "../../../domain/language/texts";

const CARDS: readonly WelcomeCard[] = [
  {
    icon: ClipboardList,
    title: t("Order management"),
    text: t("Accept with a delivery date, or reject with a reason. The retailer sees it at once."),
    to: links.ORDER_PAGES.distributor.pending,
    action: t("Answer orders"),
  },
  {
    icon: Bell,
    title: t("Your network"),
    text: t("Retailers ask to connect with you. You decide who trades with you."),
    to: links.REQUESTS,
    action: t("Answer requests"),
  },
  {
    icon: PackagePlus,
    title: t("Inventory"),
    text: t("List products with price and stock. What runs low turns red before it runs out."),
    to: links.OWN_PRODUCTS,
    action: t("See your products"),
  },
];

/** Requests that are shown. */
const FIRST_REQUESTS = { paginationOpts: { numItems: 3, cursor: null } };

type HomeProps = {
  onAccept: (orderId: string) => void;
  /** The dialog with the invitation of shops. Its code is another feature's, which the app joins with this. */
  InviteShops: InviteShopsDialog;
};

export function DistributorHomePage(props: HomeProps) {
  return (
    <Welcome
      lead={t(
        "Orders arrive here as they are placed, stock counts itself, and invoices are written when you accept.",
      )}
      action={
        <LinkButton to={links.ADD_PRODUCT} variant="primary">
          {t("Add Product")}
        </LinkButton>
      }
    >
      <DistributorBoards {...props} />
    </Welcome>
  );
}

function DistributorBoards({ onAccept, InviteShops }: HomeProps) {
  const today = useToday();
  const start = useHomeQuery(api.home.start, {});
  const toAnswer = useBlock(TO_ANSWER, api.home.toAnswer, {});
  const toDeliver = useBlock(DELIVERIES.distributor, api.home.toDeliver, { today });
  const money = useBlock(MONEY.distributor, api.khata.money, { today });
  const requests = useBlock(REQUESTS, api.network.pending, FIRST_REQUESTS, {
    isKeptOffline: false,
  });
  const requestCount = useHomeQuery(api.network.pendingCount, {}, { isKeptOffline: false });
  const low = useBlock(RUNS_LOW, api.home.runsLow, { today });
  const sales = useBlock(SALES, api.home.sales, { today });
  const shown = (block: Board["block"], node: ReactNode): Board => ({ block, shown: node });
  return (
    <Boards
      start={{
        answer: start,
        card: start.value?.role === "distributor" && (
          <DistributorStart start={start.value} InviteShops={InviteShops} />
        ),
      }}
      main={[
        shown(
          toAnswer,
          <ToAnswerBlock block={toAnswer} onAccept={onAccept} className={PLACES[0]} />,
        ),
        shown(sales, <SalesBlock today={today} block={sales} className={PLACES[5]} />),
      ]}
      extra={[
        shown(
          toDeliver,
          <DeliveriesBlock role="distributor" block={toDeliver} className={PLACES[1]} />,
        ),
      ]}
      side={[
        shown(
          money,
          <MoneyBlock role="distributor" today={today} block={money} className={PLACES[2]} />,
        ),
        shown(
          requests,
          <RequestsBlock block={requests} count={requestCount.value} className={PLACES[3]} />,
        ),
        shown(low, <RunsLowBlock block={low} className={PLACES[4]} />),
      ]}
      end={<Shortcuts cards={CARDS} />}
    />
  );
}
