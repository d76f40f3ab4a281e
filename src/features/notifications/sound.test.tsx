/** The sound of new notifications, in a browser that makes none: each note is counted. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { type FakeClient, pageOf } from "../../testing/fakeClient.setup";
import { ASHA, idOf, MARCH_4, MEENA } from "../../testing/fixtures.setup";
import { clientFor, expectTexts, open } from "../../testing/screen.setup";
import "../../app/bar/memberBars";
import "./SoundListener";
import type { NotificationItem } from "./NotificationRow";
import { Ringer } from "./Ringer";
import type { Settings } from "./settings";

const NOTES_OF_A_RING = 2;
const MINUTE = 60_000;
const sounds = { notes: 0, isAllowed: true };

class FakeAudioContext {
  state: AudioContextState = sounds.isAllowed ? "running" : "suspended";
  onstatechange: (() => void) | null = null;
  readonly currentTime = 0;
  readonly destination = {};
  resume(): Promise<void> {
    if (sounds.isAllowed) this.#become("running");
    return sounds.isAllowed ? Promise.resolve() : new Promise(() => undefined);
  }
  close(): Promise<void> {
    this.#become("closed");
    return Promise.resolve();
  }
  createGain() {
    const gain = { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
    return { gain, connect: <Target,>(target: Target) => target };
  }
  createOscillator() {
    const start = () => (sounds.notes += 1);
    return { frequency: {}, connect: <Target,>(target: Target) => target, start, stop: vi.fn() };
  }
  #become(state: AudioContextState): void {
    this.state = state;
    this.onstatechange?.();
  }
}

/** The listener renders nothing: these calls tell how far it is. */
const watchRinger = () => ({
  noteNewest: vi.spyOn(Ringer.prototype, "noteNewest"),
  noteToDo: vi.spyOn(Ringer.prototype, "noteToDo"),
});
let ringer: ReturnType<typeof watchRinger>;

beforeEach(() => {
  ringer = watchRinger();
  Object.assign(sounds, { notes: 0, isAllowed: true });
  vi.stubGlobal("AudioContext", FakeAudioContext);
  // Noon in India.
  vi.useFakeTimers({ toFake: ["Date"], now: MARCH_4 });
});
afterEach(() => void vi.unstubAllGlobals());

const rings = () => sounds.notes / NOTES_OF_A_RING;
const button = (name: string) => page.getByRole("button", { name, exact: true });
const hint = button("Click to turn sound on");
const state = page.getByRole("region", { name: "Sound" });

/** The sound was turned on in this browser before. */
function turnedOn(): void {
  localStorage.setItem("sound:asha", "on");
}

const SETTINGS: Settings = {
  channels: [
    { kind: "orderPlaced", channels: ["bell", "sound"] },
    { kind: "message", channels: ["bell"] },
  ],
  ...{ digest: "none", showsSums: false, repeatsSound: false },
};

function arrival(at: number, kind: NotificationItem["kind"] = "orderPlaced"): NotificationItem {
  const id = idOf<"notifications">(`at ${at}`);
  return {
    id,
    kind,
    at,
    partnerName: "Peepal Chowk Stores",
    picture: null,
    path: "/about",
    isRead: false,
  };
}

/** Opens a page of Asha's, with one notification that was there before, and waits until it listens. */
async function listen(settings = SETTINGS) {
  const client = clientFor(ASHA);
  const asked = vi.fn(() => settings);
  const rows = [arrival(1)];
  show(client, rows);
  await open("/about", client.answer(api.notifications.settings, asked));
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(0);
  // The lock is given in a moment of its own.
  await navigator.locks.request("sound:asha", { ifAvailable: true }, () => undefined);
  const arrive = async (row: NotificationItem) => {
    rows.unshift(row);
    show(client, rows);
    client.answer(api.notifications.unread, rows.length);
    await expect
      .element(button(`Notifications, ${rows.length} unread`), { message: "is not shown" })
      .toBeVisible();
    const isNoted = () => ringer.noteNewest.mock.calls.some(([newest]) => newest[0]?.id === row.id);
    await expect.poll(isNoted).toBe(true);
  };
  return { client, arrive };
}

function show(client: FakeClient, rows: readonly NotificationItem[], toDo = rows): void {
  client.answer(api.notifications.list, ({ filter }) =>
    pageOf(filter === "all" ? [...rows] : [...toDo]),
  );
}

describe("in the settings", () => {
  const settings = () => clientFor(ASHA).answer(api.notifications.settings, SETTINGS);

  test("[BELL9] one click turns the sound on in this browser, for this account, and another tests it", async () => {
    await open("/settings", settings());
    await expectTexts(state, "Sound is off in this browser");
    await button("Turn on sound").click();
    await expectTexts(state, "Sound is on in this browser");
    await button("Test sound").click();
    await expect.poll(rings).toBe(1);
    await open("/settings", settings());
    await expectTexts(state, "Sound is on in this browser");
    await button("Turn off sound").click();
    await expectTexts(state, "Sound is off in this browser");
    await button("Turn on sound").click();
    await open("/settings", clientFor(MEENA).answer(api.notifications.settings, SETTINGS));
    await expectTexts(state, "Sound is off in this browser");
  });
});

describe("the browser's silence", () => {
  test("[BELL9] is told beside the bell and in the settings, and ends with a click", async () => {
    turnedOn();
    sounds.isAllowed = false;
    await open("/settings", clientFor(ASHA).answer(api.notifications.settings, SETTINGS));
    await expectTexts(state, "Blocked until you click");
    await expect.element(hint).toBeVisible();
    sounds.isAllowed = true;
    await hint.click();
    await expect.element(hint).not.toBeInTheDocument();
    await expectTexts(state, "Sound is on in this browser");
  });

  test("[BELL9] needs no hint where no sound was turned on", async () => {
    sounds.isAllowed = false;
    await open("/about", clientFor(ASHA));
    await expect.element(button("Notifications")).toBeVisible();
    expect(hint.elements()).toEqual([]);
  });
});

describe("a new notification", () => {
  test("[BELL10] rings once if its kind has sound, and not for what was there", async () => {
    turnedOn();
    const { arrive } = await listen();
    expect(rings()).toBe(0);
    await arrive(arrival(2));
    await expect.poll(rings).toBe(1);
    await arrive(arrival(3, "message"));
    await arrive(arrival(4));
    await expect.poll(rings).toBe(2);
  });

  test("[BELL10] rings in one tab alone", async () => {
    turnedOn();
    let leave: () => void = () => undefined;
    const other = new Promise<void>((resolve) => (leave = resolve));
    void navigator.locks.request("sound:asha", () => other);
    const { arrive } = await listen();
    await arrive(arrival(2));
    expect(rings()).toBe(0);
    leave();
    await other;
    await expect
      .poll(async () => (await navigator.locks.query()).held?.length ?? 0)
      .toBeGreaterThan(0);
    await arrive(arrival(3));
    await expect.poll(rings).toBe(1);
  });

  test("[BELL10] is silent in the quiet hours of India, which may span midnight", async () => {
    turnedOn();
    const { arrive } = await listen({ ...SETTINGS, quietFrom: 21 * 60, quietTo: 12 * 60 + 1 });
    await arrive(arrival(2));
    expect(rings()).toBe(0);
    vi.setSystemTime(MARCH_4 + MINUTE);
    await arrive(arrival(3));
    await expect.poll(rings).toBe(1);
  });

  test("[BELL11] repeats each minute if wanted, until the order is answered", async () => {
    turnedOn();
    const { client, arrive } = await listen({ ...SETTINGS, repeatsSound: true });
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: MARCH_4 });
    await arrive(arrival(2));
    await expect.poll(rings).toBe(1);
    vi.advanceTimersByTime(MINUTE);
    expect(rings()).toBe(2);
    show(client, [arrival(2), arrival(1)], []);
    await expect.poll(() => ringer.noteToDo.mock.lastCall?.[0]?.size).toBe(0);
    vi.advanceTimersByTime(10 * MINUTE);
    expect(rings()).toBe(2);
  });
});
