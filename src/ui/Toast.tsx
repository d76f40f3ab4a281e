/**
 * Toasts in the corner. Radix's toast is not used, because it repeats each text in a hidden element. The two live regions exist
 * before the first toast, so that it is announced: a polite one, and an assertive one for failures.
 */
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  type PointerEvent,
  type ReactNode,
} from "react";
import { useLocation } from "react-router-dom";
import { invariant } from "../../domain/invariant";
import { cx } from "../lib/cx";
import { useTabVisible } from "../device/useTabVisible";
import { Button, LinkButton } from "./Button";
import { Notice, NOTICE_LOOKS, type NoticeKind } from "./Notice";
import { t } from "../../domain/language/texts";

/** Toasts stay 5 seconds, and longer while a pointer was moved onto them or they have the focus. */
const STAY_MS = 5_000;
/** A pointer that was left lying on a toast holds it no longer than this. */
const POINTED_AT_MAX_MS = 30_000;
/** Nobody has read a toast sooner. One that comes with a change of page is the result of what caused it, and goes with it to the new page. */
const UNREAD_MS = 1_000;

export type ToastMessage = {
  kind: NoticeKind;
  title?: string;
  message: string;
  stayMs?: number;
  /** The page that shows more. */
  link?: { readonly to: string; readonly text: string };
  /** Takes back what happened. */
  undo?: () => void;
  /** Its news is of no screen: it stays when the page changes. */
  isOfNoPage?: boolean;
};

type Entry = ToastMessage & { id: number; shownAt: number };

const ToastContext = createContext<((message: ToastMessage) => void) | null>(null);

/** Returns the function that shows a toast: toast({ kind: "success", message: "…" }). */
export function useToast(): (message: ToastMessage) => void {
  const toast = useContext(ToastContext);
  invariant(toast !== null, "useToast has no ToastProvider around it.");
  return toast;
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const toast = useCallback((message: ToastMessage) => {
    const shownAt = performance.now();
    setEntries((now) => [...now.slice(-3), { ...message, shownAt, id: (now.at(-1)?.id ?? 0) + 1 }]);
  }, []);
  const close = useCallback((id: number) => {
    setEntries((now) => now.filter((entry) => entry.id !== id));
  }, []);
  return (
    <ToastContext value={toast}>
      {children}
      <section
        aria-label={t("Announcements")}
        className={cx(
          "pointer-events-none fixed inset-x-4 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-60 md:right-6 md:bottom-6 md:left-auto print:hidden",
          ABOVE_ACTIONS,
        )}
      >
        {REGIONS.map(([role, live]) => (
          <div
            key={role}
            role={role}
            // An open dialog hides the rest of the page from screen readers, except elements with aria-live.
            aria-live={live}
            className="flex flex-col items-center gap-2 not-empty:mt-2 md:items-end"
          >
            {entries
              .filter(({ kind }) => NOTICE_LOOKS[kind].role === role)
              .map((entry) => (
                <ToastItem key={entry.id} entry={entry} onClose={close} />
              ))}
          </div>
        ))}
      </section>
    </ToastContext>
  );
}

/** Toasts stand below the top bar while a page has actions of its own at the bottom, as the basket has below `lg`. */
const ABOVE_ACTIONS =
  "max-lg:in-[body:has([data-bottom-actions])]:top-20 max-lg:in-[body:has([data-bottom-actions])]:bottom-auto";

const REGIONS = [
  ["status", "polite"],
  ["alert", "assertive"],
] as const;

/**
 * Keeps a toast open while a pointer that was moved onto it is over it, or the focus is in it. A toast that appears under a resting
 * pointer gets the same events, without a movement. Nobody reads a toast in a hidden tab.
 */
function useHeld() {
  const isVisible = useTabVisible();
  const [pointer, setPointer] = useState<"away" | "over" | "forgotten">("away");
  const [isFocused, setFocused] = useState(false);
  useEffect(() => {
    if (pointer !== "over") return;
    const timer = window.setTimeout(() => setPointer("forgotten"), POINTED_AT_MAX_MS);
    return () => window.clearTimeout(timer);
  }, [pointer]);
  return {
    isHeld: isVisible && (pointer === "over" || isFocused),
    holders: {
      onPointerMove: ({ movementX, movementY }: PointerEvent) => {
        if (movementX !== 0 || movementY !== 0)
          setPointer((before) => (before === "away" ? "over" : before));
      },
      onPointerLeave: () => setPointer("away"),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
}

/**
 * Closes a toast when another page opens: what went well on the page before is no news there. Failures and warnings stay, and so
 * does what is being read or cannot have been read.
 */
function useEndsWithPage(entry: Entry, isHeld: boolean, onClose: (id: number) => void) {
  const { id, kind, shownAt, isOfNoPage = false } = entry;
  const { pathname } = useLocation();
  const last = useRef(pathname);
  const stays = isHeld || isOfNoPage || NOTICE_LOOKS[kind].role === "alert";
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (!stays && performance.now() - shownAt > UNREAD_MS) onClose(id);
  }, [pathname, stays, shownAt, id, onClose]);
}

function ToastItem({ entry, onClose }: { entry: Entry; onClose: (id: number) => void }) {
  const { id, kind, title, message, link, undo, stayMs = STAY_MS } = entry;
  const { isHeld, holders } = useHeld();
  useEndsWithPage(entry, isHeld, onClose);
  useEffect(() => {
    if (isHeld) return;
    const timer = window.setTimeout(() => onClose(id), stayMs);
    return () => window.clearTimeout(timer);
  }, [isHeld, id, onClose, stayMs]);
  return (
    <div
      {...holders}
      className="pointer-events-auto w-full max-w-sm animate-pop rounded-md border border-line bg-raised shadow-high"
    >
      <Notice
        kind={kind}
        isAnnounced={false}
        message={message}
        onClose={() => onClose(id)}
        className="rounded-md"
        {...(title !== undefined && { title })}
        {...(link !== undefined && {
          actions: (
            <LinkButton size="sm" to={link.to}>
              {link.text}
            </LinkButton>
          ),
        })}
        {...(undo !== undefined && {
          actions: (
            <Button size="sm" onClick={undo}>
              {t("Undo")}
            </Button>
          ),
        })}
      />
    </div>
  );
}
