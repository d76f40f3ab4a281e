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
import { t } from "../../../domain/language/texts";

export type Reason = { icon: LucideIcon; title: string; text: string };

export const REASONS: readonly Reason[] = [
  {
    icon: PackageSearch,
    title: t("Wide selection"),
    text: t(
      "Ten categories from many distributors, on one counter, with today's price on every line.",
    ),
  },
  {
    icon: ShieldCheck,
    title: t("Secure shopping"),
    text: t(
      "Prices, stock and totals come from the market itself. Nobody can change them on the way.",
    ),
  },
  {
    icon: Headset,
    title: t("24/7 support"),
    text: t("Write to us at any hour; complaints reach a person who can act on them."),
  },
  {
    icon: Truck,
    title: t("Fast delivery"),
    text: t("Every accepted order carries a delivery date that both sides can see."),
  },
  {
    icon: Gift,
    title: t("Loyalty rewards"),
    text: t("Distributors know their regulars: your order history stands beside every new order."),
  },
  {
    icon: UsersRound,
    title: t("Community"),
    text: t("A network you build yourself, one accepted connection at a time."),
  },
];

/** The reasons of the get-started page. */
export const STARTING_REASONS: readonly Reason[] = [
  {
    icon: Rocket,
    title: t("Fast setup"),
    text: t("An e-mail, a code and a picture of your shop. Ready in two minutes."),
  },
  {
    icon: Gauge,
    title: t("Comprehensive dashboard"),
    text: t("Orders, products, network and invoices in one place, live."),
  },
  {
    icon: Headset,
    title: t("24/7 support"),
    text: t("Help at any hour, from people who know the trade."),
  },
  {
    icon: ShieldCheck,
    title: t("Secure transactions"),
    text: t("Every order is checked, counted and invoiced by the market, not by either side."),
  },
];

export type Testimonial = { words: string; who: string; what: string };

/** Samples: they show how a testimonial will look, and say so on the page. */
export const TESTIMONIALS: readonly Testimonial[] = [
  {
    words: t(
      "I see the order the moment my customer presses the button. We load the van before the phone would have rung.",
    ),
    who: t("A distributor"),
    what: t("Spices and grain, Kochi"),
  },
  {
    words: t(
      "No more calling five people to ask who still has stock. The figure on the screen is the figure in the godown.",
    ),
    who: t("A retailer"),
    what: t("Corner store, Pune"),
  },
  {
    words: t(
      "My accountant likes the invoices best: numbered, dated, and there when the order is accepted.",
    ),
    who: t("A retailer"),
    what: t("Home goods, Jaipur"),
  },
];
