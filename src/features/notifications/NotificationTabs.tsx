/** The two lists of notifications: all of them, and those that wait for an answer. */
import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { cx } from "../../lib/cx";
import { CheckCheck } from "lucide-react";
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useServerAction } from "../../forms/useServerAction";
import { Button } from "../../ui/Button";
import { t } from "../../../domain/language/texts";

const FILTERS = ["all", "toDo"] as const;
export type Filter = (typeof FILTERS)[number];

const LABELS = { all: t("All"), toDo: t("To do") } as const satisfies Record<Filter, string>;

export type NotificationTabsProps = {
  filter: Filter;
  onChange: (filter: Filter) => void;
  /** Stands at the end of the line of tabs. */
  action?: ReactNode;
  className?: string;
  /** The list of the chosen tab. */
  children: ReactNode;
};

export function NotificationTabs(props: NotificationTabsProps) {
  const { filter, onChange, action, className, children } = props;
  const id = useId();
  const tabs = useRef<HTMLDivElement>(null);
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    const other = filter === "all" ? "toDo" : "all";
    onChange(other);
    tabs.current?.querySelector<HTMLElement>(`[data-filter=${other}]`)?.focus();
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-2 border-b border-line px-3">
        <div
          ref={tabs}
          role="tablist"
          aria-label={t("Notifications")}
          onKeyDown={onKeyDown}
          className="flex gap-1"
        >
          {FILTERS.map((each) => (
            <button
              key={each}
              type="button"
              role="tab"
              id={`${id}-${each}`}
              data-filter={each}
              aria-selected={each === filter}
              aria-controls={`${id}-list`}
              tabIndex={each === filter ? 0 : -1}
              onClick={() => onChange(each)}
              className={cx(
                "-mb-px h-11 border-b-2 px-3 font-medium",
                each === filter
                  ? "border-accent text-ink"
                  : "border-transparent text-muted hover:text-ink",
              )}
            >
              {LABELS[each]}
            </button>
          ))}
        </div>
        {action}
      </div>
      <div
        id={`${id}-list`}
        role="tabpanel"
        aria-labelledby={`${id}-${filter}`}
        className={className}
      >
        {children}
      </div>
    </>
  );
}

/** Reads every notification at once. */
export function MarkAllRead({ unread }: { unread: number }) {
  const markAll = useMutation(api.notifications.markAllRead);
  const { run, isBusy } = useServerAction(() => markAll({}), {
    failure: t("The notifications could not be marked as read."),
    onFailure: "toast",
  });
  return (
    <Button
      size="sm"
      variant="quiet"
      busy={isBusy}
      disabled={unread === 0}
      onClick={() => void run()}
    >
      <CheckCheck aria-hidden /> {t("Mark all read")}
    </Button>
  );
}
