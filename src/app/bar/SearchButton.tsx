/** The bar's button for the search of everything, and the keys of one character. The palette's code comes when the browser is idle, or on first use. */
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import type { Role } from "../../../domain/roles";
import { lazyDialog } from "../../ui/lazyPart";
import * as links from "../../../domain/links";
import { useNavigate } from "react-router-dom";
import { useShortcut } from "../../device/shortcuts";
import { t } from "../../../domain/language/texts";

const loadPalette = () => import("../palette/Palette");

const Palette = lazyDialog(
  async () => (await loadPalette()).Palette,
  t("The search could not be loaded."),
);
const ShortcutHelp = lazyDialog(
  async () => (await import("./ShortcutHelp")).ShortcutHelp,
  t("The list of keys could not be loaded."),
);

/** The page and its queries come first. */
const PRELOAD_DELAY_MS = 3_000;

function useSearchKey(toggle: () => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, shiftKey, key } = event;
      if (key.toLowerCase() !== "k" || ctrlKey === metaKey || altKey || shiftKey) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  });
}

function usePreload() {
  useEffect(() => {
    const timer = window.setTimeout(
      () => void loadPalette().catch(() => undefined),
      PRELOAD_DELAY_MS,
    );
    return () => window.clearTimeout(timer);
  }, []);
}

const isMac = typeof navigator !== "undefined" && navigator.userAgent.includes("Mac");

export function SearchButton({ role }: { role: Role }) {
  const [opened, setOpened] = useState<"palette" | "help" | null>(null);
  const open = () => setOpened("palette");
  const close = () => setOpened(null);
  const help = () => setOpened("help");
  useSearchKey(() => setOpened(opened === "palette" ? null : "palette"));
  usePreload();
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
        className="flex size-10 items-center justify-center gap-2 rounded-sm text-muted transition-colors hover:bg-hover xl:h-9 xl:w-55 xl:justify-start xl:border xl:border-edge xl:bg-raised xl:px-3"
      >
        <Search aria-hidden className="size-5 xl:size-4" />
        <span className="sr-only flex-1 text-left text-base xl:not-sr-only">{t("Search")}</span>
        <kbd aria-hidden className="hidden text-xs xl:block">
          {isMac ? "⌘ K" : t("Ctrl K")}
        </kbd>
      </button>
      <ShortcutKeys role={role} onSearch={open} onHelp={help} />
      {opened === "palette" && <Palette role={role} onHelp={help} onClose={close} />}
      {opened === "help" && <ShortcutHelp onClose={close} />}
    </>
  );
}

const EVERYWHERE = { isEverywhere: true };

/** The search box of the page's filter. */
const FILTER = "main [role=search] input[type=search], main input[type=search]";

type ShortcutKeysProps = { role: Role; onSearch: () => void; onHelp: () => void };

/** Registers the keys of every page of a member: help, search, and the quick order of retailers. */
function ShortcutKeys({ role, onSearch, onHelp }: ShortcutKeysProps) {
  const search = () => {
    const filter = document.querySelector<HTMLInputElement>(FILTER);
    if (filter === null) onSearch();
    else filter.focus();
  };
  useShortcut("?", t("Show these keys"), onHelp, EVERYWHERE);
  useShortcut("/", t("Search on this page, or everywhere"), search, EVERYWHERE);
  return role === "retailer" ? <QuickOrderKey /> : null;
}

function QuickOrderKey(): null {
  const navigate = useNavigate();
  useShortcut("n", t("Quick order"), () => void navigate(links.BASKET), EVERYWHERE);
  return null;
}
