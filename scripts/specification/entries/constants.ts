/** Figures and rules that no single screen owns. */
import { type Entry, constant, rule, screen } from "../entry";

const WORDS = "e2e/words.spec.ts";

export const CONSTANT_ENTRIES: readonly Entry[] = screen(
  "Figures and rules of the whole market",
  "",
  [
    constant(
      "A session lasts 30 days",
      "convex/auth/auth.test.ts › with e-mail, password and role gives a session of thirty days",
    ),
    constant(
      "Low stock is 10 or less",
      "src/features/products/stock.test.ts › is low at 10 and below, and says so",
    ),
    constant(
      "Prices have the rupee sign, Indian grouping and 2 decimals",
      "domain/money.test.ts › %d paise are %s",
    ),
    constant(
      "Dates are written as 04 Mar 2026",
      "domain/dates.test.ts › dates are written for people",
    ),
    constant(
      "The categories are All and ten more",
      `${WORDS} › retailers search, filter and sort all products, and look closer`,
    ),
    constant(
      "Products are sorted by default, type, latest or inStock",
      "src/features/products/productFilters.test.ts › survive the way into the address and back",
    ),
    constant(
      "Completed orders are sorted by latest, oldest or last15days",
      "src/features/orders/completedFilter.test.ts › survive the way into the address and back",
    ),
    rule(
      "A session that is over is forgotten by the browser, and the login page is shown",
      `${WORDS} › a session that is over is forgotten by the browser`,
      "src/app/RequireRole.test.ts › an account that is gone is signed out, not shown a page",
    ),
    rule(
      "A connection is pending, accepted or rejected",
      "domain/connectionLifecycle.test.ts › %s on a %s connection: %s",
    ),
    rule(
      "A request is answered once: accepted or rejected by the distributor",
      "convex/network/network.test.ts › the same answer twice is one, another one afterwards is refused",
    ),
    rule(
      "The e-mail is verified by a one-time code before registration",
      "convex/auth/auth.test.ts › without the ticket of that e-mail is refused",
    ),
  ],
);
