/**
 * The orders that are chosen for one action. It is a store outside of React's state, so that ticking one card renders that card's
 * box and the bar, not every card.
 */
import { createContext, useContext, useState, useSyncExternalStore } from "react";
import { invariant } from "../../../../domain/invariant";

export class Selection {
  #ids: ReadonlySet<string> = new Set();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the same set until it changes. */
  readonly ids = (): ReadonlySet<string> => this.#ids;

  set(id: string, isSelected: boolean): void {
    if (this.#ids.has(id) === isSelected) return;
    const ids = new Set(this.#ids);
    if (isSelected) ids.add(id);
    else ids.delete(id);
    this.#change(ids);
  }

  clear(): void {
    if (this.#ids.size > 0) this.#change(new Set());
  }

  #change(ids: ReadonlySet<string>): void {
    this.#ids = ids;
    for (const listener of [...this.#listeners]) listener();
  }
}

const CurrentSelection = createContext<Selection | null>(null);

export const SelectionProvider = CurrentSelection.Provider;

/** Makes the selection of a page. */
export function useNewSelection(): Selection {
  return useState(() => new Selection())[0];
}

export function useSelection(): Selection {
  const selection = useContext(CurrentSelection);
  invariant(selection !== null, "useSelection has no SelectionProvider around it.");
  return selection;
}

export function useIsSelected(selection: Selection, id: string): boolean {
  return useSyncExternalStore(selection.subscribe, () => selection.ids().has(id));
}

/** Returns the chosen rows that are still on the list, in its order. */
export function useSelected<Row extends { readonly _id: string }>(
  selection: Selection,
  rows: readonly Row[],
): readonly Row[] {
  const ids = useSyncExternalStore(selection.subscribe, selection.ids);
  return ids.size === 0 ? [] : rows.filter(({ _id }) => ids.has(_id));
}
