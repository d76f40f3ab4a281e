/**
 * What was written and not answered yet. A letter is kept before it is sent and until it is answered, so that neither a cut nor
 * a reload nor another page loses it; and it always goes out under its own key, so that sending it again makes no second message.
 *
 *   written ──▶ under way ──answered──▶ (gone: it stands among the messages)
 *                 ▲  └──refused──▶ failed ──discarded──▶ (gone)
 *                 └────retried───────┘
 *
 * Whoever sent too much at once is told how long to wait: the letter stays under way, and goes out again after that.
 *
 * Not the line itself: the Convex client queues what is sent while the line is down, in order, and sends it once.
 */
import { tryAgainAfter } from "../../lib/convexError";
import { newSendKey, parseLetters, type Letter } from "./letter";

/** Where letters outlive a reload. */
export type LetterStore = {
  readonly read: () => string | null;
  readonly write: (text: string) => void;
};

export type Post = (letter: Pick<Letter, "to" | "content" | "key">) => Promise<unknown>;

export class Outbox {
  readonly #post: Post;
  readonly #store: LetterStore;
  readonly #listeners = new Set<() => void>();
  readonly #underWay = new Set<string>();
  #letters: readonly Letter[];

  constructor(post: Post, store: LetterStore) {
    this.#post = post;
    this.#store = store;
    this.#letters = parseLetters(store.read());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** In the order of writing; the same list until something changes. */
  readonly letters = (): readonly Letter[] => this.#letters;

  write(letter: Pick<Letter, "senderId" | "to" | "content">, now: number): void {
    const kept = { ...letter, key: newSendKey(), writtenAt: now, hasFailed: false };
    this.#change([...this.#letters, kept]);
    void this.#send(kept);
  }

  /** Sends what an earlier page of the same tab left unanswered. */
  resume(senderId: string): void {
    for (const letter of this.#letters) {
      const waits = letter.senderId === senderId && !letter.hasFailed;
      if (waits && !this.#underWay.has(letter.key)) void this.#send(letter);
    }
  }

  retry(key: string): void {
    const letter = this.#letters.find((one) => one.key === key && one.hasFailed);
    if (letter === undefined) return;
    this.#note(key, false);
    void this.#send(letter);
  }

  /** Puts a failed letter away. What is under way can't be taken back. */
  discard(key: string): void {
    this.#change(this.#letters.filter((letter) => letter.key !== key || !letter.hasFailed));
  }

  async #send(letter: Letter): Promise<void> {
    this.#underWay.add(letter.key);
    try {
      await this.#post(letter);
      this.#change(this.#letters.filter(({ key }) => key !== letter.key));
    } catch (error) {
      const wait = tryAgainAfter(error);
      if (wait !== null) {
        setTimeout(() => void this.#send(letter), wait);
        return;
      }
      this.#note(letter.key, true);
    }
    this.#underWay.delete(letter.key);
  }

  #note(key: string, hasFailed: boolean): void {
    this.#change(
      this.#letters.map((letter) => (letter.key === key ? { ...letter, hasFailed } : letter)),
    );
  }

  #change(letters: readonly Letter[]): void {
    this.#letters = letters;
    this.#store.write(JSON.stringify(letters));
    for (const listener of this.#listeners) listener();
  }
}
