/** How many rows a table of the dashboard begins with: on phones, where each is a card, fewer, so that the next table is in reach. */
import { useState } from "react";

const ON_DESKTOPS = 10;
const ON_PHONES = 3;

export function useFirstRows(): number {
  const [count] = useState(() =>
    window.matchMedia("(min-width: 768px)").matches ? ON_DESKTOPS : ON_PHONES,
  );
  return count;
}
