/** The distributor's home: the welcome page with what is to collect, and what waits for an answer. */
import { Bell, ClipboardList, PackagePlus } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { useLiveQuery } from "../../lib/useLiveQuery";
import { useSession } from "../../lib/useSession";
import { Badge } from "../../ui/Badge";
import { LinkButton } from "../../ui/Button";
import { Skeleton } from "../../ui/Skeleton";
import { MoneyBlock } from "./MoneyBlock";
import { Welcome } from "./Welcome";

function Waiting({ count }: { count: number | undefined }) {
  if (count === undefined) return <Skeleton className="h-6 w-20" />;
  return (
    <Badge tone={count === 0 ? "neutral" : "accent"}>
      {count === 0 ? "None waiting" : `${count} waiting`}
    </Badge>
  );
}

export function DistributorHomePage() {
  // The page is drawn before it is certain who looks, and asks only then.
  const asked = useSession().state === "signedIn" ? {} : "skip";
  const { value: orders } = useLiveQuery(api.orders.pendingCount, asked);
  const { value: requests } = useLiveQuery(api.network.pendingCount, asked);
  return (
    <Welcome
      lead="Orders arrive here as they are placed, stock counts itself, and invoices are written when you accept."
      blocks={<MoneyBlock role="distributor" />}
      cards={[
        {
          icon: ClipboardList,
          title: "Order management",
          text: "Accept with a delivery date, or reject with a reason. The retailer sees it at once.",
          to: "/pendingorders_dist",
          action: "Answer orders",
          figure: <Waiting count={orders} />,
        },
        {
          icon: Bell,
          title: "Your network",
          text: "Retailers ask to connect with you. You decide who trades with you.",
          to: "/requests",
          action: "Answer requests",
          figure: <Waiting count={requests} />,
        },
        {
          icon: PackagePlus,
          title: "Inventory",
          text: "List products with price and stock. What runs low turns red before it runs out.",
          to: "/productlist",
          action: "See your products",
        },
      ]}
    >
      <LinkButton to="/addproduct" variant="primary" size="lg">
        Add Product
      </LinkButton>
    </Welcome>
  );
}
