/** Steps of an order or invoice, the latest first, below what is still to come. New steps are announced. */
import { History } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./Button";
import { DateText } from "./DateText";
import { LiveValue, type LiveValueSource } from "./LiveValue";
import { useSidePanel } from "./SidePanel";
import { Skeleton } from "./Skeleton";
import { t } from "../../domain/language/texts";
import { rich } from "../lib/rich";

export type TimelineStep = {
  readonly key: string;
  readonly at: number;
  /** "Asha Kolhari accepted". */
  readonly title: string;
  /** "Pending → Accepted"; absent where the status stayed. */
  readonly change?: string;
  /** "6 of 10 × Rice", one for each line that the step is about. */
  readonly lines: readonly string[];
  /** The reason or the message, as it was written. */
  readonly quote?: string;
};

export type TimelineSteps = {
  readonly steps: readonly TimelineStep[];
  /** The day of the delivery that is still to come (YYYY-MM-DD). */
  readonly deliveryBefore?: string | undefined;
};

export function LiveTimeline({ answer }: { answer: LiveValueSource<TimelineSteps> }) {
  return (
    <LiveValue
      answer={answer}
      skeleton={<TimelineSkeleton />}
      errorMessage={t("The timeline could not be loaded.")}
    >
      {(known) => <Timeline {...known} />}
    </LiveValue>
  );
}

function Timeline({ steps, deliveryBefore }: TimelineSteps) {
  return (
    <ol aria-live="polite" aria-label={t("Steps")} className="flex flex-col">
      {deliveryBefore !== undefined && (
        <Step isAhead>
          {rich("Delivery before {day}", {
            day: <DateText date={deliveryBefore} className="font-medium" />,
          })}
        </Step>
      )}
      {steps.map(({ key, at, title, change, lines, quote }) => (
        <Step key={key}>
          <p className="text-xs text-muted">
            <DateText date={at} withTime />
          </p>
          <p className="font-medium wrap-anywhere">{title}</p>
          {lines.length > 0 && (
            <ul className="wrap-anywhere tabular-nums">
              {lines.map((line, at) => (
                <li key={at}>{line}</li>
              ))}
            </ul>
          )}
          {quote !== undefined && (
            <p className="wrap-anywhere whitespace-pre-line text-muted">“{quote}”</p>
          )}
          {change !== undefined && <p className="text-sm text-muted">{change}</p>}
        </Step>
      ))}
    </ol>
  );
}

function Step({ isAhead = false, children }: { isAhead?: boolean; children: ReactNode }) {
  const dot = isAhead ? "border-2 border-edge bg-raised" : "bg-accent";
  return (
    <li className="relative border-l-2 border-line pb-5 pl-5 last:border-transparent last:pb-0">
      <span aria-hidden className={`absolute top-1 -left-[7px] size-3 rounded-full ${dot}`} />
      {children}
    </li>
  );
}

function TimelineSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="sr-only">
        {t("Loading the timeline...")}
      </p>
      {[1, 2, 3].map((step) => (
        <Skeleton key={step} className="h-12 w-full" />
      ))}
    </div>
  );
}

export type TimelineButtonProps = {
  /** Names the order or invoice. */
  subject: string;
  /** Mounted in the page's side panel when the button is pressed. */
  body: ReactNode;
  /** Shows the icon alone. In tables it stands alone beside rows, and with its word on cards; in a bar alone on phones. */
  look: "icon" | "inTable" | "inBar";
};

export function TimelineButton({ subject, body, look }: TimelineButtonProps) {
  const open = useSidePanel();
  const isButton = look === "inBar";
  return (
    <Button
      size={isButton ? "md" : "sm"}
      variant={isButton ? "secondary" : "quiet"}
      title={t("Timeline")}
      className={isButton ? undefined : "-my-1 px-1.5 text-muted"}
      onClick={() => open({ title: t("Timeline"), description: subject, body })}
    >
      <History aria-hidden />
      <span className={LABELS[look]}>{t("Timeline")}</span>
    </Button>
  );
}

const LABELS = { icon: "sr-only", inTable: "rows:sr-only", inBar: "max-md:sr-only" } as const;
