/**
 * Short notes in the corner. Hand-made rather than Radix's: that one says each text a second time in a hidden element, and a
 * note here must be found once, by people and by tests. The region is there before the first note, so that it is read out.
 */
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from "react";
import { Notice, type NoticeKind } from "./Notice";

/** Spec §9: the distributors' toast stays 5000 ms. */
const STAY_MS = 5000;

export type ToastMessage = { kind: NoticeKind; title?: string; message: string; stayMs?: number };

type Entry = ToastMessage & { id: number };

const ToastContext = createContext<((message: ToastMessage) => void) | null>(null);

/** Returns the function that shows a note: toast({ kind: "success", message: "…" }). */
export function useToast(): (message: ToastMessage) => void {
  const toast = useContext(ToastContext);
  if (toast === null) throw new Error("useToast needs a ToastProvider around it.");
  return toast;
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const toast = useCallback((message: ToastMessage) => {
    setEntries((now) => [...now.slice(-3), { ...message, id: (now.at(-1)?.id ?? 0) + 1 }]);
  }, []);
  const close = useCallback((id: number) => {
    setEntries((now) => now.filter((entry) => entry.id !== id));
  }, []);
  const list = useMemo(
    () => entries.map((entry) => <ToastItem key={entry.id} entry={entry} onClose={close} />),
    [entries, close],
  );
  return (
    <ToastContext value={toast}>
      {children}
      <section
        aria-label="Notifications"
        aria-live="polite"
        className="pointer-events-none fixed inset-x-4 bottom-20 z-60 flex flex-col items-center gap-2 md:right-6 md:bottom-6 md:left-auto md:items-end print:hidden"
      >
        {list}
      </section>
    </ToastContext>
  );
}

function ToastItem({ entry, onClose }: { entry: Entry; onClose: (id: number) => void }) {
  const { id, kind, title, message, stayMs = STAY_MS } = entry;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = window.setTimeout(() => onClose(id), stayMs);
    return () => window.clearTimeout(timer);
  }, [held, id, onClose, stayMs]);
  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto w-full max-w-sm animate-pop rounded-md border border-line bg-raised shadow-high"
    >
      <Notice
        kind={kind}
        message={message}
        onClose={() => onClose(id)}
        className="rounded-md"
        {...(title !== undefined && { title })}
      />
    </div>
  );
}
