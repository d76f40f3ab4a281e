/** The shape of an entry of the gallery, and the helpers that bring a component into one of its states. */
import { ConvexProvider } from "convex/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { FakeClient } from "../testing/fakeClient.setup";

export type GalleryEntry = {
  /** The file below `src/` that defines the component. */
  readonly file: `${"ui" | "forms"}/${string}.tsx`;
  /** Each state takes the whole width, as lists and pages do. */
  readonly isWide?: boolean;
  /** States that stand beside each other, by name. */
  readonly states?: Readonly<Record<string, ReactNode>>;
  /** States that cover the page, such as an open dialog: each is shown alone. `close` goes back. */
  readonly overlays?: Readonly<Record<string, (close: () => void) => ReactNode>>;
};

/** The component of an entry: "Button". */
export function nameOf({ file }: GalleryEntry): string {
  return file.slice(file.indexOf("/") + 1, -".tsx".length);
}

/** A user's or product's name of 100 characters. */
export const LONG_NAME =
  "Shri Venkateswara Wholesale Provisions, Dry Fruits, Spices and Household Goods of Old Market Yard Ltd";
export const LARGE_SUM_PAISE = 9_999_999_99;

export function ignore(): void {
  // Nothing follows from an action in the gallery.
}

/** A call that is never answered. */
export function neverAnswered(): Promise<never> {
  return new Promise(ignore);
}

type HeldProps<Value> = {
  initial: Value;
  children: (value: Value, setValue: (value: Value) => void) => ReactNode;
};

/** Holds the value of a controlled component. */
export function Held<Value>({ initial, children }: HeldProps<Value>) {
  const [value, setValue] = useState(initial);
  return children(value, setValue);
}

/** Shows the controls inside as under a pointer or with the focus (see forcedStates.ts). */
export function Forced({ state, children }: { state: "hover" | "focus"; children: ReactNode }) {
  return (
    <div data-forced={state} data-samples={Array.isArray(children) || undefined}>
      {children}
    </div>
  );
}

/** Presses what `selector` finds in its content, or in the dialog that its content opened. */
export function Pressed({ selector, children }: { selector: string; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timer = window.setTimeout(() => {
      const within = content.current?.querySelector<HTMLElement>(selector);
      const target = within ?? document.querySelector<HTMLElement>(`[role=dialog] ${selector}`);
      if (target instanceof HTMLInputElement) target.focus();
      if (target instanceof HTMLSelectElement) target.showPicker();
      else target?.click();
    });
    return () => window.clearTimeout(timer);
  }, [selector]);
  return <div ref={content}>{children}</div>;
}

/** A client without a connection. The browser's event is taken back at once, because it reaches every client. */
function offlineClient(): FakeClient {
  const client = new FakeClient();
  client.goOffline();
  window.dispatchEvent(new Event("online"));
  return client;
}

export function Offline({ children }: { children: ReactNode }) {
  const [client] = useState(offlineClient);
  return <ConvexProvider client={client}>{children}</ConvexProvider>;
}
