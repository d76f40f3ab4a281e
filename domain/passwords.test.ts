import { expect, test } from "vitest";
import { passwordProblem } from "./passwords";

test.each([
  "  पासवर्ड with spaces ",
  "x".repeat(8),
  "x".repeat(128),
  "12345678 geese",
  "jai mata di",
])("%j may be a password, whatever it is made of", (password) => {
  expect(passwordProblem(password)).toBeUndefined();
});

test.each(["1234567", "x".repeat(129), "12345678\0", "1234567\ud800", " ".repeat(8)])(
  "%j is too short, too long or can't be stored",
  (password) => {
    expect(passwordProblem(password)).toBe("BAD_PASSWORD");
  },
);

test.each(["12345678", "password", "Password@123", "QWERTYUIOP", " iloveyou ", "India@123"])(
  "%j is tried first by whoever guesses",
  (password) => {
    expect(passwordProblem(password)).toBe("COMMON_PASSWORD");
  },
);
