/** Mails and notifications are written in the language of whoever gets them. */
import { beforeAll, expect, it } from "vitest";
import { t as text } from "../domain/language/texts";
import { notificationText } from "../domain/notificationTexts";
import { api } from "./_generated/api";
import { upiIdSaved } from "./account/notices";
import { mailNotice } from "./auth/notices";
import { setDeployment } from "./auth/visitor.setup";
import {
  connectPair,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  type Person,
  placeLines,
} from "./market.setup";
import { writeFor } from "./receiver";

beforeAll(setDeployment);

const HINDI = /\p{Script=Devanagari}/u;

it("[LANG2] a code is mailed in the language of the screen that asks for it, and in English to programs", async () => {
  const t = openMarket();
  await t.action(api.auth.sendOtp, { email: "a@corner.test", purpose: "signup", language: "hi" });
  await t.action(api.auth.sendOtp, { email: "b@corner.test", purpose: "signup" });
  const mails = await t.run((ctx) => ctx.db.query("outbox").take(3));
  expect(mails.map(({ subject, html }) => HINDI.test(subject) && HINDI.test(html))).toEqual([
    true,
    false,
  ]);
});

it("[LANG2] a notice is in the language of its account, advice and greeting too, and keeps its values", async () => {
  const t = openMarket();
  const mail = await t.run(async (ctx) => {
    const account = { email: "k@corner.test", name: "Kiran", phone: "", address: "" };
    const userId = await ctx.db.insert("users", { ...account, role: "retailer", language: "hi" });
    const user = await ctx.db.get("users", userId);
    await mailNotice(ctx, user!, () => upiIdSaved("kiran@bank"));
    return ctx.db.query("outbox").first();
  });
  const paragraphs = mail!.text.split("\n\n");
  expect(paragraphs.map((paragraph) => HINDI.test(paragraph))).toEqual([true, true, true]);
  expect(paragraphs[0]).toContain("Kiran");
  expect(paragraphs[1]).toContain("kiran@bank");
});

it("[LANG2] a notification is in its reader's language, and the next text in English again", () => {
  const facts = {
    kind: "orderAccepted",
    partnerName: "Asha",
    lineCount: 2,
    paise: 1_000_00,
    path: "/",
  } as const;
  const written = writeFor({ language: "hi" }, () => notificationText(facts, { showsSums: true }));
  expect(written.title).toMatch(HINDI);
  expect(written.title).toContain("Asha");
  expect(written.body).toMatch(/2 .*₹1,000\.00/);
  expect(text("Order accepted by {partner}", { partner: "Asha" })).toBe("Order accepted by Asha");
});

it("[LANG2] a distributor is told the language of its retailer, and of nobody else's", async () => {
  const t = openMarket();
  const [distributor, rival] = [await joinDistributor(t), await joinDistributor(t)];
  const retailer = await joinRetailer(t);
  await connectPair(t, retailer, distributor);
  const productId = await listProduct(t, distributor);
  const orderId = await placeLines(retailer, [{ productId, quantity: 1 }]);
  const seenBy = ({ client }: Person, id: string = orderId) =>
    client.query(api.orders.retailerLanguage, { orderId: id });
  expect(await seenBy(distributor)).toBe("en");
  await retailer.client.mutation(api.account.chooseLanguage, { language: "ta" });
  expect(await seenBy(distributor)).toBe("ta");
  expect(await seenBy(rival)).toBe("en");
  expect(await seenBy(distributor, "none")).toBe("en");
  const khata = { partnerId: retailer.user._id };
  expect(await distributor.client.query(api.khata.account, khata)).toMatchObject({
    partnerLanguage: "ta",
  });
});
