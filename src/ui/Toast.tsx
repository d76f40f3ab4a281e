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
  type ReactNode,
} from "react";
import { useLocation } from "react-router-dom";
import { Notice, NOTICE_LOOKS, type NoticeKind } from "./Notice";

/** Toasts stay 5 seconds, and longer while they have the pointer or the focus. */
const STAY_MS = 5_000;
/** Nobody has read a toast sooner. One that comes with a change of page is the result of what caused it, and goes with it to the new page. */
const UNREAD_MS = 1_000;

export type ToastMessage = {
  kind: NoticeKind;
  title?: string;
  message: string;
  stayMs?: number;
  /** Its news is of no screen: it stays when the page changes. */
  isOfNoPage?: boolean;
};

type Entry = ToastMessage & { id: number; shownAt: number };

const ToastContext = createContext<((message: ToastMessage) => void) | null>(null);

/** Returns the function that shows a toast: toast({ kind: "success", message: "…" }). */
export function useToast(): (message: ToastMessage) => void {
  const toast = useContext(ToastContext);
  if (toast === null) throw new Error("useToast needs a ToastProvider around it.");
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
        aria-label="Announcements"
        className="pointer-events-none fixed inset-x-4 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-60 md:right-6 md:bottom-6 md:left-auto print:hidden"
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

const REGIONS = [
  ["status", "polite"],
  ["alert", "assertive"],
] as const;

/** Keeps a toast open while the pointer is over it or the focus is in it. */
function useHeld() {
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  return {
    isHeld: isPointedAt || isFocused,
    holders: {
      onPointerEnter: () => setPointedAt(true),
      onPointerLeave: () => setPointedAt(false),
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
  const { id, kind, title, message, stayMs = STAY_MS } = entry;
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
      />
    </div>
  );
}
