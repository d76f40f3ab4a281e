/** Joins class names; of two that set the same property the later one wins. */
import { clsx, type ClassValue } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

// Registers the names that src/ui/tokens.css adds to Tailwind's own, so that text-md (a size) and text-muted (a colour) do not
// conflict.
const merge = extendTailwindMerge({
  extend: { theme: { text: ["md", "display"], shadow: ["low", "high"] } },
});

export function cx(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
