/**
 * A disk with fault injection and a store on it, for proofs. It separates written from flushed data, counts
 * the store's steps, and at one chosen step it fails or loses power.
 */
import { compareBytes } from "../store/bytes";
import { rangeOfTree } from "../store/memory";
import { OrderedTree } from "../store/orderedTree";
import type { Entry, Key, Store, StoreSnapshot, Write } from "../store/store";

type Tree = OrderedTree<Key, Uint8Array>;

/** The steps of a store, in order; a write has three: accepted, flushed, acknowledged. */
export type Step = "open a snapshot" | "get" | "iterate" | "accept" | "flush" | "acknowledge";

export interface Fault {
  /** The step that breaks, counted from 1. */
  readonly at: number;
  /** After a failure everything works again; after a power cut nothing does. */
  readonly kind: "failure" | "power cut";
}

/** The file system's error when there is no room. */
class DiskFailure extends Error {
  readonly code = "ENOSPC";

  constructor(step: Step) {
    super(`No space left on device, at: ${step}.`);
  }
}

/** Only to stop what runs; nobody is there any more to be told. */
class PowerCut extends Error {}

function apply(tree: Tree, batch: readonly Write[]): void {
  for (const { key, value } of batch) {
    if (value === undefined) tree.delete(key);
    else tree.set(key, value);
  }
}

function turnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export class FaultyDisk {
  /** The step at which the fault struck; undefined until it does. */
  struck: Step | undefined;
  #steps = 0;
  #written: Tree = new OrderedTree<Key, Uint8Array>(undefined, compareBytes);
  #flushed: Tree = new OrderedTree<Key, Uint8Array>(undefined, compareBytes);
  #fault: Fault | null;

  constructor(fault: Fault | null = null) {
    this.#fault = fault;
  }

  /** Sets the fault, counted from now; null for none. */
  arm(fault: Fault | null): void {
    this.struck = undefined;
    this.#fault = fault && { ...fault, at: this.#steps + fault.at };
  }

  get hasNoPower(): boolean {
    return this.struck !== undefined && this.#fault?.kind === "power cut";
  }

  /** Returns an intact disk with the same bytes, as the next process finds it, with or without unflushed data. */
  next(isPowerLost: boolean): FaultyDisk {
    const disk = new FaultyDisk();
    const survivingTree = isPowerLost ? this.#flushed : this.#written;
    disk.#written = survivingTree.clone();
    disk.#flushed = survivingTree.clone();
    return disk;
  }

  open(): Store {
    let writing: Promise<void> = Promise.resolve();
    return {
      snapshot: () => this.#snapshot(),
      write: (batch) => (writing = this.#write(batch)),
      close: () => (this.hasNoPower ? Promise.resolve() : writing.catch(() => undefined)),
    };
  }

  async #write(batch: readonly Write[]): Promise<void> {
    // The caller may reuse the batch after this call.
    const taken = [...batch];
    await this.#asynchronousStep("accept");
    apply(this.#written, taken);
    await this.#asynchronousStep("flush");
    apply(this.#flushed, taken);
    await this.#asynchronousStep("acknowledge");
  }

  /** Never settles after a power cut. */
  async #asynchronousStep(step: Step): Promise<void> {
    await turnOfTheLoop();
    try {
      this.#step(step);
    } catch (error) {
      if (!(error instanceof PowerCut)) throw error;
      await new Promise<never>(() => undefined);
    }
  }

  #snapshot(): StoreSnapshot {
    this.#step("open a snapshot");
    let tree: Tree | undefined = this.#written.clone();
    const frozen = (step: Step): Tree => {
      if (tree === undefined) throw new Error("This snapshot has been released.");
      this.#step(step);
      return tree;
    };
    const walk = (step: Step): void => this.#step(step);
    return {
      get: (key) => frozen("get").get(key),
      *range(options): Generator<Entry> {
        for (const [key, value] of rangeOfTree(frozen("iterate"), options)) {
          yield { key, value };
          walk("iterate");
        }
      },
      release: () => (tree = undefined),
    };
  }

  #step(step: Step): void {
    if (this.hasNoPower) throw new PowerCut();
    this.#steps += 1;
    if (this.#fault?.at !== this.#steps) return;
    this.struck = step;
    throw this.#fault.kind === "failure" ? new DiskFailure(step) : new PowerCut();
  }
}
