/** The lock of the sending tab, with the browser's own locks and channels: each SenderLock is a tab. */
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Change, Entries, Entry } from "./entry";
import { Outbox } from "./outbox";
import { SenderLock } from "./senderLock";

const HELLO = { kind: "message", to: "asha@mandi.test", content: "Hello" } as const;

let names = 0;
let name = "";
const locks: SenderLock[] = [];
afterEach(() => {
  for (const lock of locks.splice(0)) lock.stop();
});

/** Opens tabs in this order: the first one holds the lock. */
async function openTabs(...canSend: (() => boolean)[]): Promise<SenderLock[]> {
  name = `test lock ${(names += 1)}`;
  for (const each of canSend) locks.push(new SenderLock(name, () => undefined, each));
  await expect.poll(() => locks[0]?.isHeld).toBe(true);
  return locks;
}

const held = () => locks.map(({ isHeld }) => isHeld);

/** Resolves once this message was sent between the tabs. */
function heardOn(channelName: string, message: string): Promise<void> {
  const channel = new BroadcastChannel(channelName);
  return new Promise((resolve) => {
    channel.addEventListener("message", ({ data }) => {
      if (data !== message) return;
      channel.close();
      resolve();
    });
  });
}

/** Longer than messages between tabs take, and shorter than a tab may take to respond. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 200));

describe("the lock of the sending tab", () => {
  test("goes to the tab that asks for it when its holder can't send, and is never held by two", async () => {
    const [, live] = await openTabs(
      () => false,
      () => true,
    );
    let most = 0;
    const watching = setInterval(() => (most = Math.max(most, held().filter(Boolean).length)), 0);
    live!.challenge();
    await expect.poll(held).toEqual([false, true]);
    clearInterval(watching);
    expect(most).toBeLessThanOrEqual(1);
  });

  test("stays with a holder that can send", async () => {
    const [, other] = await openTabs(
      () => true,
      () => true,
    );
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      // A channel that was opened later hears a message later.
      const heard = heardOn(name, "yes");
      other!.challenge();
      await heard;
      await vi.advanceTimersByTimeAsync(6_000);
    } finally {
      vi.useRealTimers();
    }
    await aMoment();
    expect(held()).toEqual([true, false]);
  });

  test("returns to a tab that gave it away, once the other one is closed", async () => {
    const [first, second] = await openTabs(
      () => false,
      () => true,
    );
    second!.challenge();
    await expect.poll(held).toEqual([false, true]);
    second!.stop();
    await expect.poll(() => first!.isHeld).toBe(true);
  });

  test("ends with its tab, also after it was given away", async () => {
    const [first, second] = await openTabs(
      () => false,
      () => true,
    );
    second!.challenge();
    await expect.poll(held).toEqual([false, true]);
    first!.stop();
    second!.stop();
    await expect
      .poll(async () => {
        const { held: holders, pending } = await navigator.locks.query();
        return [...holders!, ...pending!].filter((lock) => lock.name === name);
      })
      .toEqual([]);
  });
});

test("an entry of a live tab is sent by it, once, while the tab with the lock has no connection", async () => {
  let entries: Entries = [];
  const sent: string[] = [];
  const outboxes: Outbox[] = [];
  const account = `test outbox ${(names += 1)}`;
  const reachable = { asleep: false, live: true };
  function openTab(tab: keyof typeof reachable): Outbox {
    const outbox: Outbox = new Outbox({
      store: {
        isKept: true,
        update: (change: Change) => Promise.resolve((entries = change(entries))),
      },
      send: ({ key }: Entry) => {
        sent.push(`${key} by ${tab}`);
        return Promise.resolve(null);
      },
      isReachable: () => reachable[tab],
      join: (joining) => {
        const lock = new SenderLock(account, joining.pump, () => reachable[tab]);
        locks.push(lock);
        return {
          lock,
          tell: (message) => {
            for (const other of outboxes) if (other !== joining) other.hear(message);
          },
        };
      },
    });
    outboxes.push(outbox);
    return outbox;
  }
  await openTab("asleep").open();
  await expect.poll(held).toEqual([true]);
  const live = openTab("live");
  await live.open();
  live.add(HELLO);
  const { key } = live.snapshot().entries[0]!;
  // At once, not after the time that a tab may take to respond.
  await expect.poll(() => sent, { timeout: 2_000 }).toEqual([`${key} by live`]);
  reachable.asleep = true;
  outboxes[0]!.pump();
  await aMoment();
  expect(sent).toEqual([`${key} by live`]);
  expect(entries).toEqual([]);
});
