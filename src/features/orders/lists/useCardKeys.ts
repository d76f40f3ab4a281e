/** Keys of the pages of cards: J and K go from card to card, and letters press the buttons of the card that has the focus. */
import { useShortcut } from "../../../device/shortcuts";
import { t } from "../../../../domain/language/texts";

const CARDS = "main article[tabindex]";

function focusedCard(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(CARDS) ?? null;
}

/** Goes to the next or the previous card; from elsewhere to the first one in view. */
function goBy(step: 1 | -1): void {
  const cards = [...document.querySelectorAll<HTMLElement>(CARDS)];
  const current = focusedCard();
  const firstInView = cards.find((card) => card.getBoundingClientRect().bottom > 0);
  const next = current === null ? firstInView : cards[cards.indexOf(current) + step];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
}

export function useCardKeys(): void {
  useShortcut("j", t("Next order"), () => goBy(1));
  useShortcut("k", t("Previous order"), () => goBy(-1));
}

/** Has a letter press the button of the focused card with this `aria-keyshortcuts`. */
export function useCardButtonKey(key: string, label: string): void {
  useShortcut(key, label, () => {
    focusedCard()
      ?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key.toUpperCase()}"]`)
      ?.click();
  });
}
