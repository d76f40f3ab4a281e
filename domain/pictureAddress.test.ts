import { describe, expect, it } from "vitest";
import { shortAddress, wholeAddress } from "./pictureAddress";

const SIGNED = "0f3c6a52-1f0e?e=20788&s=Zm9v_bar-";

describe("the short address of a picture", () => {
  it.each([
    ["http://127.0.0.1:3211", SIGNED],
    ["https://happy-animal-1.convex.cloud", "0f3c6a52-1f0e"],
    ["https://shop.test/convex", "0f3c6a52-1f0e?component=a:b"],
  ])("at %s has no origin and path, and is made whole again", (origin, rest) => {
    const whole = `${origin}/api/storage/${rest}`;
    expect(shortAddress(whole)).toBe(rest);
    expect(wholeAddress(rest, origin)).toBe(whole);
  });

  it.each([
    "https://cdn.test/pictures/1.png",
    "/picture.svg",
    "data:image/png;base64,AA==",
    "https://a.test/api/storage/",
    "https://a.test/api/storage/https://b.test/1.png",
    "https://a.test/api/storage//1.png",
  ])("is the whole address where nothing is shared: %s", (address) => {
    expect(shortAddress(address)).toBe(address);
    expect(wholeAddress(address, "https://other.test")).toBe(address);
  });
});
