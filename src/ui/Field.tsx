/**
 * A labelled form field. The control inside (Input, Textarea, Select, FileInput) takes its id, description and error state from
 * it, so that label and error are bound without a repeated id.
 */
import { CircleAlert } from "lucide-react";
import { createContext, useContext, useId, useMemo, type ReactNode } from "react";
import { cx } from "../lib/cx";

type FieldBinding = { id: string; describedBy: string | undefined; invalid: boolean };

const FieldContext = createContext<FieldBinding | null>(null);

/** Returns the attributes that a control spreads on its element: id, aria-describedby, aria-invalid. Empty outside a Field. */
export function useFieldBinding(): {
  id?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
} {
  const field = useContext(FieldContext);
  if (field === null) return {};
  return {
    id: field.id,
    "aria-describedby": field.describedBy,
    "aria-invalid": field.invalid || undefined,
  };
}

export type FieldProps = {
  label: string;
  error?: string | null | undefined;
  hint?: ReactNode;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
  className?: string;
  children: ReactNode;
};

export function Field({ label, error, hint, hideLabel = false, className, children }: FieldProps) {
  const id = useId();
  const invalid = error !== undefined && error !== null && error !== "";
  const hasHint = hint !== undefined && hint !== null;
  const described = [hasHint && `${id}-hint`, invalid && `${id}-error`].filter(Boolean).join(" ");
  const binding = useMemo(
    () => ({ id, invalid, describedBy: described === "" ? undefined : described }),
    [id, invalid, described],
  );
  return (
    <div className={cx("flex min-w-0 flex-col gap-1.5", className)}>
      <label htmlFor={id} className={cx("text-sm font-medium", hideLabel && "sr-only")}>
        {label}
      </label>
      <FieldContext value={binding}>{children}</FieldContext>
      {hasHint && (
        <div id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </div>
      )}
      {invalid && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

export type FieldErrorProps = { id: string; className?: string; children: ReactNode };

/** The error below a control. Groups of controls, which no Field holds, name it as their description themselves. */
export function FieldError({ id, className, children }: FieldErrorProps) {
  return (
    <p
      id={id}
      role="alert"
      className={cx("flex items-start gap-1.5 text-sm text-negative", className)}
    >
      <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {children}
    </p>
  );
}
