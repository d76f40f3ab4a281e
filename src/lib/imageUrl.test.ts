import { describe, expect, it } from "vitest";
import { imageUrl } from "./imageUrl";

describe("the address of a stored picture", () => {
  it("is on the page's own origin, whatever the server's address", () => {
    expect(imageUrl("http://127.0.0.1:3211/api/storage/abc?x=1", false)).toBe(
      "/api/storage/abc?x=1",
    );
  });

  it("is the server's own when the market is hosted elsewhere", () => {
    const url = "https://happy-animal-1.convex.cloud/api/storage/abc";
    expect(imageUrl(url, true)).toBe(url);
  });

  it("is unchanged when it is no stored picture", () => {
    expect(imageUrl("/picture.svg", false)).toBe("/picture.svg");
  });

  it.each([null, undefined, ""])("is null for %j", (stored) => {
    expect(imageUrl(stored, false)).toBeNull();
  });
});
