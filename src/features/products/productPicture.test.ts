import { describe, expect, it } from "vitest";
import { pictureError } from "./productPicture";

const MAX = 5 * 1024 * 1024;

describe("a product's picture", () => {
  it("has to be chosen", () => {
    expect(pictureError(null, MAX)).toBe("Please select an image file");
    expect(pictureError({ type: "image/png", size: 0 }, MAX)).toBe("Please select an image file");
  });

  it.each(["application/pdf", "image/svg+xml", ""])("may not be %j", (type) => {
    expect(pictureError({ type, size: 10 }, MAX)).toBe(
      "Please upload an image file (JPEG, PNG, GIF)",
    );
  });

  it("may have 5 MB and not a byte more", () => {
    expect(pictureError({ type: "image/jpeg", size: MAX }, MAX)).toBeNull();
    expect(pictureError({ type: "image/jpeg", size: MAX + 1 }, MAX)).toBe(
      "Image file must be smaller than 5MB",
    );
  });

  it.each(["image/jpeg", "image/png", "image/gif", "image/webp"])("may be %s", (type) => {
    expect(pictureError({ type, size: 10 }, MAX)).toBeNull();
  });
});
