import { describe, expect, it } from "vitest";
import type { Id } from "../../../convex/_generated/dataModel";
import type { MessageRow } from "./thread";
import { daysOf } from "../../lib/days";
import { firstUnreadKey, receivedSince, threadItems, type ThreadItem } from "./thread";
import type { OutgoingMessage } from "./outgoing";

const NOON = Date.parse("2026-03-04T12:00:00+05:30");
const DAY_MS = 86_400_000;

function message(id: string, more: Partial<MessageRow> = {}): MessageRow {
  return { _id: id as Id<"messages">, content: id, status: "read", createdAt: NOON, ...more };
}

function outgoing(key: string, more: Partial<OutgoingMessage> = {}): OutgoingMessage {
  const [to, writtenAt] = ["asha@mandi.test", NOON];
  return { key, to, content: key, writtenAt, state: "sending", ...more };
}

describe("a thread", () => {
  it("begins with the oldest and ends with what is on its way", () => {
    const items = threadItems([message("new"), message("old")], [outgoing("unsent")]);
    expect(items.map((item) => item.content)).toEqual(["old", "new", "unsent"]);
  });

  it("shows a message once: the one that the server has replaces the outgoing one under the same key", () => {
    const items = threadItems([message("m", { sendKey: "k", status: "sent" })], [outgoing("k")]);
    expect(items).toEqual([{ key: "k", content: "m", at: NOON, isMine: true, tick: "sent" }]);
  });

  it("shows a picture from the outbox, then the server's, which may be gone", () => {
    const waiting = outgoing("k", { content: "", picture: { id: "p1", bytes: 7 } });
    expect(threadItems([], [waiting])[0]).toMatchObject({ picture: { keptId: "p1" } });
    const rows = [
      message("gone", { imageUrl: null }),
      message("m", { sendKey: "k", imageUrl: "x" }),
    ];
    expect(threadItems(rows, [waiting]).map((item) => item.picture)).toEqual([
      { url: "x" },
      { url: null },
    ]);
  });

  it("tells one's own messages by the key that only their sender gets", () => {
    const items = threadItems([message("theirs"), message("mine", { sendKey: "k" })], []);
    expect(items.map((item) => item.isMine)).toEqual([true, false]);
  });

  it("runs forwards in time, even on a machine whose clock is slow", () => {
    const items = threadItems([message("m")], [outgoing("slow", { writtenAt: NOON - DAY_MS })]);
    expect(items.map((one) => one.at)).toEqual([NOON, NOON]);
    expect(daysOf(items)).toHaveLength(1);
  });

  it("shows the outbox's three states", () => {
    const states = ["waiting", "sending", "refused"] as const;
    const items = threadItems(
      [],
      states.map((state) => outgoing(state, { state })),
    );
    expect(items.map((item) => item.tick)).toEqual(states);
  });
});

function item(key: string, at = NOON, isMine = false): ThreadItem {
  return { key, content: key, at, isMine, tick: "read" };
}

describe("what is unread", () => {
  const items = [
    item("a"),
    item("mine", NOON, true),
    item("b"),
    item("c"),
    item("mine too", NOON, true),
  ];

  it("begins at the oldest of so many received messages", () => {
    expect(firstUnreadKey(items, 2)).toBe("b");
    expect(firstUnreadKey(items, 3)).toBe("a");
  });

  it("has no beginning when nothing is unread, or when it is not loaded yet", () => {
    expect(firstUnreadKey(items, 0)).toBeNull();
    expect(firstUnreadKey(items, 9)).toBeNull();
  });

  it("while the reader is further up is what the other side wrote since", () => {
    expect(receivedSince(items, "a")).toBe(2);
    expect(receivedSince(items, "c")).toBe(0);
    expect(receivedSince(items, "refused, and deleted since")).toBe(0);
  });
});
