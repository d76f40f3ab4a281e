/** A message in the page. Errors and warnings interrupt screen readers (alert); others wait (status). */
import { CircleCheck, CircleX, Info, TriangleAlert, X, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../lib/cx";
import { TONES, type Tone } from "./Badge";
import { t } from "../../domain/language/texts";

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
  /** False inside an element that already announces what is put into it. */
  isAnnounced?: boolean;
  className?: string;
};

export function Notice(props: NoticeProps) {
  const { kind, title, message, actions, onClose, isAnnounced = true, className } = props;
  const { tone, icon: Icon, role } = NOTICE_LOOKS[kind];
  return (
    <div
      role={isAnnounced ? role : undefined}
      className={cx("flex items-start gap-3 rounded-sm px-4 py-3", TONES[tone], className)}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        <div className="wrap-anywhere text-ink">{message}</div>
        {actions !== undefined && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
      </div>
      {onClose !== undefined && (
        <button
          type="button"
          onClick={onClose}
          className="-my-1.5 -mr-2 grid size-8 shrink-0 place-items-center rounded-sm hover:bg-hover touch:-my-3 touch:-mr-3"
        >
          <X aria-hidden className="size-4" />
          <span className="sr-only">{t("Dismiss")}</span>
        </button>
      )}
    </div>
  );
}
