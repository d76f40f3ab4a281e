/**
 * The outbox of one account: its entries as every tab shows them, and the sending by one of these tabs. An entry is stored before
 * it is sent and removed after its answer, so that neither a lost connection nor a closed tab loses it; its idempotency key keeps
 * a repeated sending from making a second order or message.
 *
 * It lives outside React and is read through `useOutbox`.
 */
import { refusalOf, tryAgainAfter } from "../live/convexError";
import {
  added,
  answered,
  isFull,
  isSettled,
  newKey,
  type Change,
  type Command,
  type Entries,
  type Entry,
  refused,
  type Refusal,
  removed,
  retried,
  sendable,
  sent,
  subjectOf,
  UNCHANGED,
} from "./entry";

export type OutboxSnapshot = {
  readonly entries: Entries;
  /** False where this browser stores nothing: closing the tab would lose the entries. */
  readonly isKept: boolean;
  /** Keys of the entries that are being stored: closing the tab now could lose them. */
  readonly unstored: ReadonlySet<string>;
};

/** The server's answer; without `refusal` it did what the entry says. */
export type Answer = { readonly entry: Entry; readonly refusal?: Refusal };

/** Another tab changed the stored entries. */
export type TabMessage = { readonly answer: Answer | null };

export type OutboxParts = {
  readonly store: { update: (change: Change) => Promise<Entries>; readonly isKept: boolean };
  readonly send: (entry: Entry) => Promise<unknown>;
  /** True while the server can be reached as this account. */
  readonly isReachable: () => boolean;
  /** Joins the browser's other tabs; called once, by `open`. */
  readonly join: (outbox: Outbox) => Tabs;
};

export type Tabs = {
  /** Held by the one tab that sends. */
  readonly lock: { readonly isHeld: boolean; challenge: () => void };
  readonly tell: (message: TabMessage) => void;
};

type AnswerListener = (answer: Answer) => void;

/** As many as the outbox holds. */
const UNHEARD_MAX = 200;
/** The number of attempts after which a message that does not get through, such as a picture that no upload takes, holds back no others. */
const ATTEMPTS_HOLDING = 5;

export const NO_ENTRIES: OutboxSnapshot = { entries: [], isKept: true, unstored: new Set() };

export class Outbox {
  readonly #parts: OutboxParts;
  readonly #listeners = new Set<() => void>();
  /** The listeners by subject; under null those that hear of all answers to which nobody else listens. */
  readonly #answerListeners = new Map<string | null, Set<AnswerListener>>();
  /** Answers that came before anybody listened under null: the screens that announce them load after the outbox has begun to send. */
  #unheard: readonly Answer[] = [];
  readonly #underWay = new Set<string>();
  /** Attempts that failed although the server could be reached, by key. */
  readonly #failures = new Map<string, number>();
  /** As last stored, and what is being stored on top of it. */
  #stored: Entries = [];
  #pending: readonly Change[] = [];
  #snapshot = NO_ENTRIES;
  #tabs: Tabs | null = null;
  #opening: Promise<void> | null = null;
  readonly #stopping = new AbortController();

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** Opens it: React may construct an outbox for a render that it abandons, and that one must not take the lock. */
  readonly subscribe = (listener: () => void): (() => void) => {
    void this.open();
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): OutboxSnapshot => this.#snapshot;

  /** Joins the other tabs and reads the stored entries; resolves when they are there. */
  readonly open = (): Promise<void> => (this.#opening ??= this.#start());

  /** Ends it with its client: nothing is stored or sent any more. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Returns false if the outbox is full. */
  add(command: Command): boolean {
    const { entries } = this.#snapshot;
    if (this.#hasEnded() || isFull(entries, command)) return false;
    const entry: Entry = {
      key: newKey(),
      addedAt: Date.now(),
      command,
      state: { at: "waiting" },
    };
    if (this.#sends() && this.#sendable([...entries, entry]).includes(entry)) {
      // Stored and marked in one transaction: a slow disk delays the sending once, not twice.
      const change = added({ ...entry, state: { at: "sending" } });
      void this.#sendAfter(change, new Set([entry.key]));
    } else void this.#apply(added(entry));
    return true;
  }

  retry(key: string): void {
    void this.#apply(retried(key));
  }

  /** Withdraws a waiting entry or dismisses a refused one. */
  remove(key: string): void {
    void this.#apply(removed(key));
  }

  /** Calls back with the answers about one product or distributor, or with `null` those that no such listener hears. */
  listen(subject: string | null, listener: AnswerListener): () => void {
    const listeners = this.#answerListeners.get(subject) ?? new Set();
    this.#answerListeners.set(subject, listeners.add(listener));
    // Later than the other listeners of the same moment, which hear them too.
    if (subject === null) queueMicrotask(() => this.#announceUnheard());
    return () => void listeners.delete(listener);
  }

  /** Another tab changed the stored entries. */
  hear({ answer }: TabMessage): void {
    void this.#apply(UNCHANGED);
    if (answer !== null) this.#announce(answer);
  }

  /** Sends what is due, if this tab is the one that sends. Called whenever something changed on which that depends. */
  readonly pump = (): void => {
    if (this.#hasEnded() || !this.#parts.isReachable()) return;
    const due = this.#sendable(this.#stored).filter(({ key }) => !this.#underWay.has(key));
    if (due.length === 0) return;
    const keys = new Set(due.map(({ key }) => key));
    if (this.#sends()) void this.#sendAfter(sent(keys), keys);
    else this.#tabs?.lock.challenge();
  };

  #sendable(entries: Entries): Entry[] {
    return sendable(entries, (key) => (this.#failures.get(key) ?? 0) >= ATTEMPTS_HOLDING);
  }

  /** Other tabs do not see what lives in this tab's memory, so it sends that without the lock. */
  #sends(): boolean {
    const { isReachable, store } = this.#parts;
    return isReachable() && (this.#tabs?.lock.isHeld === true || !store.isKept);
  }

  async #start(): Promise<void> {
    this.#tabs = this.#parts.join(this);
    await this.#apply(UNCHANGED);
  }

  #hasEnded(): boolean {
    return this.#stopping.signal.aborted;
  }

  /**
   * Stores the entries as sending, then sends them: from here on nobody can withdraw them, and what another tab withdrew before is
   * not there to be sent.
   */
  async #sendAfter(change: Change, keys: ReadonlySet<string>): Promise<void> {
    for (const key of keys) this.#underWay.add(key);
    const entries = await this.#apply(change);
    for (const key of keys) {
      const entry = entries.find((one) => one.key === key);
      if (entry === undefined) this.#underWay.delete(key);
      else void this.#send(entry);
    }
  }

  async #send(entry: Entry): Promise<void> {
    const { key } = entry;
    const failure = await this.#parts.send(entry).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    const wait = failure === null ? null : tryAgainAfter(failure.error);
    if (wait !== null) {
      this.#putOff(key, wait);
      return;
    }
    this.#failures.delete(key);
    const refusal = failure === null ? undefined : refusalOf(failure.error);
    const answer: Answer = refusal === undefined ? { entry } : { entry, refusal };
    if (!this.#hasEnded()) this.#announce(answer);
    const change =
      refusal === undefined || isSettled(refusal) ? answered(key) : refused(key, refusal);
    await this.#apply(change, answer);
    this.#underWay.delete(key);
  }

  /** Too many at once, or no answer: it stays sending, and goes out again when it may. */
  #putOff(key: string, waitMs: number): void {
    // While the connection is gone every attempt fails, which says nothing about the message.
    if (this.#parts.isReachable()) this.#failures.set(key, (this.#failures.get(key) ?? 0) + 1);
    setTimeout(() => {
      this.#underWay.delete(key);
      this.pump();
    }, waitMs);
  }

  /** Shows the change at once, stores it and tells the other tabs; resolves to the stored entries. */
  async #apply(change: Change, answer: Answer | null = null): Promise<Entries> {
    if (this.#hasEnded()) return [];
    const { store } = this.#parts;
    this.#pending = [...this.#pending, change];
    this.#show();
    this.#stored = await store.update(change);
    this.#pending = this.#pending.filter((one) => one !== change);
    if (this.#hasEnded()) return [];
    this.#show();
    if (change !== UNCHANGED) this.#tabs?.tell({ answer });
    this.pump();
    return this.#stored;
  }

  #show(): void {
    const entries = this.#pending.reduce((changed, change) => change(changed), this.#stored);
    const stored = new Set(this.#stored.map(({ key }) => key));
    const unstored = new Set(entries.map(({ key }) => key).filter((key) => !stored.has(key)));
    this.#snapshot = { entries, isKept: this.#parts.store.isKept, unstored };
    for (const listener of this.#listeners) listener();
  }

  #announce(answer: Answer): void {
    const own = this.#answerListeners.get(subjectOf(answer.entry.command));
    const listeners = own !== undefined && own.size > 0 ? own : this.#answerListeners.get(null);
    if (listeners === undefined || listeners.size === 0)
      this.#unheard = [...this.#unheard, answer].slice(-UNHEARD_MAX);
    else for (const listener of listeners) listener(answer);
  }

  #announceUnheard(): void {
    const answers = this.#unheard;
    this.#unheard = [];
    for (const answer of answers) this.#announce(answer);
  }
}
