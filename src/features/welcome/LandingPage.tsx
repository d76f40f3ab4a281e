/** The public landing page. What it shows of the market is live. */
import * as links from "../../../domain/links";
import { ArrowRight } from "lucide-react";
import { LinkButton } from "../../ui/Button";
import { Badge } from "../../ui/Badge";
import { Awning } from "../../ui/drawings";
import { FeaturedProducts } from "./FeaturedProducts";
import { ReasonGrid } from "./ReasonGrid";
import { REASONS, TESTIMONIALS } from "./texts";
import { RateBoard } from "./RateBoard";
import { t } from "../../../domain/language/texts";

export function LandingPage() {
  return (
    <>
      <Hero />
      <FeaturedProducts />
      <section aria-labelledby="why" className="border-t border-line">
        <div className="mx-auto grid max-w-7xl gap-x-16 gap-y-8 px-4 py-16 lg:grid-cols-[1fr_2fr]">
          <div>
            <h2 id="why" className="text-2xl font-semibold">
              {t("Why Choose Us")}
            </h2>
            <p className="mt-3 max-w-sm text-md text-muted">
              {t(
                "A wholesale market works when everybody sees the same figures at the same moment.",
              )}
            </p>
          </div>
          <ReasonGrid reasons={REASONS} />
        </div>
      </section>
      <Testimonials />
      <CallToAction />
    </>
  );
}

/** The heading of the landing page, beside the market's rate board. */
function Hero() {
  return (
    <section className="mx-auto grid max-w-7xl items-center gap-x-16 gap-y-10 px-4 pt-10 pb-16 lg:grid-cols-[1.1fr_1fr] lg:pt-16 lg:pb-24">
      <div>
        <h1 tabIndex={-1} className="text-display font-bold tracking-tight">
          {t("The wholesale market, live.")}
        </h1>
        <p className="mt-5 max-w-xl text-md text-muted sm:text-lg">
          {t(
            "Retailers find distributors, order from the stock that is really there, and see every answer as it is given. No calls, no refresh, no guessing.",
          )}
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <LinkButton to={links.GET_STARTED} variant="primary" size="lg">
            {t("Get Started")} <ArrowRight aria-hidden />
          </LinkButton>
          <LinkButton to={links.SIGN_UP} size="lg">
            {t("Learn More")}
          </LinkButton>
        </div>
      </div>
      <RateBoard />
    </section>
  );
}

/** Sample testimonials, labelled as samples. */
function Testimonials() {
  return (
    <section aria-labelledby="voices" className="border-t border-line bg-raised">
      <div className="mx-auto max-w-7xl px-4 py-16">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id="voices" className="text-2xl font-semibold">
            {t("What traders say")}
          </h2>
          <Badge>{t("Samples")}</Badge>
        </div>
        <ul className="mt-8 grid gap-x-10 gap-y-8 md:grid-cols-3">
          {TESTIMONIALS.map(({ words, who, what }) => (
            <li key={words} className="border-l-2 border-accent pl-5">
              <figure className="flex h-full flex-col">
                <blockquote className="text-md text-pretty">{words}</blockquote>
                <figcaption className="mt-4 text-muted">
                  <span className="font-medium text-ink">{who}</span>
                  <br />
                  {what}
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The invitation at the end of the public pages. */
function CallToAction() {
  return (
    <section aria-labelledby="join" className="bg-accent-soft">
      <Awning className="h-8 sm:h-10" />
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-6 px-4 py-14">
        <div>
          <h2 id="join" className="text-2xl font-semibold">
            {t("Open your stall today")}
          </h2>
          <p className="mt-2 text-md text-muted">
            {t("Free for retailers and distributors. Two minutes and a picture.")}
          </p>
        </div>
        <LinkButton to={links.SIGN_UP} variant="primary" size="lg">
          {t("Sign Up Now")}
        </LinkButton>
      </div>
    </section>
  );
}
