/** The get-started page: headline, pitch, reasons, the way in. */
import * as links from "../../../domain/links";
import { LinkButton } from "../../ui/Button";
import { EmptyStall } from "../../ui/drawings";
import { ReasonGrid } from "./ReasonGrid";
import { STARTING_REASONS } from "./texts";
import { t } from "../../../domain/language/texts";

const STEPS = [
  t("Register with your e-mail and confirm it with the code we send you."),
  t("Retailers connect to distributors; distributors list their products."),
  t("The first order is one click away, and both sides see it at once."),
];

export function GetStartedPage() {
  return (
    <div className="mx-auto max-w-7xl px-4 py-12 lg:py-16">
      <section className="grid items-center gap-10 lg:grid-cols-[1.4fr_1fr]">
        <div>
          <h1 tabIndex={-1} className="text-display font-bold tracking-tight">
            {t("Bring your business to the market")}
          </h1>
          <p className="mt-5 max-w-2xl text-md text-muted sm:text-lg">
            {t(
              "Mandi connects retailers and distributors on one live counter: products with real stock, orders that are answered in front of your eyes, invoices that write themselves.",
            )}
          </p>
          <LinkButton to={links.SIGN_UP} variant="primary" size="lg" className="mt-8">
            {t("Sign Up Now")}
          </LinkButton>
        </div>
        <EmptyStall className="mx-auto hidden w-full max-w-sm lg:block" />
      </section>
      <section aria-labelledby="steps" className="mt-16">
        <h2 id="steps" className="sr-only">
          {t("How it goes")}
        </h2>
        <ol className="grid gap-6 md:grid-cols-3">
          {STEPS.map((step, index) => (
            <li key={step} className="border-t-2 border-accent pt-4">
              <span className="text-xl font-bold text-accent-ink tabular-nums">{index + 1}</span>
              <p className="mt-2 text-md">{step}</p>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="why" className="mt-16">
        <h2 id="why" className="mb-6 text-2xl font-semibold">
          {t("Why Choose Us?")}
        </h2>
        <ReasonGrid reasons={STARTING_REASONS} />
      </section>
    </div>
  );
}
