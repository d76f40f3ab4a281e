/** A sentence to the reader, in the page. Errors and warnings interrupt (alert); the rest waits its turn (status). */
import { CircleCheck, CircleX, Info, TriangleAlert, X, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../lib/cx";
import { TONES, type Tone } from "./Badge";

export type NoticeKind = "success" | "warning" | "error" | "info";

export const NOTICE_LOOKS = {
  success: { tone: "positive", icon: CircleCheck, role: "status" },
  info: { tone: "info", icon: Info, role: "status" },
  warning: { tone: "caution", icon: TriangleAlert, role: "alert" },
  error: { tone: "negative", icon: CircleX, role: "alert" },
} as const satisfies Record<NoticeKind, { tone: Tone; icon: LucideIcon; role: "status" | "alert" }>;

export type NoticeProps = {
  kind: NoticeKind;
  title?: string;
  message: ReactNode;
  actions?: ReactNode;
  onClose?: () => void;
  className?: string;
};

export function Notice({ kind, title, message, actions, onClose, className }: NoticeProps) {
  const { tone, icon: Icon, role } = NOTICE_LOOKS[kind];
  return (
    <div
      role={role}
      className={cx("flex items-start gap-3 rounded-sm px-4 py-3", TONES[tone], className)}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        <div className="wrap-anywhere text-ink">{message}</div>
        {actions !== undefined && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
      </div>
      {onClose !== undefined && (
        <button type="button" onClick={onClose} className="-m-1 rounded-sm p-1 hover:bg-hover">
          <X aria-hidden className="size-4" />
          <span className="sr-only">Dismiss</span>
        </button>
      )}
    </div>
  );
}
