/**
 * A menu whose code comes on the first press of its button, with the library that places menus: pages open without them. Later
 * presses are the menu's own.
 */
import {
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useState,
} from "react";
import { useToast } from "./Toast";
import { t } from "../../domain/language/texts";

/** The page and its queries come first. */
const PRELOAD_DELAY_MS = 2_000;

/**
 * Returns the menu once its button was pressed, whether by a key, and the handlers of the button that stands there until then. The
 * menu has to be open at first.
 */
export function useLateMenu<Props>(load: () => Promise<ComponentType<Props>>) {
  const [menu, setMenu] = useState<{ code: ComponentType<Props>; isByKeyboard: boolean } | null>(
    null,
  );
  const toast = useToast();
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, [load]);
  const open = (isByKeyboard: boolean) =>
    void load().then(
      (code) => setMenu({ code, isByKeyboard }),
      () => toast({ kind: "error", message: t("The menu could not be loaded.") }),
    );
  const button = {
    type: "button" as const,
    "aria-expanded": false,
    // A click without a press of a pointer is that of a key.
    onClick: ({ detail }: MouseEvent) => open(detail === 0),
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      open(true);
    },
  };
  return { Menu: menu?.code ?? null, isByKeyboard: menu?.isByKeyboard === true, button };
}
