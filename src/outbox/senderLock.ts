/**
 * Elects the one tab of an account that sends. A browser without Web Locks (plain http in a shop's LAN) lets every tab send; the
 * server's idempotency keys then still make one order or message of it.
 */

/** Long enough for a busy tab to respond. A suspended one, as on phones, never does. */
const RESPONSE_MS = 5_000;

type LockMessage = "challenge" | "yes";

export class SenderLock {
  readonly #name: string;
  readonly #onHeld: () => void;
  readonly #canSend: () => boolean;
  readonly #channel: BroadcastChannel;
  readonly #locks: LockManager | undefined;
  #queued: AbortController | null = null;
  #release: (() => void) | null = null;
  #challenge: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  /** A tab that can't send at present gives the lock to the next one that asks for it. */
  constructor(name: string, onHeld: () => void, canSend: () => boolean = () => true) {
    this.#name = name;
    this.#onHeld = onHeld;
    this.#canSend = canSend;
    this.#locks = (navigator as Partial<Navigator>).locks;
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }: MessageEvent<LockMessage>) => {
      if (data === "yes") this.#withdrawChallenge();
      else this.#respond();
    };
    if (this.#locks !== undefined) void this.#queue(this.#locks);
  }

  get isHeld(): boolean {
    return !this.#isStopped && (this.#locks === undefined || this.#release !== null);
  }

  /** Takes the lock from a tab that holds it, and can't send or does not respond. */
  challenge(): void {
    const locks = this.#locks;
    if (locks === undefined || this.isHeld || this.#isStopped) return;
    this.#post("challenge");
    this.#challenge ??= setTimeout(() => {
      this.#challenge = undefined;
      this.#queued?.abort();
      void this.#hold(locks, { steal: true });
    }, RESPONSE_MS);
  }

  stop(): void {
    this.#isStopped = true;
    this.#withdrawChallenge();
    this.#queued?.abort();
    this.#giveUp();
    this.#channel.close();
  }

  #post(message: LockMessage): void {
    if (!this.#isStopped) this.#channel.postMessage(message);
  }

  #respond(): void {
    if (this.#release === null) return;
    if (this.#canSend()) this.#post("yes");
    else this.#giveUp();
  }

  #giveUp(): void {
    this.#release?.();
    this.#release = null;
  }

  #withdrawChallenge(): void {
    clearTimeout(this.#challenge);
    this.#challenge = undefined;
  }

  #queue(locks: LockManager): Promise<void> {
    this.#queued = new AbortController();
    return this.#hold(locks, { signal: this.#queued.signal });
  }

  async #hold(locks: LockManager, options: LockOptions): Promise<void> {
    try {
      await locks.request(this.#name, options, () => this.#heldUntilReleased());
    } catch {
      // Aborted while it was queued, or another tab took the lock.
      this.#release = null;
      if (options.signal?.aborted === true) return;
    }
    if (!this.#isStopped) await this.#queue(locks);
  }

  #heldUntilReleased(): Promise<void> {
    this.#withdrawChallenge();
    const held = new Promise<void>((resolve) => (this.#release = resolve));
    if (this.#isStopped) this.#release?.();
    else this.#onHeld();
    return held;
  }
}
