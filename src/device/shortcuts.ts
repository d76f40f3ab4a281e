/**
 * Keys of one character that do something on the page, outside of React's rendering: one listener for all of them. They do nothing
 * inside of fields, dialogs and menus, or with Ctrl, Alt or Meta, and can be turned off (WCAG 2.1.4).
 */
import { useEffect, useRef, useSyncExternalStore } from "react";
import { readItem, writeItem } from "./deviceStorage";
import { isComposing } from "../lib/isComposing";

/** The setting of this browser: someone who talks to it, or has a shaky hand, has no use for such keys whoever is signed in. */
const OFF_KEY = "mandi.shortcuts";
const OFF = "off";

const TYPED_INTO =
  "input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=combobox]";

export type Shortcut = {
  /** One character, in lower case. */
  readonly key: string;
  readonly label: string;
};

type Registered = Shortcut & {
  /** Belongs to every page: a page's own of the same key comes before it. */
  readonly isEverywhere: boolean;
  readonly run: () => void;
};

/** Those of every page first. The last of a key is in force. */
let registered: readonly Registered[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Registered[]): void {
  registered = next.toSorted((a, b) => Number(b.isEverywhere) - Number(a.isEverywhere));
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function areShortcutsOn(): boolean {
  return readItem(OFF_KEY) !== OFF;
}

/** Turns the keys on or off. They stay as they are where the storage takes nothing. */
export function turnShortcuts(isOn: boolean): void {
  writeItem(OFF_KEY, isOn ? null : OFF);
  change([...registered]);
}

function onKeyDown(event: KeyboardEvent): void {
  const { target, key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey || defaultPrevented || isComposing(event)) return;
  const shortcut = registered.findLast((each) => each.key === key.toLowerCase());
  if (shortcut === undefined || !areShortcutsOn()) return;
  if (target instanceof Element && target.closest(TYPED_INTO) !== null) return;
  // An open dialog takes the keys also where the focus is not in it.
  if (document.querySelector("[role=dialog][data-state=open], [role=alertdialog]") !== null) return;
  event.preventDefault();
  shortcut.run();
}

function register(shortcut: Registered): () => void {
  if (registered.length === 0) window.addEventListener("keydown", onKeyDown);
  change([...registered, shortcut]);
  return () => {
    change(registered.filter((each) => each !== shortcut));
    if (registered.length === 0) window.removeEventListener("keydown", onKeyDown);
  };
}

export type ShortcutOptions = { readonly isEverywhere?: boolean };

/** Has a key call back while the component is mounted. */
export function useShortcut(
  key: string,
  label: string,
  run: () => void,
  { isEverywhere = false }: ShortcutOptions = {},
): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(
    () => register({ key, label, isEverywhere, run: () => latest.current() }),
    [key, label, isEverywhere],
  );
}

/** Returns the keys that work on the page, each once, and whether they are turned on. */
export function useShortcuts(): {
  readonly shortcuts: readonly Shortcut[];
  readonly isOn: boolean;
} {
  const all = useSyncExternalStore(subscribe, () => registered);
  const isOn = useSyncExternalStore(subscribe, areShortcutsOn);
  const byKey = new Map(all.map((shortcut) => [shortcut.key, shortcut]));
  return { shortcuts: [...byKey.values()], isOn };
}
