/** Steps from signing in to answered orders by a program, with commands from the reference. */
import * as links from "../../../domain/links";
import { Link } from "react-router-dom";
import { Command } from "./CallDetails";
import type { Description } from "./openapi";
import { t } from "../../../domain/language/texts";
import { rich } from "../../lib/rich";

const STEPS = [
  {
    title: t("Sign in"),
    words: t("The answer holds a token that is good for thirty days. Keep it in $TOKEN."),
    method: "post",
    path: "/api/auth/login",
  },
  {
    title: t("List products"),
    words: t(
      "Search, filter and sort as on the screens. Rows come as an array; while more follow, the Link header names the next page.",
    ),
    method: "get",
    path: "/api/products/all",
  },
  {
    title: t("Place an order"),
    words: t(
      "With an Idempotency-Key the same request can be sent again when an answer got lost: it stays one order.",
    ),
    method: "post",
    path: "/api/orders/place",
  },
  {
    title: t("Place several products at once"),
    words: t(
      "All lines go to one distributor as one order, or none does: a refusal names every line that is wrong. With fromBasket they leave the basket, which is the one of the screens.",
    ),
    method: "post",
    path: "/api/orders",
  },
  {
    title: t("Answer it, as its distributor"),
    words: t(
      "Its lines are accepted together, with one invoice. Fewer pieces than asked are an offer, which the retailer agrees to or declines, unless the order says sendLess.",
    ),
    method: "post",
    path: "/api/orders/{id}/accept",
  },
  {
    title: t("Follow it"),
    words: t(
      "Ask for the list of a status, or let the market tell you: webhooks are made on the settings page.",
    ),
    method: "get",
    path: "/api/orders/pending-by-email",
  },
] as const;

function commandOf({ paths }: Description, { method, path }: (typeof STEPS)[number]): string {
  return paths[path]?.[method]?.["x-codeSamples"]?.[0]?.source ?? "";
}

export function Guide({ description }: { description: Description }) {
  return (
    <section className="mt-8" aria-labelledby="guide">
      <h2 id="guide" className="text-lg font-semibold">
        {t("From nothing to an order")}
      </h2>
      <Command label={t("The market’s address")}>{`MANDI=${location.origin}`}</Command>
      <ol className="mt-4 flex flex-col gap-5">
        {STEPS.map((step, index) => (
          <li key={step.title}>
            <h3 className="font-semibold">{`${String(index + 1)}. ${step.title}`}</h3>
            <p className="max-w-text text-muted">{step.words}</p>
            <Command label={step.title}>{commandOf(description, step)}</Command>
          </li>
        ))}
      </ol>
      <p className="mt-5 max-w-text">
        {rich(
          "A program that runs for long is better off with a key of its own than with a password: {settings}. Keys may be allowed to read only, and are revoked one by one.",
          {
            settings: (
              <Link to={links.SETTINGS} className="underline underline-offset-2">
                {t("make one on the settings page")}
              </Link>
            ),
          },
        )}
      </p>
    </section>
  );
}
