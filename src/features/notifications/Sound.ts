/**
 * The sound of this browser for one account: whether it was turned on here, and the two soft notes themselves. Browsers keep pages
 * silent until the first click or key, so what was turned on earlier is blocked until then.
 */
import { readItem, writeItem } from "../../device/deviceStorage";
import { useSyncExternalStore } from "react";
import type { MarketClient } from "../../live/convexClient";
import { useMarketClient } from "../../live/useMarketClient";

export type SoundState =
  /** Not turned on in this browser. */
  | "off"
  /** Turned on, but the page has not been clicked yet. */
  | "blocked"
  | "on";

/** Hertz and the second at which each begins: a falling fourth. */
const NOTES = [
  { hertz: 880, from: 0 },
  { hertz: 660, from: 0.18 },
];
const NOTE_SECONDS = 0.45;
const LOUDNESS = 0.25;
/** A volume of 0 cannot be reached by an exponential ramp. */
const SILENCE = 0.0001;

const GESTURES = ["pointerdown", "keydown", "click"] as const;

export class Sound {
  readonly #key: string;
  readonly #listeners = new Set<() => void>();
  /** Exists while sound is turned on and somebody listens to the state. */
  #context: AudioContext | null = null;

  constructor(accountId: string) {
    this.#key = `sound:${accountId}`;
  }

  readonly state = (): SoundState => {
    if (this.#context === null) return "off";
    return this.#context.state === "running" ? "on" : "blocked";
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#start();
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  };

  /** Turns the sound on. Call it in a click, which lets the browser make sounds. */
  turnOn(): void {
    this.#choose(true);
    this.#unblock();
  }

  turnOff(): void {
    this.#choose(false);
  }

  /** Rings as soon as the browser lets it. Call it in a click. */
  test(): void {
    this.#context?.resume().then(
      () => this.ring(),
      () => undefined,
    );
  }

  ring(): void {
    const context = this.#context;
    if (context?.state !== "running") return;
    for (const { hertz, from } of NOTES) playNote(context, hertz, context.currentTime + from);
  }

  #start(): void {
    window.addEventListener("storage", this.#onStorage);
    for (const gesture of GESTURES) window.addEventListener(gesture, this.#unblock, true);
    this.#follow(readItem(this.#key) !== null);
  }

  #stop(): void {
    window.removeEventListener("storage", this.#onStorage);
    for (const gesture of GESTURES) window.removeEventListener(gesture, this.#unblock, true);
    this.#follow(false);
  }

  #choose(isOn: boolean): void {
    // Without storage the choice holds until the page is left.
    writeItem(this.#key, isOn ? "on" : null);
    this.#follow(isOn);
  }

  /** Another tab turned the sound on or off. */
  readonly #onStorage = ({ key }: StorageEvent): void => {
    if (key === this.#key || key === null) this.#follow(readItem(this.#key) !== null);
  };

  readonly #unblock = (): void => {
    if (this.state() === "blocked") this.#context?.resume().catch(() => undefined);
  };

  #follow(isOn: boolean): void {
    if (isOn === (this.#context !== null)) return;
    if (isOn) {
      this.#context = new AudioContext();
      this.#context.onstatechange = this.#tell;
    } else {
      this.#context?.close().catch(() => undefined);
      this.#context = null;
    }
    this.#tell();
  }

  readonly #tell = (): void => {
    for (const listener of [...this.#listeners]) listener();
  };
}

function playNote(context: AudioContext, hertz: number, from: number): void {
  const note = context.createOscillator();
  const volume = context.createGain();
  note.frequency.value = hertz;
  volume.gain.setValueAtTime(SILENCE, from);
  volume.gain.exponentialRampToValueAtTime(LOUDNESS, from + 0.02);
  volume.gain.exponentialRampToValueAtTime(SILENCE, from + NOTE_SECONDS);
  note.connect(volume).connect(context.destination);
  note.start(from);
  note.stop(from + NOTE_SECONDS);
}

const sounds = new WeakMap<MarketClient, Sound>();

function soundOf(client: MarketClient): Sound {
  const earlier = sounds.get(client);
  if (earlier !== undefined) return earlier;
  const sound = new Sound(client.accountId ?? "");
  sounds.set(client, sound);
  return sound;
}

/** Returns the sound of the session's account in this browser, and its state. */
export function useSound(): { readonly sound: Sound; readonly state: SoundState } {
  const sound = soundOf(useMarketClient());
  return { sound, state: useSyncExternalStore(sound.subscribe, sound.state) };
}
