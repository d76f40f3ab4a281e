/** The retailer's home: the welcome page with what is to pay, and a shop's three errands. */
import { Boxes, ClipboardList, Truck } from "lucide-react";
import { LinkButton } from "../../ui/Button";
import { MoneyBlock } from "./MoneyBlock";
import { Welcome, type WelcomeCard } from "./Welcome";

const CARDS: readonly WelcomeCard[] = [
  {
    icon: Truck,
    title: "Build your network",
    text: "Find distributors, connect, and keep the ones you trust one click away.",
    to: "/distributorslist",
    action: "Find distributors",
  },
  {
    icon: Boxes,
    title: "Order from real stock",
    text: "Every product shows what is on the shelf right now, at today's price.",
    to: "/productlistall",
    action: "Browse products",
  },
  {
    icon: ClipboardList,
    title: "Follow every order",
    text: "Accepted, rejected, delivered: you see the answer the moment it is given.",
    to: "/pendingretail",
    action: "See your orders",
  },
];

export function RetailerHomePage() {
  return (
    <Welcome
      lead="Your suppliers, your orders and your invoices, on one live counter."
      cards={CARDS}
      blocks={<MoneyBlock role="retailer" />}
    >
      <LinkButton to="/productlistall" variant="primary" size="lg">
        Order products
      </LinkButton>
    </Welcome>
  );
}
