import { expect, test } from "vitest";
import { invariant } from "./invariant";

test("throws the problem where the condition is broken, and narrows where it holds", () => {
  const name: string | null = ["Rice"][0] ?? null;
  invariant(name !== null, "There is no name.");
  expect(name.length).toBe(4);
  expect(() => invariant(name === "Soap", "It is not soap.")).toThrow("It is not soap.");
});
