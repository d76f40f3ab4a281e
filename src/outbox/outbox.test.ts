import { ConvexError } from "convex/values";
import { describe, expect, it, vi } from "vitest";
import { TryAgainError } from "../live/convexError";
import type { Change, Entries, Entry } from "./entry";
import { Outbox, type OutboxParts, type Tabs } from "./outbox";
import { withMemory } from "./store";

const HELLO = { kind: "message", to: "asha@mandi.test", content: "Hello" } as const;
const RICE = {
  kind: "order",
  productId: "rice",
  productName: "Rice",
  distributorName: "Asha",
  quantity: 3,
  msg: "Please",
  pricePaise: 100,
} as const;

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A database that all tabs share, and that answers in its own time. */
class SharedStore {
  readonly isKept = true;
  entries: Entries = [];

  async update(change: Change): Promise<Entries> {
    await Promise.resolve();
    this.entries = change(this.entries);
    return this.entries;
  }
}

type Sent = { entry: Entry; answer: () => void; refuse: (error: unknown) => void };

/** Tabs of one browser, one server, and a connection that the test cuts. */
class Browser {
  readonly store = new SharedStore();
  readonly sent: Sent[] = [];
  /** The stored entries at the time of each send. */
  readonly storedWhenSent: Entries[] = [];
  readonly tabs: Outbox[] = [];
  challenges = 0;
  sender = 0;
  isReachable = true;

  #lockOf(index: number): Tabs["lock"] {
    const isHeld = () => this.sender === index;
    return {
      get isHeld() {
        return isHeld();
      },
      challenge: () => void (this.challenges += 1),
    };
  }

  async openTab(parts: Partial<OutboxParts> = {}): Promise<Outbox> {
    const index = this.tabs.length;
    const outbox = new Outbox({
      store: this.store,
      send: (entry) =>
        new Promise((resolve, reject) => {
          this.storedWhenSent.push(this.store.entries);
          this.sent.push({ entry, answer: () => resolve(null), refuse: reject });
        }),
      isReachable: () => this.isReachable,
      join: (joining) => ({
        lock: this.#lockOf(index),
        tell: (message) => {
          for (const tab of this.tabs) if (tab !== joining) tab.hear(message);
        },
      }),
      ...parts,
    });
    this.tabs.push(outbox);
    await outbox.open();
    return outbox;
  }
}

/** The texts of what was sent, undefined for what is no message. */
const contents = ({ sent }: Browser) =>
  sent.map(({ entry: { command } }) => (command.kind === "message" ? command.content : undefined));
const states = (outbox: Outbox) => outbox.snapshot().entries.map(({ state }) => state.at);

describe("an entry", () => {
  it("shows at once, is stored as sending before it is sent, and is gone when it is answered", async () => {
    const browser = new Browser();
    const outbox = await browser.openTab();
    expect(outbox.add(HELLO)).toBe(true);
    expect(states(outbox)).toEqual(["sending"]);
    expect(browser.sent).toEqual([]);
    await settled();
    expect(browser.storedWhenSent).toMatchObject([[{ command: HELLO, state: { at: "sending" } }]]);
    browser.sent[0]!.answer();
    await settled();
    expect(outbox.snapshot().entries).toEqual([]);
    expect(browser.store.entries).toEqual([]);
  });

  it("is gone when the server refuses it as done before, and its refusal is told", async () => {
    const browser = new Browser();
    const outbox = await browser.openTab();
    const told: unknown[] = [];
    outbox.listen("rice", ({ refusal }) => told.push(refusal));
    outbox.add(RICE);
    await settled();
    browser.sent[0]!.refuse(new ConvexError({ code: "ORDERED_ALREADY" }));
    await settled();
    expect(told).toEqual([{ code: "ORDERED_ALREADY" }]);
    expect(outbox.snapshot().entries).toEqual([]);
    expect(browser.store.entries).toEqual([]);
  });

  it("waits without a connection, and goes out once with it, in the order of adding", async () => {
    const browser = new Browser();
    const outbox = await browser.openTab();
    browser.isReachable = false;
    for (const content of ["one", "two", "three"]) outbox.add({ ...HELLO, content });
    await settled();
    expect(browser.sent).toEqual([]);
    browser.isReachable = true;
    outbox.pump();
    outbox.pump();
    for (const sentCount of [1, 2, 3]) {
      await settled();
      expect(browser.sent).toHaveLength(sentCount);
      browser.sent.at(-1)!.answer();
    }
    expect(contents(browser)).toEqual(["one", "two", "three"]);
    expect(new Set(browser.sent.map(({ entry }) => entry.key)).size).toBe(3);
  });

  it("is unstored until the browser has it, and what was stored before is not", async () => {
    const browser = new Browser();
    browser.isReachable = false;
    const outbox = await browser.openTab();
    const unstored = () => [...outbox.snapshot().unstored].length;
    outbox.add(RICE);
    expect([outbox.snapshot().entries.length, unstored()]).toEqual([1, 1]);
    await settled();
    expect([outbox.snapshot().entries.length, unstored()]).toEqual([1, 0]);
    outbox.add(HELLO);
    expect([outbox.snapshot().entries.length, unstored()]).toEqual([2, 1]);
  });

  it("is not sent when another tab withdrew it meanwhile", async () => {
    const browser = new Browser();
    const sender = await browser.openTab();
    const other = await browser.openTab();
    browser.isReachable = false;
    other.add(RICE);
    await settled();
    browser.isReachable = true;
    other.remove(other.snapshot().entries[0]!.key);
    sender.pump();
    await settled();
    expect(browser.sent).toEqual([]);
    expect(states(sender)).toEqual([]);
  });

  it("goes out again under its key after a retry", async () => {
    const browser = new Browser();
    const outbox = await browser.openTab();
    outbox.add(HELLO);
    await settled();
    browser.sent[0]!.refuse(new Error("Server Error"));
    await settled();
    expect(outbox.snapshot().entries).toMatchObject([{ state: { at: "refused", refusal: null } }]);
    outbox.retry(browser.sent[0]!.entry.key);
    await settled();
    expect(browser.sent.map(({ entry }) => entry.key)).toEqual([
      browser.sent[0]!.entry.key,
      browser.sent[0]!.entry.key,
    ]);
  });

  it("keeps the server's reason", async () => {
    const browser = new Browser();
    const outbox = await browser.openTab();
    outbox.add(RICE);
    await settled();
    browser.sent[0]!.refuse(new ConvexError({ code: "STALE_STOCK", stock: 2 }));
    await settled();
    expect(outbox.snapshot().entries).toMatchObject([
      { state: { at: "refused", refusal: { code: "STALE_STOCK", stock: 2 } } },
    ]);
  });

  it("that came too soon stays sending, and goes out again when it may", async () => {
    vi.useFakeTimers();
    try {
      const browser = new Browser();
      const outbox = await browser.openTab();
      outbox.add(HELLO);
      await vi.advanceTimersByTimeAsync(0);
      browser.sent[0]!.refuse(new ConvexError({ code: "TOO_MANY", retryAfterMs: 3_000 }));
      await vi.advanceTimersByTimeAsync(2_999);
      outbox.pump();
      expect(states(outbox)).toEqual(["sending"]);
      expect(browser.sent).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(browser.sent).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it("stays sending when it could not be sent, and goes out again once the connection is back", async () => {
    vi.useFakeTimers();
    try {
      const browser = new Browser();
      const outbox = await browser.openTab();
      outbox.add(HELLO);
      await vi.advanceTimersByTimeAsync(1);
      browser.isReachable = false;
      browser.sent[0]!.refuse(new TryAgainError(3_000));
      await vi.advanceTimersByTimeAsync(60_000);
      expect(states(outbox)).toEqual(["sending"]);
      expect(browser.sent).toHaveLength(1);
      browser.isReachable = true;
      outbox.pump();
      await vi.advanceTimersByTimeAsync(1);
      expect(browser.sent).toHaveLength(2);
      expect(browser.sent[1]!.entry.key).toBe(browser.sent[0]!.entry.key);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is refused when the outbox is full, and nothing of it is shown", async () => {
    const browser = new Browser();
    browser.isReachable = false;
    const outbox = await browser.openTab();
    for (let n = 0; n < 200; n += 1) expect(outbox.add(HELLO)).toBe(true);
    expect(outbox.add(HELLO)).toBe(false);
    await settled();
    expect(browser.store.entries).toHaveLength(200);
  });
});

describe("[CHAT13] a message", () => {
  const PICTURE = { ...HELLO, content: "", picture: { id: "p1", bytes: 9 } };
  const TEXT = { ...HELLO, content: "This box" };

  it("goes out when the one before it to the same person was answered; nobody else's waits", async () => {
    const browser = new Browser();
    const outbox = await browser.openTab();
    outbox.add(PICTURE);
    outbox.add(TEXT);
    outbox.add({ ...TEXT, to: "ravi@mandi.test", content: "To Ravi" });
    outbox.add(RICE);
    await settled();
    expect(contents(browser)).toEqual(["", "To Ravi", undefined]);
    browser.sent[0]!.answer();
    await settled();
    expect(contents(browser)).toEqual(["", "To Ravi", undefined, "This box"]);
  });

  it("goes out when the one before it was refused, which follows once it is retried", async () => {
    const browser = new Browser();
    const outbox = await browser.openTab();
    outbox.add(PICTURE);
    outbox.add(TEXT);
    await settled();
    browser.sent[0]!.refuse(new Error("The picture is no longer kept in this browser."));
    await settled();
    expect(contents(browser)).toEqual(["", "This box"]);
    outbox.retry(browser.sent[0]!.entry.key);
    browser.sent[1]!.answer();
    await settled();
    expect(contents(browser)).toEqual(["", "This box", ""]);
  });

  it("waits while the one before it is sent again, but not for one that never gets through", async () => {
    vi.useFakeTimers();
    try {
      const browser = new Browser();
      const outbox = await browser.openTab();
      outbox.add(PICTURE);
      outbox.add(TEXT);
      const fail = async () => {
        await vi.advanceTimersByTimeAsync(3_000);
        browser.sent.at(-1)!.refuse(new TryAgainError(3_000));
        await vi.advanceTimersByTimeAsync(1);
      };
      for (let attempt = 1; attempt < 5; attempt += 1) await fail();
      // The connection goes with the next attempt, which says nothing about the picture.
      await vi.advanceTimersByTimeAsync(3_000);
      browser.isReachable = false;
      browser.sent.at(-1)!.refuse(new TryAgainError(3_000));
      await vi.advanceTimersByTimeAsync(3_000);
      browser.isReachable = true;
      outbox.pump();
      await vi.advanceTimersByTimeAsync(1);
      expect(contents(browser)).toEqual(["", "", "", "", "", ""]);
      browser.sent.at(-1)!.refuse(new TryAgainError(3_000));
      await vi.advanceTimersByTimeAsync(3_000);
      expect(contents(browser).slice(-2)).toEqual(["", "This box"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("that another tab added goes out after the one before it", async () => {
    const browser = new Browser();
    const [, other] = [await browser.openTab(), await browser.openTab()];
    other.add(PICTURE);
    other.add(TEXT);
    await settled();
    await settled();
    expect(contents(browser)).toEqual([""]);
    browser.sent[0]!.answer();
    await settled();
    expect(contents(browser)).toEqual(["", "This box"]);
  });
});

describe("an order that is placed again after an unclear failure", () => {
  it("goes out at once under the key that the server may know", async () => {
    const browser = new Browser();
    const outbox = await browser.openTab();
    outbox.add(RICE);
    await settled();
    browser.sent[0]!.refuse(new Error("Server Error"));
    await settled();
    outbox.add(RICE);
    await settled();
    expect(browser.sent.map(({ entry }) => entry.key)).toEqual([
      browser.sent[0]!.entry.key,
      browser.sent[0]!.entry.key,
    ]);
  });
});

describe("several tabs", () => {
  it("show the same entries, and one of them sends", async () => {
    const browser = new Browser();
    const [one, other] = [await browser.openTab(), await browser.openTab()];
    other.add(HELLO);
    await settled();
    await settled();
    expect(browser.sent).toHaveLength(1);
    expect([states(one), states(other)]).toEqual([["sending"], ["sending"]]);
    browser.sent[0]!.answer();
    await settled();
    expect([states(one), states(other)]).toEqual([[], []]);
  });

  it("make one order of a click in each", async () => {
    const browser = new Browser();
    const [one, other] = [await browser.openTab(), await browser.openTab()];
    one.add(RICE);
    other.add(RICE);
    await settled();
    expect(browser.sent).toHaveLength(1);
    expect(browser.store.entries).toHaveLength(1);
  });

  it("hear of every answer", async () => {
    const browser = new Browser();
    const [one, other] = [await browser.openTab(), await browser.openTab()];
    const heard: string[] = [];
    one.listen("rice", () => heard.push("the product's page"));
    one.listen(null, () => heard.push("never: a page shows it"));
    other.listen("soap", () => heard.push("never: another product"));
    other.listen(null, () => heard.push("the other tab"));
    other.add(RICE);
    await settled();
    browser.sent[0]!.answer();
    await settled();
    expect(heard).toEqual(["the product's page", "the other tab"]);
  });

  it("tell an answer that nobody heard once somebody listens, and once only", async () => {
    const browser = new Browser();
    const outbox = await browser.openTab();
    outbox.add(RICE);
    await settled();
    browser.sent[0]!.answer();
    await settled();
    const heard: string[] = [];
    outbox.listen(null, () => heard.push("one"));
    outbox.listen(null, () => heard.push("beside it"));
    await settled();
    outbox.listen(null, () => heard.push("late"));
    await settled();
    expect(heard).toEqual(["one", "beside it"]);
  });

  it("challenge a sender that does nothing, only while something is due", async () => {
    const browser = new Browser();
    browser.sender = 7;
    const outbox = await browser.openTab();
    expect(browser.challenges).toBe(0);
    outbox.add(HELLO);
    await settled();
    expect(browser.challenges).toBeGreaterThan(0);
    expect(browser.sent).toEqual([]);
  });

  it("go on with what a closed tab left, under the same key", async () => {
    const browser = new Browser();
    const closed = await browser.openTab();
    closed.add(RICE);
    await settled();
    closed.stop();
    browser.sent[0]!.answer();
    await settled();
    browser.sender = 1;
    await browser.openTab();
    await settled();
    expect(browser.sent.map(({ entry }) => entry.key)).toEqual([
      browser.sent[0]!.entry.key,
      browser.sent[0]!.entry.key,
    ]);
  });
});

it("takes no part in anything before somebody subscribes: React abandons renders", async () => {
  let joined = 0;
  const tabs: Tabs = {
    lock: { isHeld: true, challenge: () => undefined },
    tell: () => undefined,
  };
  const outbox = new Outbox({
    store: new SharedStore(),
    send: () => Promise.resolve(null),
    isReachable: () => true,
    join: () => {
      joined += 1;
      return tabs;
    },
  });
  outbox.snapshot();
  outbox.pump();
  await settled();
  expect(joined).toBe(0);
  outbox.subscribe(() => undefined);
  outbox.subscribe(() => undefined);
  expect(joined).toBe(1);
});

describe("with its client", () => {
  it("ends: nothing is taken, stored or sent any more", async () => {
    const browser = new Browser();
    const outbox = await browser.openTab();
    outbox.add(HELLO);
    await settled();
    browser.store.entries = [];
    outbox.stop();
    browser.sent[0]!.refuse(new Error("late"));
    await settled();
    expect(outbox.add(HELLO)).toBe(false);
    expect(browser.store.entries).toEqual([]);
  });
});

describe("a browser that stores nothing", () => {
  it("says so, and sends from the tab in which it was added", async () => {
    const browser = new Browser();
    browser.sender = 7;
    const store = withMemory(() => Promise.reject(new Error("denied")));
    const outbox = await browser.openTab({ store });
    outbox.add(HELLO);
    await settled();
    expect(outbox.snapshot().isKept).toBe(false);
    expect(browser.sent).toHaveLength(1);
    browser.sent[0]!.answer();
    await settled();
    expect(outbox.snapshot().entries).toEqual([]);
  });

  it("loses nothing that it had read before it failed", async () => {
    const browser = new Browser();
    let isFull = false;
    const store = withMemory((change) =>
      isFull ? Promise.reject(new Error("full")) : browser.store.update(change),
    );
    browser.isReachable = false;
    const outbox = await browser.openTab({ store });
    outbox.add(HELLO);
    await settled();
    expect(outbox.snapshot().isKept).toBe(true);
    isFull = true;
    outbox.add({ ...HELLO, content: "Two" });
    await settled();
    expect(outbox.snapshot()).toMatchObject({ isKept: false, entries: [{}, {}] });
  });

  it("is one whose database does not respond in 5 s", async () => {
    vi.useFakeTimers();
    try {
      const store = withMemory(() => new Promise(() => undefined));
      const updated = store.update((entries) => entries);
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await updated).toEqual([]);
      expect(store.isKept).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });
});

/** A database that stalls: it carries its changes out in their order, but only when the test lets it. */
class StalledStore {
  entries: Entries = [];
  #carriedOut: Promise<unknown> = Promise.resolve();
  #startable: Promise<void> = Promise.resolve();
  #completable: Promise<void> = Promise.resolve();

  /** Stalls before a change is carried out, or before its completion is reported. Returns the function that ends it. */
  stall(at: "start" | "completion"): () => void {
    let end: () => void = () => undefined;
    const stalled = new Promise<void>((resolve) => (end = resolve));
    if (at === "start") this.#startable = stalled;
    else this.#completable = stalled;
    return end;
  }

  update(change: Change): Promise<Entries> {
    const update = async () => {
      await this.#startable;
      const entries = (this.entries = change(this.entries));
      await this.#completable;
      return entries;
    };
    const updated = this.#carriedOut.then(update);
    this.#carriedOut = updated;
    return updated;
  }
}

describe("a database that stalls for more than 5 s", () => {
  const OTHER = { ...HELLO, content: "Two" };
  const keyOf = (outbox: Outbox, n: number) => outbox.snapshot().entries[n]!.key;

  async function openStalling(browser: Browser) {
    const database = new StalledStore();
    const store = withMemory((change) => database.update(change));
    browser.isReachable = false;
    return { database, outbox: await browser.openTab({ store }) };
  }

  async function inFakeTime(run: () => Promise<void>): Promise<void> {
    vi.useFakeTimers();
    try {
      await run();
    } finally {
      vi.useRealTimers();
    }
  }

  it.each(["start", "completion"] as const)(
    "and goes on at the %s of an order keeps no order that was given up meanwhile",
    (at) =>
      inFakeTime(async () => {
        const browser = new Browser();
        const { database, outbox } = await openStalling(browser);
        const goOn = database.stall(at);
        outbox.add(RICE);
        await vi.advanceTimersByTimeAsync(6_000);
        outbox.remove(keyOf(outbox, 0));
        goOn();
        await vi.advanceTimersByTimeAsync(1);
        expect(outbox.snapshot()).toMatchObject({ entries: [], isKept: false });
        expect(database.entries).toEqual([]);
      }),
  );

  it("keeps no order that was given up after it went on", () =>
    inFakeTime(async () => {
      const browser = new Browser();
      const { database, outbox } = await openStalling(browser);
      const goOn = database.stall("completion");
      outbox.add(RICE);
      await vi.advanceTimersByTimeAsync(6_000);
      goOn();
      await vi.advanceTimersByTimeAsync(1);
      outbox.remove(keyOf(outbox, 0));
      await vi.advanceTimersByTimeAsync(1);
      expect(database.entries).toEqual([]);
    }));

  it("loses what it had before as soon as that is given up, and takes nothing new", () =>
    inFakeTime(async () => {
      const browser = new Browser();
      const { database, outbox } = await openStalling(browser);
      outbox.add(RICE);
      await vi.advanceTimersByTimeAsync(1);
      expect(database.entries).toHaveLength(1);
      const goOn = database.stall("start");
      outbox.add(HELLO);
      await vi.advanceTimersByTimeAsync(6_000);
      goOn();
      outbox.add(OTHER);
      outbox.remove(keyOf(outbox, 0));
      await vi.advanceTimersByTimeAsync(1);
      expect(database.entries).toEqual([]);
      expect(outbox.snapshot().entries).toMatchObject([{ command: HELLO }, { command: OTHER }]);
    }));

  it("loses no entry that was added just before it went on", () =>
    inFakeTime(async () => {
      const browser = new Browser();
      const { database, outbox } = await openStalling(browser);
      const goOn = database.stall("start");
      outbox.add(HELLO);
      await vi.advanceTimersByTimeAsync(4_000);
      outbox.add(OTHER);
      await vi.advanceTimersByTimeAsync(2_000);
      goOn();
      await vi.advanceTimersByTimeAsync(1);
      expect(outbox.snapshot().entries).toMatchObject([{ command: HELLO }, { command: OTHER }]);
    }));
});
