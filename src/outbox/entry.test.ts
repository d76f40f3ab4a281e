import { describe, expect, it } from "vitest";
import {
  added,
  answered,
  type BasketCommand,
  basketOf,
  type Change,
  type Command,
  type Entries,
  type Entry,
  hasRoomForPicture,
  isFull,
  newKey,
  orderOf,
  PICTURE_BYTES_MAX,
  PICTURES_MAX,
  picturesIn,
  refused,
  type Refusal,
  removed,
  retried,
  sent,
  shownState,
} from "./entry";

const RICE = {
  kind: "order",
  productId: "rice",
  productName: "Basmati Rice 25 kg",
  distributorName: "Asha",
  quantity: 3,
  msg: "Before the festival, please.",
  pricePaise: 245_050,
} as const;
const HELLO = { kind: "message", to: "asha@mandi.test", content: "Hello" } as const;

function entry(key: string, command: Command = RICE): Entry {
  return { key, addedAt: 1, command, state: { at: "waiting" } };
}

function after(...changes: Change[]): Entries {
  return changes.reduce<Entries>((entries, change) => change(entries), []);
}

const add = (key: string, command?: Command) => added(entry(key, command));
const send = (...keys: string[]) => sent(new Set(keys));
const keys = (entries: Entries) => entries.map(({ key }) => key);
const states = (entries: Entries) => entries.map(({ state }) => state.at);

const BASKET: BasketCommand = {
  ...{ kind: "basket", distributorId: "asha", distributorName: "Asha", msg: "Soon, please." },
  lines: [{ productId: "rice", productName: "Rice", quantity: 3, pricePaise: 245_050 }],
};

describe("[CHAT12] the room for pictures", () => {
  const picture = (bytes: number, n = 0) =>
    entry(`k${n}`, { ...HELLO, picture: { id: `p${n}`, bytes } });

  it("ends at their number", () => {
    const nine = Array.from({ length: PICTURES_MAX - 1 }, (_, n) => picture(1, n));
    expect(hasRoomForPicture([entry("k"), ...nine], 1)).toBe(true);
    expect(hasRoomForPicture([...nine, picture(1, 9)], 1)).toBe(false);
    expect(picturesIn([entry("k"), picture(3, 1), entry("m", HELLO)])).toEqual([
      { id: "p1", bytes: 3 },
    ]);
  });

  it("ends at their bytes, the new one counted", () => {
    expect(hasRoomForPicture([picture(PICTURE_BYTES_MAX - 5)], 5)).toBe(true);
    expect(hasRoomForPicture([picture(PICTURE_BYTES_MAX - 5)], 6)).toBe(false);
  });
});

describe("an added basket", () => {
  const other = { ...BASKET, lines: BASKET.lines.map((line) => ({ ...line, quantity: 4 })) };

  it("is one order to each distributor, beside orders of its products", () => {
    const entries = after(
      ...[add("k1", BASKET), add("k2", other), add("k3")],
      add("k4", { ...BASKET, distributorId: "ravi" }),
    );
    expect(keys(entries)).toEqual(["k1", "k3", "k4"]);
    expect(basketOf(entries, "ravi")?.key).toBe("k4");
  });

  it("keeps its key if the same is sent again after a refusal, and gets a new one with other lines", () => {
    const refusedOnce = [add("k1", BASKET), send("k1"), refused("k1", null)];
    expect(
      keys(after(...refusedOnce, add("k2", { ...BASKET, distributorName: "Asha & Co" }))),
    ).toEqual(["k1"]);
    expect(keys(after(...refusedOnce, add("k2", other)))).toEqual(["k2"]);
    expect(keys(after(...refusedOnce, add("k2", { ...BASKET, msg: "Now." })))).toEqual(["k2"]);
    const sendsLess = { ...BASKET, shortageRule: "sendLess" } as const;
    expect(keys(after(...refusedOnce, add("k2", sendsLess)))).toEqual(["k2"]);
    const asks = { ...BASKET, shortageRule: "ask" } as const;
    expect(keys(after(...refusedOnce, add("k2", asks)))).toEqual(["k1"]);
  });
});

describe("an added order", () => {
  it("waits under its key", () => {
    expect(after(add("k1"))).toEqual([entry("k1")]);
  });

  it("is one order, however often it is clicked while the answer is to come", () => {
    const once = after(add("k1"), send("k1"));
    const other = add("k3", { ...RICE, quantity: 4 });
    expect(after(add("k1"), add("k2"), send("k1"), add("k2"), other)).toEqual(once);
  });

  it("leaves an order of another product and messages alone", () => {
    const entries = after(add("k1"), add("k2", { ...RICE, productId: "soap" }), add("k3", HELLO));
    expect(keys(entries)).toEqual(["k1", "k2", "k3"]);
    expect(orderOf(entries, "soap")?.key).toBe("k2");
  });

  it("can be withdrawn while it waits, and no longer once it is sent", () => {
    expect(after(add("k1"), removed("k1"))).toEqual([]);
    expect(states(after(add("k1"), send("k1"), removed("k1")))).toEqual(["sending"]);
  });

  it("that was withdrawn is not sent", () => {
    expect(after(add("k1"), removed("k1"), send("k1"))).toEqual([]);
  });

  it("is gone once it is answered, though the answer comes twice", () => {
    expect(after(add("k1"), send("k1"), answered("k1"), answered("k1"))).toEqual([]);
  });
});

describe("a refused order", () => {
  const refusal = (data: Refusal) => [add("k1"), send("k1"), refused("k1", data)];

  it("keeps the reason, and is not sent again by itself", () => {
    const entries = after(...refusal({ code: "ONE_DISTRIBUTOR" }), send("k1"));
    expect(entries[0]?.state).toEqual({ at: "refused", refusal: { code: "ONE_DISTRIBUTOR" } });
  });

  it("goes out under its key when the order is the same, so that it can not become two", () => {
    const entries = after(...refusal(null), add("k2"));
    expect(entries).toEqual([entry("k1")]);
  });

  it.each([{ quantity: 4 }, { msg: "Later" }, { pricePaise: 1 }])(
    "gives way to an order with %j, under a new key",
    (change) => {
      const entries = after(...refusal(null), add("k2", { ...RICE, ...change }));
      expect(entries).toEqual([entry("k2", { ...RICE, ...change })]);
    },
  );

  it("can be dismissed", () => {
    expect(after(...refusal(null), removed("k1"))).toEqual([]);
  });
});

describe("a message", () => {
  it("keeps its place and key when it is retried, which only a refused one can be", () => {
    const two = [add("k1", HELLO), add("k2", HELLO), send("k1", "k2")];
    const entries = after(...two, refused("k1", null), retried("k1"), retried("k2"));
    expect(keys(entries)).toEqual(["k1", "k2"]);
    expect(states(entries)).toEqual(["waiting", "sending"]);
  });

  it("is not refused by a late answer once it waits for another try", () => {
    const entries = after(add("k1", HELLO), send("k1"), refused("k1", null), retried("k1"));
    expect(states(refused("k1", null)(entries))).toEqual(["waiting"]);
  });

  it("may be the same as another, and is added once", () => {
    expect(keys(after(add("k1", HELLO), add("k2", HELLO), add("k2", HELLO)))).toEqual(["k1", "k2"]);
  });
});

describe("what is shown", () => {
  const waiting = entry("k1");
  const sending = { ...waiting, state: { at: "sending" } } as const;
  const refusedOne = { ...waiting, state: { at: "refused", refusal: null } } as const;
  const none: ReadonlySet<string> = new Set();

  it("is never sending without a connection", () => {
    expect(
      [waiting, sending, refusedOne].map((one) =>
        shownState(one, { canSend: false, unstored: none }),
      ),
    ).toEqual(["waiting", "waiting", "refused"]);
  });

  it("does not wait before it is stored", () => {
    const unstored = new Set(["k1"]);
    expect(shownState(waiting, { canSend: false, unstored })).toBe("sending");
    expect(shownState({ ...waiting, key: "k2" }, { canSend: false, unstored })).toBe("waiting");
  });

  it("is sending while there is one", () => {
    expect(
      [waiting, sending, refusedOne].map((one) =>
        shownState(one, { canSend: true, unstored: none }),
      ),
    ).toEqual(["sending", "sending", "refused"]);
  });
});

describe("the outbox", () => {
  it("is full with 200 entries, or with a million bytes", () => {
    const many = Array.from({ length: 199 }, (_, n) => entry(`k${n}`, HELLO));
    expect(isFull(many, HELLO)).toBe(false);
    expect(isFull([...many, entry("last", HELLO)], HELLO)).toBe(true);
    const long = { ...HELLO, content: "मे".repeat(2_000) };
    const some = Array.from({ length: 80 }, (_, n) => entry(`k${n}`, long));
    expect(isFull(some.slice(0, 70), long)).toBe(false);
    expect(isFull(some.slice(0, 83), long)).toBe(false);
    expect(isFull([...some, ...some.slice(0, 10)], long)).toBe(true);
  });
});

it("a key is 32 hexadecimal digits, and never the same twice", () => {
  const made = Array.from({ length: 1_000 }, newKey);
  expect(made.every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true);
  expect(new Set(made).size).toBe(1_000);
});
