/** The progress of an order as dots on a line, with a word for each where there is room, else for the latest alone. */
import { Check, X } from "lucide-react";
import { cx } from "../lib/cx";
import { t } from "../../domain/language/texts";

export type OrderDotsProps = {
  /** The names of all steps, in their order. */
  steps: readonly string[];
  /** The number of steps that are done: at least 1. */
  done: number;
  /** The name of the end, in place of the next step, of an order that goes no further. */
  ended?: string | undefined;
};

const DOTS = {
  done: "border-accent-ink bg-accent-ink text-raised",
  ended: "border-negative bg-negative text-raised",
  ahead: "border-edge bg-raised",
} as const;

export function OrderDots({ steps, done, ended }: OrderDotsProps) {
  const latest = ended === undefined ? done - 1 : done;
  const name = ended ?? steps[latest] ?? "";
  const place = { step: latest + 1, steps: steps.length, name: name.toLowerCase() };
  return (
    <div
      role="img"
      aria-label={
        ended === undefined
          ? t("Step {step} of {steps}: {name}", place)
          : t("Ended at step {step} of {steps}: {name}", place)
      }
      className="@container text-xs"
    >
      <ol className="isolate flex">
        {steps.map((step, at) => {
          const state = at < done ? "done" : at === latest ? "ended" : "ahead";
          return (
            <li key={step} className="relative flex flex-1 flex-col items-center gap-1">
              {at > 0 && (
                <span className="absolute top-2 right-1/2 h-0.5 w-full bg-line">
                  {state !== "ahead" && (
                    <span
                      className={cx(
                        "block h-full origin-left animate-fill",
                        state === "done" ? "bg-accent-ink" : "bg-negative",
                      )}
                    />
                  )}
                </span>
              )}
              <span
                className={cx(
                  "relative z-1 grid size-4.5 place-items-center rounded-full border-2",
                  DOTS[state],
                )}
              >
                {state === "done" && <Check className="size-3" strokeWidth={3} />}
                {state === "ended" && <X className="size-3" strokeWidth={3} />}
              </span>
              <span
                className={cx(
                  "hidden @min-[24em]:block",
                  at === latest ? "font-semibold" : "text-muted",
                  state === "ended" && "text-negative",
                )}
              >
                {state === "ended" ? name : step}
              </span>
            </li>
          );
        })}
      </ol>
      <p
        className={cx(
          "mt-1 text-center text-sm font-semibold @min-[24em]:hidden",
          ended !== undefined && "text-negative",
        )}
      >
        {name}
      </p>
    </div>
  );
}
