/** Explains why a list is empty, and offers the next step. Not for loading or failed lists. */
import { Inbox, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export type EmptyStateProps = {
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  icon?: LucideIcon;
};

export function EmptyState({ title, hint, action, icon: Icon = Inbox }: EmptyStateProps) {
  return (
    <div
      role="status"
      className="flex flex-col items-center gap-2 rounded-md border border-dashed border-line px-6 py-14 text-center"
    >
      <span className="mb-1 grid size-12 place-items-center rounded-full bg-pill text-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="text-md font-medium">{title}</p>
      {hint !== undefined && (
        <div className="w-full max-w-text wrap-break-word text-muted">{hint}</div>
      )}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  );
}
