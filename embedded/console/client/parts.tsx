/** The parts that several tabs are made of. */
import type { ReactNode } from "react";
import { useEffect, useId, useRef, useState } from "react";

/** A table that scrolls by itself, so that the page never does. */
export function Grid(props: {
  readonly label: string;
  readonly head: readonly ReactNode[];
  readonly children: ReactNode;
  readonly empty?: string | undefined;
}) {
  const { label, head, children, empty } = props;
  return (
    <div className="grid" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => (
              // Columns have no other name.
              <th key={at} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
      {empty !== undefined && <p className="quiet">{empty}</p>}
    </div>
  );
}

/** A list of names beside what the chosen one is. */
export function Panes(props: {
  readonly label: string;
  readonly names: readonly string[];
  readonly current: string | undefined;
  readonly toHref: (name: string) => string;
  readonly children: ReactNode;
}) {
  const { label, names, current, toHref, children } = props;
  const [searchText, setSearchText] = useState("");
  const found = names.filter((name) => name.toLowerCase().includes(searchText.toLowerCase()));
  return (
    <div className="panes">
      <nav aria-label={label}>
        <TextField
          label={`Find in ${label.toLowerCase()}`}
          value={searchText}
          set={setSearchText}
        />
        <ul>
          {found.map((name) => (
            <li key={name}>
              <a
                href={toHref(name)}
                title={name}
                aria-current={name === current ? "page" : undefined}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className="quiet">Nothing of that name.</p>}
      </nav>
      <section>{children}</section>
    </div>
  );
}

export function TextField(props: {
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
  readonly hint?: string;
  readonly type?: "text" | "password";
  readonly isLong?: boolean;
}) {
  const { label, value, set, hint, type = "text", isLong = false } = props;
  const id = useId();
  const shared = {
    id,
    value,
    spellCheck: false,
    autoComplete: "off",
    "aria-describedby": hint === undefined ? undefined : `${id}-hint`,
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {isLong ? (
        <textarea {...shared} rows={3} onChange={(event) => set(event.target.value)} />
      ) : (
        <input {...shared} type={type} onChange={(event) => set(event.target.value)} />
      )}
      {hint !== undefined && (
        <small id={`${id}-hint`} className="quiet">
          {hint}
        </small>
      )}
    </div>
  );
}

export function SelectField(props: {
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
  readonly options: readonly (readonly [value: string, text: string])[];
}) {
  const { label, value, set, options } = props;
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => set(event.target.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

export type Cursors = readonly (string | null)[];

/** Turns pages: the cursors of those before and of the one that is shown. */
export function Pager(props: {
  readonly cursors: Cursors;
  readonly set: (cursors: Cursors) => void;
  readonly isDone: boolean;
  readonly continueCursor: string;
}) {
  const { cursors, set, isDone, continueCursor } = props;
  return (
    <p className="bar">
      <button
        type="button"
        disabled={cursors.length === 1}
        onClick={() => set(cursors.slice(0, -1))}
      >
        Previous
      </button>
      <span>Page {cursors.length}</span>
      <button type="button" disabled={isDone} onClick={() => set([...cursors, continueCursor])}>
        Next
      </button>
    </p>
  );
}

/** The browser's own dialog: it keeps the focus inside, and Escape closes it. */
export function Dialog(props: {
  readonly title: string;
  readonly close: () => void;
  readonly children: ReactNode;
}) {
  const { title, close, children } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => ref.current?.showModal(), []);
  return (
    <dialog ref={ref} aria-labelledby={id} onClose={close}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

/** A time of this machine's zone, to the second. */
export function toTimeText(ms: number): string {
  if (!Number.isFinite(ms)) return "never";
  const date = new Date(ms);
  const local = new Date(ms - date.getTimezoneOffset() * 60_000).toISOString();
  return local.slice(0, 19).replace("T", " ");
}
