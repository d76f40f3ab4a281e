/**
 * Moves the focus into an opening dialog, and back when it closes. Radix returns it to its own Trigger only;
 * ours are opened by rows of lists, and may close with the row that opened them gone.
 */
import { useRef } from "react";
import { focusHeading } from "./focusHeading";

const FIRST_TO_FILL =
  "textarea:not([readonly], :disabled), input:not([readonly], :disabled, [type=file], [type=radio])";

export type OpenerHandlers = {
  onOpenAutoFocus: (event: Event) => void;
  onCloseAutoFocus: (event: Event) => void;
};

/** Returns the first field to fill in, where that does not call up a keyboard that hides half of the dialog. */
function firstToFill(dialog: EventTarget | null): HTMLElement | null {
  if (!(dialog instanceof HTMLElement) || !window.matchMedia("(pointer: fine)").matches)
    return null;
  return dialog.querySelector<HTMLElement>(FIRST_TO_FILL);
}

export function useOpener(): OpenerHandlers {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event) => {
      opener.current = document.activeElement;
      const field = firstToFill(event.target);
      if (field === null) return;
      event.preventDefault();
      field.focus();
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      const element = opener.current;
      const canFocus =
        element instanceof HTMLElement && element.isConnected && element !== document.body;
      if (canFocus) element.focus({ preventScroll: true });
      else focusHeading();
    },
  };
}
