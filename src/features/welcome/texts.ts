/** The static words of the public pages. */
import {
  Gauge,
  Gift,
  Headset,
  PackageSearch,
  Rocket,
  ShieldCheck,
  Truck,
  UsersRound,
  type LucideIcon,
} from "lucide-react";

export type Reason = { icon: LucideIcon; title: string; text: string };

export const REASONS: readonly Reason[] = [
  {
    icon: PackageSearch,
    title: "Wide selection",
    text: "Ten categories from many distributors, on one counter, with today's price on every line.",
  },
  {
    icon: ShieldCheck,
    title: "Secure shopping",
    text: "Prices, stock and totals come from the market itself. Nobody can change them on the way.",
  },
  {
    icon: Headset,
    title: "24/7 support",
    text: "Write to us at any hour; complaints reach a person who can act on them.",
  },
  {
    icon: Truck,
    title: "Fast delivery",
    text: "Every accepted order carries a delivery date that both sides can see.",
  },
  {
    icon: Gift,
    title: "Loyalty rewards",
    text: "Distributors know their regulars: your order history stands beside every new order.",
  },
  {
    icon: UsersRound,
    title: "Community",
    text: "A network you build yourself, one accepted connection at a time.",
  },
];

/** The reasons of the get-started page. */
export const STARTING_REASONS: readonly Reason[] = [
  {
    icon: Rocket,
    title: "Fast setup",
    text: "An e-mail, a code and a picture of your shop. Ready in two minutes.",
  },
  {
    icon: Gauge,
    title: "Comprehensive dashboard",
    text: "Orders, products, network and invoices in one place, live.",
  },
  {
    icon: Headset,
    title: "24/7 support",
    text: "Help at any hour, from people who know the trade.",
  },
  {
    icon: ShieldCheck,
    title: "Secure transactions",
    text: "Every order is checked, counted and invoiced by the market, not by either side.",
  },
];

export type Testimonial = { words: string; who: string; what: string };

/** Samples: they show how a testimonial will look, and say so on the page. */
export const TESTIMONIALS: readonly Testimonial[] = [
  {
    words:
      "I see the order the moment my customer presses the button. We load the van before the phone would have rung.",
    who: "A distributor",
    what: "Spices and grain, Kochi",
  },
  {
    words:
      "No more calling five people to ask who still has stock. The figure on the screen is the figure in the godown.",
    who: "A retailer",
    what: "Corner store, Pune",
  },
  {
    words:
      "My accountant likes the invoices best: numbered, dated, and there when the order is accepted.",
    who: "A retailer",
    what: "Home goods, Jaipur",
  },
];
