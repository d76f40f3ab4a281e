/**
 * Failed actions other than orders, from login to feedback: the error text, the kept input, the enabled button, and a retry that
 * succeeds.
 */
import { expect, test } from "@playwright/test";
import { alertOf, RolePages, main, statusOf } from "../testkit/browser/rolePages";
import { settled } from "../testkit/browser/pages";
import { type Market, startMarket } from "../testkit/market";
import { DEMO_PASSWORD, oneTimeCode, PICTURE } from "../testkit/people";
import { newVisitor } from "../testkit/browser/people";
import {
  BREAKS,
  duringUploads,
  IS_AWAY,
  REFUSES,
  failingConnection,
} from "../testkit/browser/failingConnection";

let market: Market;
let rolePages: RolePages;
test.beforeAll(async ({ browser }) => {
  market = await startMarket();
  rolePages = new RolePages(browser, market);
});
test.afterEach(() => rolePages.expectNoErrors());
test.afterAll(() => market.stop());

test("[NAV13] [FAILURE1] tells a refused login from a failed one, shows that it is busy, and keeps the input", async () => {
  const { page, connection } = await rolePages.open("visitor");
  await page.goto("/auth/login");
  const button = page.getByRole("button", { name: "Log in", exact: true });
  await page.getByLabel("Email").fill("meena@mandi.test");
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await button.click();
  await expect(alertOf(page, "Invalid email, password or role.")).toBeVisible();

  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  connection.hold("auth:signIn");
  connection.fail("auth:signIn");
  await button.click();
  await expect(page.getByRole("button", { name: "Logging in..." })).toBeDisabled();
  connection.release("auth:signIn");
  await expect(alertOf(page, "An error occurred while logging in.")).toBeVisible();
  await expect(button).toBeEnabled();
  await expect(page.getByLabel("Email")).toHaveValue("meena@mandi.test");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(DEMO_PASSWORD);

  connection.mend("auth:signIn");
  await button.click();
  await page.waitForURL("**/homepageretailer");
  // A sign-out that fails on the server still ends the session on this page.
  await page.route("**/api/action", IS_AWAY);
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("**/auth/login");
});

test("shows an error when a login gets no answer", async ({ browser }) => {
  const page = await newVisitor(browser, market);
  const connection = await failingConnection(page);
  await page.clock.install();
  await page.goto("/auth/login");
  await page.getByLabel("Email").fill("meena@mandi.test");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  connection.hold("auth:signIn");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page.getByRole("button", { name: "Logging in..." })).toBeVisible();
  await page.clock.fastForward(15_000);
  await expect(alertOf(page, "An error occurred while logging in.")).toBeVisible();
});

test("[FAILURE2] shows each registration step's own error, and succeeds with the first input", async () => {
  const { page, connection } = await rolePages.open("visitor");
  const email = "nila@corner.test";
  const register = page.getByRole("button", { name: "Register" });
  await page.goto("/auth/signup");
  await page.getByLabel("Name", { exact: true }).fill("Nila Deshpande");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Phone").fill("+919000000077");
  await page.getByLabel("Password", { exact: true }).fill("a long enough one");
  await page.getByLabel("Shop name").fill("Nila Corner");
  await page.getByLabel("Address").fill("4 Well Street");
  await page.getByLabel("Image").setInputFiles(PICTURE);
  await page.getByLabel("Shop name").press("Enter");
  const unverified = "Please verify your email with OTP before registering.";
  await expect(alertOf(page, unverified)).toBeVisible();
  await expect(register).toBeDisabled();

  await test.step("shows errors of the one-time code", async () => {
    const send = page.getByRole("button", { name: "Send OTP" });
    const verify = page.getByRole("button", { name: "Verify OTP" });
    connection.fail("auth:sendOtp");
    await send.click();
    await expect(alertOf(page, "Failed to send OTP. Please try again.")).toBeVisible();
    connection.mend("auth:sendOtp");
    await send.click();
    await expect(statusOf(page, `OTP sent to ${email}.`)).toBeVisible();
    const code = await oneTimeCode(market, email);
    await page.getByLabel("OTP").fill(code === "000000" ? "111111" : "000000");
    await verify.click();
    await expect(alertOf(page, "Invalid OTP")).toBeVisible();
    await page.getByLabel("OTP").fill(code);
    connection.fail("auth:verifyOtp");
    await verify.click();
    await expect(alertOf(page, "An error occurred while verifying OTP.")).toBeVisible();
    connection.mend("auth:verifyOtp");
    await verify.click();
    await expect(statusOf(page, "OTP verified successfully.")).toBeVisible();
  });

  await test.step("shows errors of the upload", async () => {
    for (const [failure, sentence] of [
      [BREAKS, "Failed to upload image"],
      [IS_AWAY, "An error occurred while uploading the image"],
      [REFUSES, "Image file must be smaller than 5MB"],
    ] as const) {
      await duringUploads(page, "image", failure, async () => {
        await register.click();
        await expect(alertOf(page, sentence)).toBeVisible();
        await expect(register).toBeEnabled();
      });
    }
  });

  await test.step("shows errors of the registration", async () => {
    connection.fail("auth:register");
    await register.click();
    await expect(alertOf(page, "An error occurred while signing up.")).toBeVisible();
    connection.fail("auth:register", { code: "EMAIL_TAKEN" });
    await register.click();
    await expect(alertOf(page, "An account with this email already exists.")).toBeVisible();
    connection.mend("auth:register");
    await register.click();
    await expect(statusOf(page, "Registration successful. Please log in.")).toBeVisible();
  });
});

test("[NETWORK8] [FAILURE9] leaves a connection unchanged when requesting, answering or ending it fails", async () => {
  const { page: shop, connection: shopConnection } = await rolePages.open("retailer");
  await test.step("requesting", async () => {
    await shop.goto("/distributorslist");
    const card = main(shop).getByRole("article").filter({ hasText: "charu@mandi.test" });
    const connect = card.getByRole("button", { name: "Connect", exact: true });
    const notes = shop.getByRole("region", { name: "Announcements" });
    shopConnection.fail("network:request");
    await connect.click();
    const sentence = "An error occurred while adding to the network.";
    await expect(alertOf(notes, sentence)).toBeVisible();
    shopConnection.mend("network:request");
    await connect.click();
    await expect(statusOf(notes, "Charu Devrani added to your network!")).toBeVisible();
    await expect(card.getByRole("button", { name: "Requested" })).toBeVisible();
  });

  const { page, connection } = await rolePages.open("distributor");
  const notes = page.getByRole("region", { name: "Announcements" });
  await test.step("answering", async () => {
    await page.goto("/requests");
    const request = main(page).locator("tbody tr").filter({ hasText: "gopal@mandi.test" });
    for (const [button, sentence] of [
      ["Accept", "An error occurred while accepting the request."],
      ["Reject", "An error occurred while rejecting the request."],
    ] as const) {
      connection.fail("network:answer");
      await request.getByRole("button", { name: button }).click();
      await expect(alertOf(main(page), sentence)).toBeVisible();
      await expect(request).toBeVisible();
    }
    connection.mend("network:answer");
    await request.getByRole("button", { name: "Reject" }).click();
    await expect(statusOf(notes, "Request rejected successfully.")).toBeVisible();
    await expect(main(page).getByRole("alert")).toHaveCount(0);
  });
  await test.step("ending", async () => {
    await page.goto("/mynetwork");
    const cards = main(page).getByRole("article");
    await expect(cards.first()).toBeVisible();
    await settled(page);
    const before = await cards.count();
    const remove = async () => {
      await cards.first().getByRole("button", { name: "Remove from network" }).click();
      await page.getByRole("button", { name: "Remove retailer" }).click();
    };
    connection.fail("network:remove");
    await remove();
    await expect(alertOf(main(page), "Failed to reject the request.")).toBeVisible();
    await expect(cards).toHaveCount(before);
    connection.mend("network:remove");
    await remove();
    await expect(cards).toHaveCount(before - 1);
  });
});

test("[FAILURE4] keeps the form of a product until adding it succeeds", async () => {
  const { page, connection } = await rolePages.open("distributor");
  const image = page.getByLabel("Product image");
  const add = page.getByRole("button", { name: "Add Product", exact: true });
  await page.goto("/addproduct");
  await add.click();
  await expect(alertOf(main(page), "Please select an image file")).toBeVisible();
  await image.setInputFiles({ ...PICTURE, name: "list.txt", mimeType: "text/plain" });
  await expect(alertOf(main(page), "Please upload an image file (JPEG, PNG, GIF)")).toBeVisible();
  await image.setInputFiles({ ...PICTURE, buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
  await expect(alertOf(main(page), "Image file must be smaller than 5MB")).toBeVisible();

  await image.setInputFiles(PICTURE);
  await page.getByLabel("Product type").selectOption("Furniture");
  await page.getByLabel("Product name").fill("Folding stool");
  await page.getByLabel("Description").fill("Beech, stacks flat");
  await page.getByLabel("Quantity").fill("4");
  await page.getByLabel("Price").fill("450");
  await page.getByLabel("Stock").fill("60");
  for (const [failure, sentence] of [
    [BREAKS, "Failed to upload image"],
    [IS_AWAY, "An error occurred while uploading the image"],
  ] as const) {
    await duringUploads(page, "image", failure, async () => {
      await add.click();
      await expect(alertOf(main(page), sentence)).toBeVisible();
    });
  }
  for (const [refusal, sentence] of [
    [undefined, "An error occurred while adding the product."],
    [{ code: "BAD_PRODUCT" }, "Failed to add product"],
  ] as const) {
    connection.hold("products:add");
    connection.fail("products:add", refusal);
    await add.click();
    await expect(page.getByRole("button", { name: "Adding Product..." })).toBeDisabled();
    connection.release("products:add");
    await expect(alertOf(main(page), sentence)).toBeVisible();
    await expect(page.getByLabel("Product name")).toHaveValue("Folding stool");
  }
  connection.mend("products:add");
  await add.click();
  await expect(statusOf(page, "Product added successfully!")).toBeVisible();
  await expect(page.getByLabel("Product name")).toHaveValue("");
});

test("[FAILURE7] leaves a product unchanged when editing or deleting it fails", async () => {
  const { page, connection } = await rolePages.open("distributor");
  await page.goto("/productlist?type=Furniture");
  const cards = main(page).getByRole("article");
  const name = await cards.first().getByRole("heading").innerText();
  const card = cards.filter({ hasText: name });
  const dialog = page.getByRole("dialog");
  const notes = page.getByRole("region", { name: "Announcements" });
  await card.getByRole("button", { name: "Edit" }).click();
  await dialog.getByLabel("Price").fill("475");
  connection.fail("products:edit");
  await dialog.getByRole("button", { name: "Update Product" }).click();
  await expect(alertOf(dialog, "An error occurred while updating the product.")).toBeVisible();
  await expect(dialog.getByLabel("Price")).toHaveValue("475");
  connection.mend("products:edit");
  await dialog.getByRole("button", { name: "Update Product" }).click();
  await expect(statusOf(notes, "Product updated successfully.")).toBeVisible();
  await expect(card).toContainText("₹475.00");

  const remove = async () => {
    await card.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete product" }).click();
  };
  connection.fail("products:archive");
  await remove();
  await expect(alertOf(notes, "An error occurred while deleting the product.")).toBeVisible();
  await expect(card).toBeVisible();
  connection.mend("products:archive");
  await remove();
  await expect(card).toHaveCount(0);
  await expect(statusOf(notes, "Product deleted successfully.")).toBeVisible();
});

test("[FAILURE24] keeps an account in the admin's list when closing it fails, and shows why", async () => {
  const { page, connection } = await rolePages.open("admin");
  for (const [path, email, button, mutation, question, confirm, refused, broken] of [
    [
      "/adminretailerlist",
      "irfan@mandi.test",
      "Delete",
      "admin:deleteRetailer",
      "Are you sure you want to delete this retailer?",
      "Delete retailer",
      "Failed to delete the retailer.",
      "An error occurred while trying to delete the retailer.",
    ],
    [
      "/admindistributorslist",
      "bharat@mandi.test",
      "Remove",
      "admin:removeDistributor",
      "Are you sure you want to remove this distributor?",
      "Remove distributor",
      "Failed to remove the distributor.",
      "An error occurred while trying to remove the distributor.",
    ],
  ] as const) {
    await page.goto(path);
    const row = main(page).locator("tbody tr").filter({ hasText: email });
    await row.getByRole("button", { name: button }).click();
    const dialog = page.getByRole("alertdialog", { name: question });
    const close = dialog.getByRole("button", { name: confirm });
    connection.fail(mutation, { code: "NOT_FOUND" });
    await close.click();
    await expect(alertOf(dialog, refused)).toBeVisible();
    connection.fail(mutation);
    await close.click();
    await expect(alertOf(dialog, broken)).toBeVisible();
    await expect(close).toBeEnabled();
    connection.mend(mutation);
    await close.click();
    await expect(dialog).toHaveCount(0);
    await expect(row).toHaveCount(0);
  }
});

test("[FAILURE25] keeps feedback and messages that could not be sent, and sends them on retry", async () => {
  const { page, connection } = await rolePages.open("retailer");
  await test.step("feedback", async () => {
    await page.goto("/complaintandreview");
    await page.getByLabel("Complaint").fill("The lane is narrow");
    await page.getByRole("radio", { name: "3 stars" }).check();
    connection.fail("feedback:submit");
    await page.getByRole("button", { name: "Submit Feedback" }).click();
    const sentence = "Failed to submit feedback. Please try again.";
    await expect(alertOf(main(page), sentence)).toBeVisible();
    await expect(page.getByLabel("Complaint")).toHaveValue("The lane is narrow");
    connection.mend("feedback:submit");
    await page.getByRole("button", { name: "Submit Feedback" }).click();
    await expect(statusOf(main(page), "Feedback submitted successfully!")).toBeVisible();
  });
  await test.step("a message", async () => {
    await page.goto("/chat?with=asha@mandi.test");
    connection.fail("chat:send");
    await page.getByRole("textbox", { name: "Message" }).fill("Is it on its way?");
    await page.getByRole("button", { name: "Send" }).click();
    const bubble = page.getByRole("log").getByRole("listitem").last();
    await expect(alertOf(bubble, "Failed to send message")).toBeVisible();
    await expect(bubble).toContainText("Is it on its way?");
    connection.mend("chat:send");
    await bubble.getByRole("button", { name: "Retry" }).click();
    await expect(bubble.getByText(/^(Sent|Delivered)$/)).toBeVisible();
    await expect(alertOf(bubble, "Failed to send message")).toHaveCount(0);
  });
});
