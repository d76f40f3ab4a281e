/** The invitation at the end of the public pages. */
import * as links from "../../../domain/links";
import { LinkButton } from "../../ui/Button";
import { Awning } from "../../ui/drawings";

export function CallToAction() {
  return (
    <section aria-labelledby="join" className="bg-accent-soft">
      <Awning className="h-8 sm:h-10" />
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-6 px-4 py-14">
        <div>
          <h2 id="join" className="text-2xl font-semibold">
            Open your stall today
          </h2>
          <p className="mt-2 text-md text-muted">
            Free for retailers and distributors. Two minutes and a picture.
          </p>
        </div>
        <LinkButton to={links.SIGN_UP} variant="primary" size="lg">
          Sign Up Now
        </LinkButton>
      </div>
    </section>
  );
}
