/** Functions that run in the page and find what has no room: controls out of the window, cut buttons, and squeezed texts. */

/** Returns the buttons, and links that look like one, whose text goes beyond their box or, where nothing scrolls, beyond the page. */
export function cutButtons(): string[] {
  // Observed by more than a rounding.
  const SLACK_PX = 1;
  const scrolls = (element: Element) => {
    for (let at = element.parentElement; at !== null; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== "visible") return true;
    return false;
  };
  const isCut = (button: Element) => {
    const box = button.getBoundingClientRect();
    const pageEnd = scrolls(button) ? Infinity : document.documentElement.clientWidth;
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      // For screen readers.
      if ((text.parentElement?.getBoundingClientRect().width ?? 0) <= 1) continue;
      range.selectNodeContents(text);
      const { left, right, top, bottom, width } = range.getBoundingClientRect();
      if (width === 0) continue;
      const isOut =
        left < box.left - SLACK_PX ||
        top < box.top - SLACK_PX ||
        right > Math.min(box.right, pageEnd) + SLACK_PX ||
        bottom > box.bottom + SLACK_PX;
      if (isOut) return true;
    }
    return false;
  };
  return [...document.querySelectorAll("button, a.inline-flex")]
    .filter((button) => button.checkVisibility({ visibilityProperty: true }) && isCut(button))
    .map((button) => button.textContent);
}

/**
 * Returns the controls that reach beyond the window, or beyond a box that cuts them off. Excepted are those in an area that scrolls
 * by itself, and links of which an ellipsis shows the beginning.
 */
export function controlsBeyond(): string[] {
  const SLACK_PX = 1;
  const pressed =
    "a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=option]";
  /** The edges between which it can be seen; null where that is not needed. */
  const edgesOf = (control: Element): { left: number; right: number } | null => {
    const edges = { left: 0, right: document.documentElement.clientWidth };
    for (let at: Element | null = control; at !== null && at !== document.body;) {
      const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(at);
      if (textOverflow === "ellipsis" || webkitLineClamp !== "none") return null;
      if (at !== control && overflowX !== "visible") {
        const isScrolled = at.scrollWidth > at.clientWidth;
        if (isScrolled && (overflowX === "auto" || overflowX === "scroll")) return null;
        const box = at.getBoundingClientRect();
        edges.left = Math.max(edges.left, box.left);
        edges.right = Math.min(edges.right, box.right);
      }
      at = at.parentElement;
    }
    return edges;
  };
  const isBeyond = (control: Element) => {
    const { left, right, width, height } = control.getBoundingClientRect();
    // For screen readers.
    if (width <= 1 || height <= 1) return false;
    const edges = edgesOf(control);
    return edges !== null && (left < edges.left - SLACK_PX || right > edges.right + SLACK_PX);
  };
  return [...document.querySelectorAll(pressed)]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }) && isBeyond(control))
    .map((control) => control.getAttribute("aria-label") ?? control.textContent);
}

/** Returns the texts whose column is narrower than three letters, so that each line has one or two. */
export function squeezedTexts(): string[] {
  const [WIDTH_EM, LINES] = [2.5, 4];
  const textOf = (element: Element) =>
    [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => (node.textContent ?? "").trim())
      .join("");
  const isForScreenReaders = (element: Element | null): boolean =>
    element !== null &&
    (element.getBoundingClientRect().width <= 1 || isForScreenReaders(element.parentElement));
  const isSqueezed = (element: Element) => {
    let block = element;
    while (getComputedStyle(block).display === "inline") block = block.parentElement!;
    const { fontSize, lineHeight, paddingLeft, paddingRight } = getComputedStyle(block);
    const { width, height } = block.getBoundingClientRect();
    const room = width - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return (
      room < WIDTH_EM * Number.parseFloat(fontSize) &&
      height >= LINES * Number.parseFloat(lineHeight)
    );
  };
  return [...document.querySelectorAll("body *")]
    .filter((element) => textOf(element).length >= LINES)
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => isSqueezed(element) && !isForScreenReaders(element))
    .map(textOf);
}

/** Returns the sums of money whose figures stand on more than one line. */
export function brokenSums(): string[] {
  const SUM = /[₹]\d[\d,]*(?:\.\d+)?/gu;
  const broken: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const words = text.textContent ?? "";
    if (text.parentElement?.checkVisibility({ visibilityProperty: true }) !== true) continue;
    for (const { 0: sum, index } of words.matchAll(SUM)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + sum.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(words);
    }
  }
  return broken;
}
