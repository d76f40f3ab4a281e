/**
 * The first steps of a new account, above the blocks of its home page. A step ticks itself when its rows say so; when the last one has,
 * the card folds to a line, and the next visit is without it.
 */
import { Circle, CircleCheck, X } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Notice } from "../../../ui/Notice";
import { t } from "../../../../domain/language/texts";

export type StartStep = {
  readonly title: string;
  readonly isDone: boolean;
  /** Ways to take it. Of the step to take next the first is filled. */
  readonly actions: (isNext: boolean) => ReactNode;
  readonly below?: ReactNode;
};

export type StartCardProps = { steps: readonly StartStep[]; onDismiss: () => void };

export function StartCard({ steps, onDismiss }: StartCardProps) {
  const titleId = useId();
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  const isDone = doneCount === steps.length;
  const [wasDone] = useState(isDone);
  if (wasDone) return null;
  if (isDone)
    return (
      <Notice
        kind="success"
        message={t("All {count} first steps are done.", { count: steps.length })}
        className="mb-4 animate-fade"
      />
    );
  const next = steps.find((step) => !step.isDone);
  return (
    <Card as="section" aria-labelledby={titleId} className="mb-4">
      <header className="flex min-h-11 items-center gap-x-3 pr-1 pl-4">
        <h2 id={titleId} className="text-md font-semibold">
          {t("Start")}
        </h2>
        <span className="text-muted tabular-nums">
          {t("{done} of {all}", { done: doneCount, all: steps.length })}
        </span>
        <Button size="icon" variant="quiet" className="ml-auto" onClick={onDismiss}>
          <X aria-hidden />
          <span className="sr-only">{t("Dismiss the first steps")}</span>
        </Button>
      </header>
      <ol>
        {steps.map((step) => (
          <Step key={step.title} step={step} isNext={step === next} />
        ))}
      </ol>
    </Card>
  );
}

function Step({ step, isNext }: { step: StartStep; isNext: boolean }) {
  const { title, isDone, actions, below } = step;
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2.5">
      <h3 className="flex min-w-fit flex-1 items-center gap-2">
        <Icon
          aria-hidden
          className={isDone ? "size-5 shrink-0 text-positive" : "size-5 shrink-0 text-muted"}
        />
        <span className={isDone ? "text-muted" : "font-medium"}>{title}</span>
        {isDone && <span className="text-sm text-positive">{t("Done")}</span>}
      </h3>
      {!isDone && (
        <>
          <div className="flex flex-wrap items-center gap-2">{actions(isNext)}</div>
          {below}
        </>
      )}
    </li>
  );
}
