import { afterEach, describe, expect, it, vi } from "vitest";
import { FEEDBACK_MAX } from "../../domain/limits";
import { api } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import {
  FIRST_PAGE,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  openMarket,
  refusal,
  type Market,
  type Person,
} from "../market.setup";

const GOOD = { complaint: "Pictures are small.", review: "Quick to order.", rating: 4 };

function send(person: Person, feedback: Partial<typeof GOOD> = {}) {
  return person.client.mutation(api.feedback.submit, { ...GOOD, ...feedback });
}

function kept(t: Market): Promise<Doc<"feedback">[]> {
  return t.run((ctx) => ctx.db.query("feedback").take(100));
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("feedback", () => {
  it("reaches the admin, the newest first, with who said it and when", async () => {
    const t = openMarket();
    const [retailer, distributor] = [await joinRetailer(t), await joinDistributor(t)];
    const { feedbackId } = await send(retailer);
    expect((await kept(t)).map(({ _id }) => _id)).toEqual([feedbackId]);
    await send(distributor, { complaint: "", review: "  Fine.\nThank you.  ", rating: 5 });
    const admin = await joinAdmin(t);
    const { page } = await admin.client.query(api.feedback.list, { paginationOpts: FIRST_PAGE });
    expect(page).toMatchObject([
      {
        name: distributor.user.name,
        email: distributor.user.email,
        role: "distributor",
        complaint: "",
        review: "Fine.\nThank you.",
        rating: 5,
        createdAt: expect.any(Number) as number,
      },
      { name: retailer.user.name, role: "retailer", ...GOOD },
    ]);
  });

  it("stays when its author's account is closed", async () => {
    const t = openMarket();
    const [retailer, admin] = [await joinRetailer(t), await joinAdmin(t)];
    await send(retailer);
    await admin.client.mutation(api.admin.deleteRetailer, { userId: retailer.user._id });
    const { page } = await admin.client.query(api.feedback.list, { paginationOpts: FIRST_PAGE });
    expect(page).toMatchObject([{ name: retailer.user.name }]);
  });

  it.each([
    ["no texts at all", { complaint: "", review: "" }],
    ["texts as long as they may be", { complaint: "a".repeat(FEEDBACK_MAX) }],
    ["markup, as text", { review: "<script>alert(1)</script>" }],
    ["an emoji at the preview's edge", { complaint: `${"a".repeat(99)}😀😀` }],
  ])("[FEEDBACK4] is taken with %s, as it was typed", async (_, feedback) => {
    const t = openMarket();
    await send(await joinRetailer(t), feedback);
    expect(await kept(t)).toMatchObject([{ ...GOOD, ...feedback }]);
  });

  it.each([
    ["no stars", { rating: 0 }, "Rating (1 to 5 stars)"],
    ["six stars", { rating: 6 }, "Rating (1 to 5 stars)"],
    ["half a star", { rating: 4.5 }, "Rating (1 to 5 stars)"],
    ["stars without number", { rating: Number.NaN }, "Rating (1 to 5 stars)"],
    [
      "too long a complaint",
      { complaint: "a".repeat(FEEDBACK_MAX + 1) },
      "Complaint (up to 5000 characters)",
    ],
    [
      "too long a review",
      { review: "a".repeat(FEEDBACK_MAX + 1) },
      "Review (up to 5000 characters)",
    ],
    ["a control character", { review: "a\u0000b" }, "Review (up to 5000 characters)"],
    [
      "a turned reading direction",
      { complaint: "\u202eevil" },
      "Complaint (up to 5000 characters)",
    ],
  ])("[FEEDBACK6] is refused with %s, and nothing is kept", async (_, feedback, missing) => {
    const t = openMarket();
    const retailer = await joinRetailer(t);
    expect(await refusal(send(retailer, feedback))).toEqual({
      code: "MISSING_INFORMATION",
      missing: [missing],
    });
    expect(await kept(t)).toEqual([]);
  });

  it("is refused from admins", async () => {
    const t = openMarket();
    expect(await refusal(send(await joinAdmin(t)))).toEqual({ code: "FORBIDDEN" });
    expect(await kept(t)).toEqual([]);
  });

  it("is taken ten times an hour from one member, without taking it from others", async () => {
    const t = openMarket();
    const [eager, other] = [await joinRetailer(t), await joinRetailer(t)];
    for (let n = 0; n < 10; n += 1) await send(eager);
    expect(await refusal(send(eager))).toMatchObject({ code: "TOO_MANY" });
    await send(other);
    expect(await kept(t)).toHaveLength(11);
  });

  it("is taken any number of times where limits are off", async () => {
    vi.stubEnv("RATE_LIMITS", "off");
    const t = openMarket();
    const eager = await joinRetailer(t);
    for (let n = 0; n < 11; n += 1) await send(eager);
    expect(await kept(t)).toHaveLength(11);
  });
});
