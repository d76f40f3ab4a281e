/**
 * The contract of a store: an ordered map that is written in whole batches and read through frozen snapshots. It knows no
 * documents, indexes or timestamps.
 */

/** A key of at most 1,978 bytes: LMDB refuses longer ones at its default page size. Keys are ordered as unsigned bytes. */
export type Key = Uint8Array;

/** One change of a batch; without a value the key goes away. */
export interface Write {
  readonly key: Key;
  readonly value?: Uint8Array;
}

export interface RangeOptions {
  /** Inclusive. Absent: from the first key. */
  readonly from?: Key;
  /** Exclusive. Absent: to the last key. */
  readonly to?: Key;
  /** Walk downwards, from the last key below `to`. */
  readonly reverse?: boolean;
}

export interface Entry {
  readonly key: Key;
  readonly value: Uint8Array;
}

/** A frozen view: later writes never show in it, however long it is kept. */
export interface StoreSnapshot {
  get(key: Key): Uint8Array | undefined;
  /** Yields entries in key order, read as the iterator advances. */
  range(options: RangeOptions): Iterable<Entry>;
  /** Frees what the view holds. Reading afterwards is an error. Calling twice is allowed. */
  release(): void;
}

export interface Store {
  /** The newest batch whose `write` has settled, and all before it. */
  snapshot(): StoreSnapshot;
  /**
   * Applies the batch wholly or not at all. Settles when it is on disk: after
   * that no crash, kill or power cut takes it back. One write at a time; the
   * caller waits for the last before it starts the next.
   */
  write(batch: readonly Write[]): Promise<void>;
  /** Waits for the write under way, then lets go of the files. */
  close(): Promise<void>;
}
