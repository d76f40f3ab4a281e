/** The search of everything (Ctrl K): products, orders, invoices, people and pages, by keyboard. */
import { Search, X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { useEffect, useId, useRef } from "react";
import { PRODUCT_SEARCH_MAX } from "../../../domain/limits";
import type { Role } from "../../../domain/roles";
import { useConnectionStatus } from "../../live/useConnectionStatus";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Skeleton } from "../../ui/Skeleton";
import { useOpener } from "../../ui/useOpener";
import { PaletteList } from "./PaletteList";
import { usePalette } from "./usePalette";
import { t } from "../../../domain/language/texts";

export type PaletteProps = {
  role: Role;
  /** Lists the keys instead. */
  onHelp: () => void;
  onClose: () => void;
};

export function Palette({ role, onHelp, onClose }: PaletteProps) {
  // Set once a row was taken: the focus belongs to the page that it leads to.
  const hasGone = useRef(false);
  const opener = useOpener();
  const input = useRef<HTMLInputElement>(null);
  const palette = usePalette(role, () => {
    hasGone.current = true;
    onClose();
  });
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            opener.onOpenAutoFocus(event);
            event.preventDefault();
            input.current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            if (hasGone.current) event.preventDefault();
            else opener.onCloseAutoFocus(event);
          }}
          className="fixed inset-0 z-50 mx-auto flex animate-fade flex-col overflow-hidden bg-raised outline-none sm:top-24 sm:bottom-auto sm:max-h-[min(40rem,calc(100dvh-8rem))] sm:w-[min(640px,calc(100vw-2rem))] sm:rounded-md sm:border sm:border-line sm:shadow-high"
        >
          <Radix.Title className="sr-only">{t("Search")}</Radix.Title>
          <PaletteBody palette={palette} inputRef={input} />
          <HelpButton onHelp={onHelp} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Opens the help. It is meant for those with a keyboard; it is also the way to keys that are turned off. */
function HelpButton({ onHelp }: Pick<PaletteProps, "onHelp">) {
  return (
    <button
      type="button"
      onClick={onHelp}
      className="hidden border-t border-line px-4 py-2 text-left text-sm text-muted hover:bg-hover hover:text-ink sm:block"
    >
      {t("Keyboard shortcuts")}
    </button>
  );
}

type Palette = ReturnType<typeof usePalette>;

function PaletteBody({
  palette,
  inputRef,
}: {
  palette: Palette;
  inputRef: React.RefObject<HTMLInputElement | null>;
}) {
  const listId = useId();
  const { text, shown, active, hasFailed, retry } = palette;
  const idOf = (key: string) => `${listId}-${key.replaceAll(/[^\w-]/g, "-")}`;
  const isListed = shown !== null && shown.groups.length > 0;
  useScrolledTo(active === null ? null : idOf(active.key));
  return (
    <>
      <div className="flex items-center gap-2 border-b border-line pr-2 pl-4">
        <Search aria-hidden className="size-5 shrink-0 text-muted" />
        <input
          ref={inputRef}
          type="text"
          role="combobox"
          aria-label={t("Search everything")}
          aria-autocomplete="list"
          aria-expanded={isListed}
          aria-controls={isListed ? listId : undefined}
          aria-activedescendant={active === null ? undefined : idOf(active.key)}
          placeholder={t("Products, orders, people, pages")}
          autoComplete="off"
          spellCheck={false}
          maxLength={PRODUCT_SEARCH_MAX}
          value={text}
          onChange={({ target }) => palette.type(target.value)}
          onKeyDown={palette.onKeyDown}
          className="h-14 min-w-0 flex-1 bg-transparent text-md outline-none placeholder:text-muted"
        />
        <Radix.Close className="flex h-9 items-center justify-center gap-1 rounded-sm px-2 text-sm text-muted hover:bg-hover hover:text-ink">
          <kbd aria-hidden className="hidden sm:inline">
            {t("Esc")}
          </kbd>
          <X aria-hidden className="size-5 sm:hidden" />
          <span className="sr-only">{t("Close search")}</span>
        </Radix.Close>
      </div>
      {hasFailed && (
        <ErrorNotice
          className="m-2"
          message={t("Some results could not be loaded.")}
          onRetry={retry}
        />
      )}
      {isListed && (
        <PaletteList listId={listId} idOf={idOf} groups={shown.groups} palette={palette} />
      )}
      <PaletteState palette={palette} />
    </>
  );
}

/** Keeps the row that the keys have reached in view. */
function useScrolledTo(id: string | null) {
  useEffect(() => {
    if (id !== null) document.getElementById(id)?.scrollIntoView({ block: "nearest" });
  }, [id]);
}

function PaletteState({ palette: { text, shown } }: { palette: Palette }) {
  const { canSend } = useConnectionStatus();
  if (shown === null)
    return (
      <div role="status" className="flex flex-col gap-2 p-2">
        <span className="sr-only">{t("Searching…")}</span>
        {canSend ? (
          [1, 2, 3, 4].map((row) => <Skeleton key={row} className="h-11 w-full" />)
        ) : (
          <p className="text-muted">{t("The search needs a connection.")}</p>
        )}
      </div>
    );
  const isEmpty = shown.groups.length === 0 && shown.text === text.trim();
  return (
    <p role="status" className={isEmpty ? "px-3 py-8 text-center text-muted" : "sr-only"}>
      {isEmpty
        ? t("Nothing matches “{text}”.", { text: shown.text })
        : t("{count, plural, other {# results}}", {
            count: shown.groups.reduce((sum, { items }) => sum + items.length, 0),
          })}
    </p>
  );
}
