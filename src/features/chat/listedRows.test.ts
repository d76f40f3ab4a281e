import { describe, expect, it } from "vitest";
import type { ConversationRow } from "./chatRows";
import type { Letter } from "./letter";
import { listedRows } from "./listedRows";

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

function letter(name: string, writtenAt: number, hasFailed = false): Letter {
  const to = `${name}@mandi.test`;
  return { key: `${name}${writtenAt}`, senderId: "me", to, content: "mine", writtenAt, hasFailed };
}

const ROWS = [row("asha", 300), row("bharat", 200), row("quiet"), row("silent")];

describe("the list of conversations", () => {
  it("is what the server says while nothing is on its way", () => {
    expect(listedRows(ROWS, [])).toEqual(ROWS);
  });

  it("shows one's own words at once, in a row that moves to the top", () => {
    const [first, ...rest] = listedRows(ROWS, [letter("bharat", 400)]);
    expect(first).toMatchObject({
      name: "bharat",
      last: { content: "mine", at: 400 },
      unsent: "sending",
    });
    expect(rest).toEqual([ROWS[0], ROWS[2], ROWS[3]]);
  });

  it("brings a quiet conversation up with its first words", () => {
    expect(listedRows(ROWS, [letter("silent", 400)])[0]?.name).toBe("silent");
  });

  it("marks words that the server refused, and takes them back once they were put away", () => {
    const refused = listedRows(ROWS, [letter("asha", 400, true)]);
    expect(refused[0]).toMatchObject({ unsent: "failed", last: { content: "mine" } });
    expect(listedRows(ROWS, [])[0]?.last?.content).toBe("from asha");
  });

  it("never puts one's words before what was said before, though this machine's clock be late", () => {
    expect(listedRows(ROWS, [letter("asha", 5)])[0]?.last?.at).toBe(300);
  });
});
