/** The public landing page. What it shows of the market is live. */
import { CallToAction } from "./CallToAction";
import { FeaturedProducts } from "./FeaturedProducts";
import { Hero } from "./Hero";
import { ReasonGrid } from "./ReasonGrid";
import { Testimonials } from "./Testimonials";
import { REASONS } from "./texts";

export function LandingPage() {
  return (
    <>
      <Hero />
      <FeaturedProducts />
      <section aria-labelledby="why" className="border-t border-line">
        <div className="mx-auto grid max-w-7xl gap-x-16 gap-y-8 px-4 py-16 lg:grid-cols-[1fr_2fr]">
          <div>
            <h2 id="why" className="text-2xl font-semibold">
              Why Choose Us
            </h2>
            <p className="mt-3 max-w-sm text-md text-muted">
              A wholesale market works when everybody sees the same figures at the same moment.
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
