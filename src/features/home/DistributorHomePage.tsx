/** The distributor's home: what to answer, deliver and collect, what runs low, and the sales of 30 days. Each block is a query of its own. */
import * as links from "../../../domain/links";
import { Bell, ClipboardList, PackagePlus } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { useToday } from "../../lib/useNow";
import { LinkButton } from "../../ui/Button";
import { Boards, PLACES } from "./Boards";
import { DeliveriesBlock } from "./DeliveriesBlock";
import { RequestsBlock, RunsLowBlock, ToAnswerBlock } from "./distributorBlocks";
import { MoneyBlock } from "./MoneyBlock";
import { SalesBlock } from "./SalesBlock";
import { useBlock } from "./Block";
import { Shortcuts, Welcome, type WelcomeCard } from "./Welcome";

const CARDS: readonly WelcomeCard[] = [
  {
    icon: ClipboardList,
    title: "Order management",
    text: "Accept with a delivery date, or reject with a reason. The retailer sees it at once.",
    to: links.ORDER_PAGES.distributor.pending,
    action: "Answer orders",
  },
  {
    icon: Bell,
    title: "Your network",
    text: "Retailers ask to connect with you. You decide who trades with you.",
    to: links.REQUESTS,
    action: "Answer requests",
  },
  {
    icon: PackagePlus,
    title: "Inventory",
    text: "List products with price and stock. What runs low turns red before it runs out.",
    to: links.OWN_PRODUCTS,
    action: "See your products",
  },
];

/** Requests that are shown. */
const FIRST_REQUESTS = { paginationOpts: { numItems: 3, cursor: null } };

type HomeProps = { onAccept: (orderId: string) => void };

export function DistributorHomePage({ onAccept }: HomeProps) {
  return (
    <Welcome
      lead="Orders arrive here as they are placed, stock counts itself, and invoices are written when you accept."
      action={
        <LinkButton to={links.ADD_PRODUCT} variant="primary">
          Add Product
        </LinkButton>
      }
    >
      <DistributorBoards onAccept={onAccept} />
    </Welcome>
  );
}

function DistributorBoards({ onAccept }: HomeProps) {
  const today = useToday();
  const toAnswer = useBlock(api.home.toAnswer, {});
  const toDeliver = useBlock(api.home.toDeliver, { today });
  const money = useBlock(api.khata.money, { today });
  const requests = useBlock(api.network.pending, FIRST_REQUESTS, { isKeptOffline: false });
  const requestCount = useBlock(api.network.pendingCount, {}, { isKeptOffline: false });
  const low = useBlock(api.home.runsLow, { today });
  const sales = useBlock(api.home.sales, { today });
  return (
    <Boards
      answers={[toAnswer, toDeliver, money, requests, low, sales]}
      main={<ToAnswerBlock answer={toAnswer} onAccept={onAccept} className={PLACES[0]} />}
      extra={<DeliveriesBlock role="distributor" answer={toDeliver} className={PLACES[1]} />}
      more={<SalesBlock today={today} answer={sales} className={PLACES[5]} />}
      side={
        <>
          <MoneyBlock role="distributor" today={today} answer={money} className={PLACES[2]} />
          <RequestsBlock answer={requests} count={requestCount.value} className={PLACES[3]} />
          <RunsLowBlock answer={low} className={PLACES[4]} />
        </>
      }
      end={<Shortcuts cards={CARDS} />}
    />
  );
}
