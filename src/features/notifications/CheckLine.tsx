/** A check box with its label on one line; it cannot be used until its state is known. */

export type CheckLineProps = {
  label: string;
  /** Undefined until it has been received. */
  checked: boolean | undefined;
  onChange: (checked: boolean) => void;
};

export function CheckLine({ label, checked, onChange }: CheckLineProps) {
  return (
    <label className="-mx-4 flex min-h-9 items-center gap-2.5 px-4 font-medium touch:min-h-11">
      <input
        type="checkbox"
        checked={checked ?? false}
        disabled={checked === undefined}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 shrink-0 accent-accent"
      />
      {label}
    </label>
  );
}
