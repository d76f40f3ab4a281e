/** Returns the number of first rows in a table of the dashboard. Phones get fewer, because each row is a card there. */
import { useState } from "react";

const ON_DESKTOPS = 10;
const ON_PHONES = 3;

export function useFirstRows(): number {
  const [count] = useState(() =>
    window.matchMedia("(min-width: 768px)").matches ? ON_DESKTOPS : ON_PHONES,
  );
  return count;
}
