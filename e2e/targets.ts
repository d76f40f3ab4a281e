/**
 * Measures what can be pressed, inside the page. A target is big enough if its own box is 44 × 44 CSS px, or if a press anywhere
 * in the 44 × 44 px around its centre (corners, edges, centre) lands on it or on its label: so hit areas made of padding,
 * pseudo-elements and labels count, and a neighbour that lies in the way does not. Links in a line of text are excepted, as in
 * WCAG 2.5.8: their height is that of the text around them.
 */
const SIZE = 44;
const PRESSED = [
  "a[href]",
  "button",
  "input",
  "select",
  "textarea",
  "summary",
  "[role=button]",
  "[role=checkbox]",
  "[role=combobox]",
  "[role=link]",
  "[role=menuitem]",
  "[role=menuitemradio]",
  "[role=option]",
  "[role=radio]",
  "[role=switch]",
  "[role=tab]",
].join();

/** Evaluated in the page: the targets that are too small, in words. It uses nothing from outside itself. */
export function targetsTooSmall({ size, pressed }: { size: number; pressed: string }): string[] {
  const isShown = (element: Element): boolean => {
    const box = element.getBoundingClientRect();
    const isClipped = box.width <= 1 || box.height <= 1 || box.bottom <= 0;
    return (
      !isClipped &&
      element.closest("[aria-hidden=true], [inert]") === null &&
      element.checkVisibility({ visibilityProperty: true })
    );
  };
  /** Part of a sentence: there is text beside it, in the same line. */
  const isInSentence = (element: Element): boolean =>
    getComputedStyle(element).display.startsWith("inline") &&
    [...(element.parentElement?.childNodes ?? [])].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "",
    );
  const isHit = (element: Element, x: number, y: number): boolean => {
    const top = document.elementFromPoint(x, y);
    if (top === null) return false;
    if (element.contains(top)) return true;
    const labels: readonly Element[] =
      element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    return labels.some((label) => label.contains(top));
  };
  const isPressable = (element: Element): boolean => {
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const reach = size / 2 - 0.5;
    return [-reach, 0, reach].every((dx) =>
      [-reach, 0, reach].every((dy) => isHit(element, x + dx, y + dy)),
    );
  };
  const small: string[] = [];
  for (const element of document.querySelectorAll(pressed)) {
    const { width, height } = element.getBoundingClientRect();
    if (width >= size && height >= size) continue;
    if (!isShown(element) || isInSentence(element) || isPressable(element)) continue;
    const name = element.getAttribute("aria-label") ?? element.textContent;
    small.push(
      `${element.tagName.toLowerCase()} “${name.trim().slice(0, 40)}” ${width.toFixed()} × ${height.toFixed()}`,
    );
  }
  window.scrollTo({ top: 0, behavior: "instant" });
  return [...new Set(small)];
}

export const TARGETS = { size: SIZE, pressed: PRESSED };
