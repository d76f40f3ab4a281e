import { expect, test } from "vitest";
import { EVENTS_OF_ROLE } from "../../../domain/webhooks";
import { eventsText, outcomeText } from "./webhookTexts";

test("names a webhook's events unless it receives all", () => {
  expect(eventsText(EVENTS_OF_ROLE.retailer, "retailer")).toBe("All events");
  expect(eventsText(EVENTS_OF_ROLE.retailer, "distributor")).toContain("Order placed · ");
  expect(eventsText(["order.cancelled"], "retailer")).toBe("Order cancelled");
});

test("describes a delivery by its last answer and number of attempts", () => {
  expect(outcomeText({ attempts: 1 })).toBe("No answer yet");
  expect(outcomeText({ attempts: 1, status: 200 })).toBe("Answered 200");
  expect(outcomeText({ attempts: 3, status: 500, problem: "Out of paper" })).toBe(
    "Answered 500: Out of paper (3 attempts)",
  );
  expect(outcomeText({ attempts: 2, problem: "The connection was refused." })).toBe(
    "The connection was refused. (2 attempts)",
  );
});
