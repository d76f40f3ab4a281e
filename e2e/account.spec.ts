/** Profile, password, UPI ID, bank details and data export of one's own account. */
import { expect, test } from "@playwright/test";
import { type Market, startMarket } from "../testkit/market";
import { DEMO_PASSWORD, PICTURE } from "../testkit/people";
import { logIn, newVisitor } from "../testkit/browser/people";

const MEENA = { email: "meena@mandi.test", role: "retailer" } as const;
const NEW_PASSWORD = "quite another password";

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

test("shows a saved name and picture on another user's open page", async ({ browser }) => {
  test.setTimeout(120_000);
  const distributor = await newVisitor(browser, market);
  const retailer = await newVisitor(browser, market);
  await logIn(distributor, {
    email: "asha@mandi.test",
    password: DEMO_PASSWORD,
    role: "distributor",
  });
  await logIn(retailer, { ...MEENA, password: DEMO_PASSWORD });
  await distributor.goto("/retailerslist");
  await expect(distributor.getByText("Meena Talwari").first()).toBeVisible();

  await retailer.getByRole("button", { name: "User menu" }).click();
  await retailer.getByRole("menuitem", { name: "Your Profile" }).click();
  await retailer.getByLabel("Shop name").fill("");
  await retailer.getByRole("button", { name: "Save" }).click();
  await expect(retailer.getByText("Please enter your shop name.")).toBeVisible();
  await retailer.getByLabel("Shop name").fill("Peepal Corner");
  await retailer.getByLabel("Name", { exact: true }).fill("Meena T. Talwari");
  await retailer.getByLabel("Picture").setInputFiles(PICTURE);
  await retailer.getByRole("button", { name: "Save" }).click();
  await expect(retailer.getByText("Your profile was saved.")).toBeVisible();
  await expect(distributor.getByText("Meena T. Talwari").first()).toBeVisible();
});

test("ends other sessions on a password change, and all of them on sign-out everywhere", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const here = await newVisitor(browser, market);
  const phone = await newVisitor(browser, market);
  await logIn(here, { ...MEENA, password: DEMO_PASSWORD });
  await logIn(phone, { ...MEENA, password: DEMO_PASSWORD });
  await phone.goto("/pendingretail");
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Pending Orders");

  await here.goto("/settings");
  await here.getByLabel("Current password").fill("not the password");
  await here.getByLabel("New password").fill(NEW_PASSWORD);
  await here.getByRole("button", { name: "Change password" }).click();
  await expect(here.getByText("That is not your current password.")).toBeVisible();
  await here.getByLabel("Current password").fill(DEMO_PASSWORD);
  await here.getByRole("button", { name: "Change password" }).click();
  await expect(here.getByText("Your password was changed.")).toBeVisible();
  await phone.waitForURL("**/auth/login");

  await logIn(phone, { ...MEENA, password: NEW_PASSWORD });
  await phone.goto("/pendingretail");
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Pending Orders");
  await here.getByRole("button", { name: "Sign out everywhere" }).click();
  await here.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await here.waitForURL("**/auth/login");
  await phone.waitForURL("**/auth/login");
});

test("downloads the account's own data without password hashes", async ({ browser }) => {
  const distributor = await newVisitor(browser, market);
  await logIn(distributor, {
    email: "asha@mandi.test",
    password: DEMO_PASSWORD,
    role: "distributor",
  });
  await distributor.goto("/settings");
  const downloading = distributor.waitForEvent("download");
  await distributor.getByRole("button", { name: "Download my data" }).click();
  const file = await (await downloading).createReadStream();
  let text = "";
  for await (const chunk of file) text += String(chunk);
  const records = JSON.parse(text) as Record<string, unknown[]>;
  expect(records["account"]).toMatchObject([{ email: "asha@mandi.test" }]);
  expect(records["products"]?.length).toBeGreaterThan(24);
  expect(text).not.toContain("PBKDF2");
});

test("saves the UPI ID only with the correct password", async ({ browser }) => {
  const distributor = await newVisitor(browser, market);
  await logIn(distributor, {
    email: "asha@mandi.test",
    password: DEMO_PASSWORD,
    role: "distributor",
  });
  await distributor.goto("/settings");
  const payments = distributor.getByRole("region", { name: "Payments" });
  await payments.getByLabel("UPI ID").fill("asha.new@bank");
  await payments.getByRole("button", { name: "Save" }).click();
  const dialog = distributor.getByRole("dialog", { name: "Save this UPI ID?" });
  await dialog.getByRole("button", { name: "Save the UPI ID" }).click();
  await expect(dialog.getByText("Please enter your password.")).toBeVisible();
  await dialog.getByLabel("Your password").fill("not the password");
  await dialog.getByRole("button", { name: "Save the UPI ID" }).click();
  await expect(dialog.getByText("That is not your current password.")).toBeVisible();
  await dialog.getByLabel("Your password").fill(DEMO_PASSWORD);
  await dialog.getByRole("button", { name: "Save the UPI ID" }).click();
  await expect(distributor.getByText("Your UPI ID was saved.")).toBeVisible();
  await distributor.reload();
  await expect(payments.getByLabel("UPI ID")).toHaveValue("asha.new@bank");
});

test("[MONEY5] saves the bank details with the password, and forgets them when all fields are empty", async ({
  browser,
}) => {
  const distributor = await newVisitor(browser, market);
  await logIn(distributor, {
    email: "asha@mandi.test",
    password: DEMO_PASSWORD,
    role: "distributor",
  });
  await distributor.goto("/settings");
  const bank = distributor.getByRole("region", { name: "Bank details" });
  const save = async (name: string) => {
    await bank.getByRole("button", { name: "Save" }).click();
    const dialog = distributor.getByRole("dialog");
    await dialog.getByLabel("Your password").fill(DEMO_PASSWORD);
    await dialog.getByRole("button", { name }).click();
    await expect(dialog).toBeHidden();
  };
  await bank.getByLabel("Account holder").fill("Banyan Court Wholesale");
  await bank.getByLabel("Account number").fill("12345678");
  await bank.getByRole("button", { name: "Save" }).click();
  await expect(bank.getByText("Please enter 9 to 18 digits.")).toBeVisible();
  await bank.getByLabel("Account number").fill("0011 2233 4455");
  await bank.getByLabel("IFSC").fill("hdfc0001234");
  await save("Save the bank details");
  await distributor.reload();
  await expect(bank.getByLabel("Account number")).toHaveValue("001122334455");
  await expect(bank.getByLabel("IFSC")).toHaveValue("HDFC0001234");
  for (const label of ["Account holder", "Account number", "IFSC"])
    await bank.getByLabel(label).fill("");
  await save("Remove the bank details");
  await distributor.reload();
  await expect(bank.getByLabel("Account number")).toHaveValue("");
});
