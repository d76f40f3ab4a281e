import { expect, test } from "vitest";
import { endsIn, offerRefusal } from "./offerTexts";

const MINUTE_MS = 60_000;

test.each([
  [41.5 * 60, "ends in 41 h"],
  [60, "ends in 1 h"],
  [59.5, "ends in 60 min"],
  [0.1, "ends in 1 min"],
  [0, "has ended"],
  [-5, "has ended"],
])("the end in %d minutes is “%s”", (minutes, text) => {
  expect(endsIn(minutes * MINUTE_MS, 0)).toBe(text);
});

test.each([
  ["agreed", "You have agreed to this offer already."],
  ["declined", "This offer was declined. Your order waits for another answer."],
  ["withdrawn", "The distributor has withdrawn this offer. Your order waits for another answer."],
  ["expired", "This offer has ended. Your order waits for another answer."],
  ["lost", "This offer is no longer open."],
])("an offer that is %s says so", (state, text) => {
  expect(offerRefusal({ code: "OFFER_CLOSED", state })).toBe(text);
});
