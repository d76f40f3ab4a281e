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
  /** The scroll position that belongs to the place; another one is the reader's, whose scroll event is still to come. */
  #scrollTop = 0;

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

  /** Restores the place after a change of the thread, before anybody sees it. */
  keep(): void {
    const scroller = this.#scroller;
    if (scroller === null) return;
    this.#followReader(scroller);
    const place = this.#place;
    if (place.at === "bottom") scroller.scrollTop = scroller.scrollHeight;
    else if (place.element.isConnected)
      scroller.scrollTop += topWithin(scroller, place.element) - place.top;
    this.#scrollTop = scroller.scrollTop;
  }

  /** Browsers scroll at once and tell of it a frame later: a change in between must not scroll back. */
  #followReader(scroller: HTMLElement): void {
    const scrolled = scroller.scrollTop - this.#scrollTop;
    if (Math.abs(scrolled) <= 1) return;
    const place = this.#place;
    if (place.at === "bottom") this.#place = placeOf(scroller);
    else this.#place = { ...place, top: place.top - scrolled };
  }

  /** Notes where the reader has scrolled to. Returns true if the newest message is in view. */
  note(): boolean {
    const scroller = this.#scroller;
    if (scroller !== null) {
      this.#place = placeOf(scroller);
      this.#scrollTop = scroller.scrollTop;
    }
    return this.#place.at === "bottom";
  }

  goToBottom(): void {
    this.#place = { at: "bottom" };
    if (this.#scroller !== null) this.#scrollTop = this.#scroller.scrollTop;
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
    this.note();
  }
}
