import { describe, expect, it } from "vitest";
import { hasErrors, shownErrors, withoutErrors } from "./useForm";

const SUBMITTED = { name: "Please enter your name.", phone: "Please enter your phone number." };
const NOW = { phone: "This is no phone number." };

describe("the errors under the fields of a form", () => {
  it("are not shown before the first submit", () => {
    expect(shownErrors(null, "change", () => NOW)).toEqual({});
    expect(shownErrors(null, "submit", () => NOW)).toEqual({});
  });

  it("follow every change, or stay those of the last submit", () => {
    expect(shownErrors(SUBMITTED, "change", () => NOW)).toEqual(NOW);
    expect(shownErrors(SUBMITTED, "submit", () => NOW)).toEqual(SUBMITTED);
  });

  it("disappear from a field that changed", () => {
    expect(withoutErrors(SUBMITTED, { name: "Meena" })).toEqual({ phone: SUBMITTED.phone });
  });

  it.each([
    [{}, false],
    [{ name: null, phone: undefined }, false],
    [{ name: null, phone: "" }, true],
    [SUBMITTED, true],
  ])("of %j stop a submit: %s", (errors, isStopped) => {
    expect(hasErrors(errors)).toBe(isStopped);
  });
});
