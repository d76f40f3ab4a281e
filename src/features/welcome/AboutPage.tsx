/** The about page: static words on what Mandi is for. */
import { BarChart3, Boxes, ClipboardList, Handshake } from "lucide-react";
import { ReasonGrid } from "./ReasonGrid";
import type { Reason } from "./texts";
import { t } from "../../../domain/language/texts";

const PARTS: readonly Reason[] = [
  {
    icon: Handshake,
    title: t("Connecting retailers and distributors"),
    text: t(
      "A retailer asks, a distributor accepts: a network of known partners instead of a list of strangers.",
    ),
  },
  {
    icon: ClipboardList,
    title: t("Order management"),
    text: t(
      "From pending to completed, every order has one status that both sides see change at the same moment.",
    ),
  },
  {
    icon: Boxes,
    title: t("Inventory"),
    text: t(
      "Stock is taken when an order is placed and returned when it is rejected or cancelled. The figure is always true.",
    ),
  },
  {
    icon: BarChart3,
    title: t("Analytics"),
    text: t(
      "Totals are kept as the trade happens, so that they are there when you look, not when a report has run.",
    ),
  },
];

export function AboutPage() {
  return (
    <div className="mx-auto max-w-7xl px-4 py-12 lg:py-16">
      <h1 tabIndex={-1} className="text-display font-bold tracking-tight">
        {t("About Mandi")}
      </h1>
      <p className="mt-5 max-w-text text-md text-muted sm:text-lg">
        {t(
          "A mandi is a wholesale market: the place where a town's shops meet those who supply them. This one is open day and night, and every figure in it is live.",
        )}
      </p>
      <section aria-labelledby="parts" className="mt-12">
        <h2 id="parts" className="mb-6 text-2xl font-semibold">
          {t("What it does")}
        </h2>
        <ReasonGrid reasons={PARTS} />
      </section>
      <section
        aria-labelledby="mission"
        className="mt-12 rounded-md bg-accent-soft px-6 py-8 sm:px-10"
      >
        <h2 id="mission" className="text-lg font-semibold">
          {t("Our mission")}
        </h2>
        <p className="mt-3 max-w-text text-lg text-pretty">
          {t(
            "To let a corner store buy with the same certainty as a supermarket: honest prices, real stock, and an answer to every order.",
          )}
        </p>
      </section>
    </div>
  );
}
