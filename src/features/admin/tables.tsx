/** The look, the length and the cells that tables of the admin share. */
import { useState } from "react";

/** Narrows the cells of a wide table between phone and desktop widths, so that it need not scroll sideways. */
export const tightTable = "md:max-lg:[&_:is(th,td)]:px-1.5";

const ON_DESKTOPS = 10;
const ON_PHONES = 3;

/** Returns the number of first rows in a table of the dashboard. Phones get fewer, because each row is a card there. */
export function useFirstRows(): number {
  const [count] = useState(() =>
    window.matchMedia("(min-width: 768px)").matches ? ON_DESKTOPS : ON_PHONES,
  );
  return count;
}

/** A name above its e-mail, both within one 40 px row. */
export function Party({ name, email }: { name: string; email: string }) {
  return (
    <span className="block md:max-w-28 md:text-xs/4 lg:max-w-36 xl:max-w-44">
      <span className="block font-medium md:truncate" title={name}>
        {name}
      </span>
      <span className="block text-muted md:truncate" title={email}>
        {email}
      </span>
    </span>
  );
}
