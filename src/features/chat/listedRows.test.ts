import { describe, expect, it } from "vitest";
import type { ConversationRow } from "./useConversations";
import { listedRows } from "./listedRows";
import type { OutgoingMessage } from "./outgoing";

function row(name: string, at?: number): ConversationRow {
  return {
    name,
    business: `${name} & Sons`,
    email: `${name}@mandi.test`,
    imageUrl: null,
    unread: 0,
    mayWrite: true,
    ...(at !== undefined && { last: { content: `from ${name}`, at } }),
  };
}

function outgoing(
  name: string,
  writtenAt: number,
  state: OutgoingMessage["state"] = "sending",
): OutgoingMessage {
  const to = `${name}@mandi.test`;
  return { key: `${name}${writtenAt}`, to, content: "mine", writtenAt, state };
}

const ROWS = [row("asha", 300), row("bharat", 200), row("quiet"), row("silent")];

describe("the list of conversations", () => {
  it("is what the server says while nothing is on its way", () => {
    expect(listedRows(ROWS, [])).toEqual(ROWS);
  });

  it("shows one's own words at once, in a row that moves to the top", () => {
    const [first, ...rest] = listedRows(ROWS, [outgoing("bharat", 400)]);
    expect(first).toMatchObject({
      name: "bharat",
      last: { content: "mine", at: 400 },
      unsent: "sending",
    });
    expect(rest).toEqual([ROWS[0], ROWS[2], ROWS[3]]);
  });

  it("brings a quiet conversation up with its first words", () => {
    expect(listedRows(ROWS, [outgoing("silent", 400)])[0]?.name).toBe("silent");
  });

  it("marks words that the server refused, and takes them back once they were put away", () => {
    const refused = listedRows(ROWS, [outgoing("asha", 400, "refused")]);
    expect(refused[0]).toMatchObject({ unsent: "refused", last: { content: "mine" } });
    expect(listedRows(ROWS, [])[0]?.last?.content).toBe("from asha");
  });

  it("never puts one's words before what was said before, though this machine's clock be late", () => {
    expect(listedRows(ROWS, [outgoing("asha", 5)])[0]?.last?.at).toBe(300);
  });
});
