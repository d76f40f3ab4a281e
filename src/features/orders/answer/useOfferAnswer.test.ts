import { expect, test } from "vitest";
import { offerRefusal } from "./useOfferAnswer";

test.each([
  ["agreed", "You have agreed to this offer already."],
  ["declined", "This offer was declined. Your order waits for another answer."],
  ["withdrawn", "The distributor has withdrawn this offer. Your order waits for another answer."],
  ["expired", "This offer has ended. Your order waits for another answer."],
  ["lost", "This offer is no longer open."],
])("an offer that is %s says so", (state, text) => {
  expect(offerRefusal({ code: "OFFER_CLOSED", state })).toBe(text);
});
