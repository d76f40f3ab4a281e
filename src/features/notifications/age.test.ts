/** Ages of notifications. */
import { expect, it } from "vitest";
import { ageOf } from "./age";

/** 4 March 2026, noon in India. */
const NOON = Date.UTC(2026, 2, 4, 6, 30);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

it.each([
  [-5 * MINUTE, "now", "just now"],
  [59_999, "now", "just now"],
  [MINUTE, "1 m", "1 minute ago"],
  [3 * MINUTE, "3 m", "3 minutes ago"],
  [59 * MINUTE, "59 m", "59 minutes ago"],
  [HOUR, "1 h", "1 hour ago"],
  [12 * HOUR, "12 h", "12 hours ago"],
  [12 * HOUR + MINUTE, "11:59 pm", "11:59 pm"],
  [63 * 24 * HOUR, "12:00 pm", "12:00 pm"],
])("%s ms after it, the age is %s", (age, text, words) => {
  expect(ageOf(NOON - age, NOON)).toEqual({ text, words });
});
