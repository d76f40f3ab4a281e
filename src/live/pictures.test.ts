import { describe, expect, it } from "vitest";
import { imageUrl } from "./pictures";

const CLOUD = "https://happy-animal-1.convex.cloud";

describe("the address of a stored picture", () => {
  it("is on the page's own origin, whatever the server's address", () => {
    const stored = "http://127.0.0.1:3211/api/storage/abc?x=1";
    expect(imageUrl(stored, "")).toBe("/api/storage/abc?x=1");
  });

  it("is made whole from a list's short one", () => {
    expect(imageUrl("abc?x=1", "")).toBe("/api/storage/abc?x=1");
    expect(imageUrl("abc", CLOUD)).toBe(`${CLOUD}/api/storage/abc`);
  });

  it("is the server's own when the market is hosted elsewhere", () => {
    expect(imageUrl(`${CLOUD}/api/storage/abc`, CLOUD)).toBe(`${CLOUD}/api/storage/abc`);
    const elsewhere = "https://files.test/api/storage/abc";
    expect(imageUrl(elsewhere, CLOUD)).toBe(elsewhere);
  });

  it("is unchanged when it is no stored picture", () => {
    expect(imageUrl("/picture.svg", "")).toBe("/picture.svg");
    expect(imageUrl("data:image/png;base64,AA==", CLOUD)).toBe("data:image/png;base64,AA==");
  });

  it.each([null, undefined, ""])("is null for %j", (stored) => {
    expect(imageUrl(stored, "")).toBeNull();
  });
});
