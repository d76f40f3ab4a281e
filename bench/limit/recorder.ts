/** Wraps a store and records its reads and writes, one step per write. */
import type {
  Entry,
  Key,
  RangeOptions,
  Store,
  StoreSnapshot,
  Write,
} from "../../embedded/store/store";

/** The reads before a write, and the write. */
export interface Step {
  readonly gets: readonly Key[];
  readonly ranges: readonly { readonly options: RangeOptions; readonly entries: number }[];
  readonly writes: readonly Write[];
}

export class Recorder {
  #gets: Key[] = [];
  #ranges: { options: RangeOptions; entries: number }[] = [];
  #steps: Step[] = [];

  /** Returns all steps since the last call. */
  taken(): Step[] {
    return this.#steps.splice(0);
  }

  readonly around = (store: Store): Store => ({
    snapshot: () => this.#noted(store.snapshot()),
    write: (batch) => {
      this.#steps.push({ gets: this.#gets, ranges: this.#ranges, writes: [...batch] });
      [this.#gets, this.#ranges] = [[], []];
      return store.write(batch);
    },
    close: () => store.close(),
  });

  #noted(snapshot: StoreSnapshot): StoreSnapshot {
    const note = (options: RangeOptions) => {
      const range = { options, entries: 0 };
      this.#ranges.push(range);
      return range;
    };
    return {
      get: (key) => {
        this.#gets.push(key);
        return snapshot.get(key);
      },
      *range(options): Generator<Entry> {
        const range = note(options);
        for (const entry of snapshot.range(options)) {
          range.entries += 1;
          yield entry;
        }
      },
      release: () => snapshot.release(),
    };
  }
}
