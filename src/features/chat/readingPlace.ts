/**
 * Keeps the scroll position of a thread while it grows at either end: at the bottom the newest message stays in view, elsewhere
 * the line that is read stays in place. Browsers differ in scroll anchoring, and not all have it.
 */

/** This near to the bottom counts as being there. */
const BOTTOM_PX = 48;
/** Above the first unread message there is still a line of what was read. */
const CONTEXT_PX = 56;

type Place =
  | { readonly at: "bottom" }
  /** `top`: how far the item's upper edge lay below the thread's. */
  | { readonly at: "item"; readonly element: Element; readonly top: number };

function topWithin(scroller: Element, element: Element): number {
  return element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
}

function placeOf(scroller: Element): Place {
  const below = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
  if (below < BOTTOM_PX) return { at: "bottom" };
  for (const element of scroller.querySelectorAll("[data-item]")) {
    const top = topWithin(scroller, element);
    if (top + element.clientHeight > 0) return { at: "item", element, top };
  }
  return { at: "bottom" };
}

export class ReadingPlace {
  #scroller: HTMLElement | null = null;
  #place: Place = { at: "bottom" };

  /** Takes the scrolling element, and follows sizes that change by themselves: the window, the text box below, a font. */
  readonly attach = (scroller: HTMLElement | null): (() => void) | undefined => {
    this.#scroller = scroller;
    if (scroller === null) return undefined;
    const observer = new ResizeObserver(() => this.keep());
    observer.observe(scroller);
    if (scroller.firstElementChild !== null) observer.observe(scroller.firstElementChild);
    return () => {
      observer.disconnect();
      this.#scroller = null;
    };
  };

  /** After a change of the thread, before anybody sees it. */
  keep(): void {
    const [scroller, place] = [this.#scroller, this.#place];
    if (scroller === null) return;
    if (place.at === "bottom") scroller.scrollTop = scroller.scrollHeight;
    else if (place.element.isConnected)
      scroller.scrollTop += topWithin(scroller, place.element) - place.top;
  }

  /** After the reader scrolled. Returns whether the newest is in view. */
  note(): boolean {
    if (this.#scroller !== null) this.#place = placeOf(this.#scroller);
    return this.#place.at === "bottom";
  }

  goToBottom(): void {
    this.#place = { at: "bottom" };
    this.keep();
  }

  /** Brings the beginning of what is unread into view if it lies above. */
  goUpToUnread(): void {
    const scroller = this.#scroller;
    const mark = scroller?.querySelector("[data-unread-mark]");
    if (scroller === null || mark === null || mark === undefined) return;
    const above = topWithin(scroller, mark) - CONTEXT_PX;
    if (above >= 0) return;
    scroller.scrollTop += above;
    this.#place = placeOf(scroller);
  }
}
