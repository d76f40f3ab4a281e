import { ConvexError } from "convex/values";
import { describe, expect, it } from "vitest";
import { errorMessage, reasonOf, refusalOf } from "./convexError";

const FALLBACK = "An error occurred while logging in.";

describe("the text of a failed call", () => {
  it("[FAILURE31] is the specification's for a refusal by the server", () => {
    expect(errorMessage(new ConvexError({ code: "INVALID_LOGIN" }), FALLBACK)).toBe(
      "Invalid email, password or role.",
    );
  });

  it("contains the refusal's figures", () => {
    const error = new ConvexError({ code: "INSUFFICIENT_STOCK", stock: 4, productName: "Rice" });
    expect(errorMessage(error, FALLBACK)).toBe("Insufficient stock. Available stock: 4");
    expect(refusalOf(error)).toMatchObject({ stock: 4 });
  });

  it.each([
    ["a network failure", new TypeError("Failed to fetch")],
    ["a bug on the server", new Error("[CONVEX M(orders:place)] Server Error")],
    ["a code that this build does not know", new ConvexError({ code: "FROM_TOMORROW" })],
    ["a refusal without a code", new ConvexError("no")],
    ["nothing at all", undefined],
  ])("[FAILURE31] is the fallback for %s", (_, error) => {
    expect(errorMessage(error, FALLBACK)).toBe(FALLBACK);
    expect(refusalOf(error)).toBeNull();
  });
});

describe("the reason of a list that failed to load", () => {
  it("is the server's text for a refusal", () => {
    expect(reasonOf(new ConvexError({ code: "TOO_MANY" }))).toBe(
      "Too many attempts. Please try again later.",
    );
  });

  it.each([
    ["the server broke", new Error("[CONVEX Q(products:all)] Server Error")],
    ["all that it says is not found", new ConvexError({ code: "NOT_FOUND" })],
    ["nothing failed", null],
  ])("is left to the list's own sentence when %s", (_, error) => {
    expect(reasonOf(error)).toBeNull();
  });
});
