/** Sample testimonials, labelled as samples. */
import { Badge } from "../../ui/Badge";
import { TESTIMONIALS } from "./texts";

export function Testimonials() {
  return (
    <section aria-labelledby="voices" className="border-t border-line bg-raised">
      <div className="mx-auto max-w-7xl px-4 py-16">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id="voices" className="text-2xl font-semibold">
            What traders say
          </h2>
          <Badge>Samples</Badge>
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
