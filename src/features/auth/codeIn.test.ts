import { describe, expect, it } from "vitest";
import { codeIn } from "./MailboxPage";

describe("the code in a mail", () => {
  it("is the six digits that stand alone", () => {
    expect(codeIn("Your Mandi code is 042137. It is valid for 10 minutes.")).toBe("042137");
  });
  it("is not part of a longer number", () => {
    expect(codeIn("Call 9876543210.")).toBeNull();
    expect(codeIn("Invoice 12345")).toBeNull();
  });
});
