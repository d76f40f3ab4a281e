/** The heading of the landing page, beside the market's rate board. */
import * as links from "../../../domain/links";
import { ArrowRight } from "lucide-react";
import { LinkButton } from "../../ui/Button";
import { RateBoard } from "./RateBoard";

export function Hero() {
  return (
    <section className="mx-auto grid max-w-7xl items-center gap-x-16 gap-y-10 px-4 pt-10 pb-16 lg:grid-cols-[1.1fr_1fr] lg:pt-16 lg:pb-24">
      <div>
        <h1 tabIndex={-1} className="text-display font-bold tracking-tight">
          The wholesale market, live.
        </h1>
        <p className="mt-5 max-w-xl text-md text-muted sm:text-lg">
          Retailers find distributors, order from the stock that is really there, and see every
          answer as it is given. No calls, no refresh, no guessing.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <LinkButton to={links.GET_STARTED} variant="primary" size="lg">
            Get Started <ArrowRight aria-hidden />
          </LinkButton>
          <LinkButton to={links.SIGN_UP} size="lg">
            Learn More
          </LinkButton>
        </div>
      </div>
      <RateBoard />
    </section>
  );
}
