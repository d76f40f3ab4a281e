import { describe, expect, it } from "vitest";
import { CHAT_MESSAGE_MAX } from "../../../domain/limits";
import { validateMessage } from "./outgoing";

describe("what is typed", () => {
  it.each(["", "   ", "\n\t", "\u200b"])("[CHAT7] is not sent while it is empty (%j)", (typed) => {
    expect(validateMessage(typed)).toEqual({ is: "empty" });
  });

  it("is sent without the white space around it, and with its line breaks", () => {
    expect(validateMessage("  one\ntwo \n")).toEqual({ is: "sendable", content: "one\ntwo" });
  });

  it("holds so many characters, and says how many are too many", () => {
    expect(validateMessage("W".repeat(CHAT_MESSAGE_MAX)).is).toBe("sendable");
    expect(validateMessage("W".repeat(CHAT_MESSAGE_MAX + 1_234))).toEqual({
      is: "wrong",
      why: "A message holds 4,000 characters: 1,234 too many.",
    });
  });

  it.each(["a\u0000b", "a\ud800", "a\u202eb"])(
    "is refused with characters that mislead (%j)",
    (typed) => {
      expect(validateMessage(typed)).toEqual({
        is: "wrong",
        why: "The text holds characters that can't be sent.",
      });
    },
  );
});
