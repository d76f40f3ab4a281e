/** The feedback form. */
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { serverError } from "../../testing/fakeClient.setup";
import { ADMIN, ASHA, idOf } from "../../testing/fixtures.setup";
import {
  clientFor,
  expectFields,
  expectNoSidewaysScroll,
  expectTexts,
  open,
  usePhone,
} from "../../testing/screen.setup";

const ADDRESS = "/complaintandreview";
const submit = page.getByRole("button", { name: "Submit Feedback" });

/** The radio is drawn as a star: its label takes the click. */
const giveStars = (name: string) =>
  (page.getByRole("radio", { name }).element() as HTMLInputElement).click();

test("[FEEDBACK1] [FEEDBACK3] [FEEDBACK6] feedback knows who writes, and takes one to five stars", async () => {
  const client = clientFor(ASHA);
  await open(ADDRESS, client);
  for (const [label, value] of [
    ["Name", "Asha Kolhari"],
    ["Email", ASHA.email],
    ["Role", "Distributor"],
  ] as const) {
    const input = page.getByLabelText(label, { exact: true });
    await expect.element(input).toHaveValue(value);
    await expect.element(input).toHaveAttribute("readonly");
  }
  await expectFields(page, "Complaint", "Review");
  const rating = page.getByRole("group", { name: "Rating" });
  expect(rating.getByRole("radio").elements().length).toBe(5);
  await submit.click();
  await expectTexts(page, "Please choose a rating of 1 to 5 stars.");
  expect(client.argsOf(api.feedback.submit)).toEqual([]);
});

test("[FEEDBACK2] [FEEDBACK4] [FEEDBACK5] [FEEDBACK7] empty texts are taken, the form is empty afterwards, and the message goes after 3 s", async () => {
  const client = clientFor(ASHA).onCall(api.feedback.submit, () => ({
    feedbackId: idOf<"feedback">("feedback"),
  }));
  await open(ADDRESS, client);
  await expect.element(submit).toBeVisible();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  giveStars("5 stars");
  await submit.click();
  const words = page.getByText("Feedback submitted successfully!");
  await expect.element(words).toBeVisible();
  expect(client.argsOf(api.feedback.submit)).toEqual([{ complaint: "", review: "", rating: 5 }]);
  await expect.element(page.getByRole("radio", { name: "5 stars" })).not.toBeChecked();
  vi.advanceTimersByTime(2_900);
  expect(words.elements().length).toBe(1);
  vi.advanceTimersByTime(200);
  await expect.element(words).not.toBeInTheDocument();
});

test("[FAILURE25] feedback that fails says so, and stays typed", async () => {
  await open(ADDRESS, clientFor(ASHA).onCall(api.feedback.submit, serverError));
  const review = page.getByLabelText("Review");
  await review.fill("Good rice");
  giveStars("4 stars");
  await submit.click();
  await expectTexts(page.getByRole("alert"), "Failed to submit feedback. Please try again.");
  await expect.element(review).toHaveValue("Good rice");
});

test("feedback without a connection says that it waits", async () => {
  const client = clientFor(ASHA);
  await open(ADDRESS, client);
  await expect.element(submit).toBeVisible();
  client.goOffline();
  giveStars("4 stars");
  await submit.click();
  await expectTexts(page, "You are offline. This is sent as soon as the connection is back.");
});

test("an admin is sent to what others wrote", async () => {
  await open(ADDRESS, clientFor(ADMIN));
  await expect
    .element(page.getByRole("link", { name: "Read the feedback" }))
    .toHaveAttribute("href", "/admincomplaints");
});

test("the form fits a phone", async () => {
  await usePhone();
  await open(ADDRESS, clientFor(ASHA));
  await expect.element(submit).toBeVisible();
  await expectNoSidewaysScroll();
});
