/** Login and sign-up: texts, checks, and what a form does while its answer is on the way. */
import { ConvexError } from "convex/values";
import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { invitation } from "../../../domain/links";
import { type FakeClient, pageOf, serverError } from "../../testing/fakeClient.setup";
import { answerUploads } from "../../testing/uploads.setup";
import { MEENA, pictureFile } from "../../testing/fixtures.setup";
import {
  choose,
  clientFor,
  expectFields,
  expectNoSidewaysScroll,
  expectOptions,
  expectTexts,
  open,
  pressComposing,
  usePhone,
} from "../../testing/screen.setup";

const main = page.getByRole("main");
const button = (name: string) => page.getByRole("button", { name, exact: true });
const field = (label: string) => page.getByLabelText(label, { exact: true });

function refusal(code: string): ConvexError<{ code: string }> {
  return new ConvexError({ code });
}

describe("login", () => {
  async function logIn(client: FakeClient): Promise<void> {
    await open("/auth/login", client);
    await field("Email").fill(MEENA.email);
    await field("Password").fill("a long enough password");
    await button("Log in").click();
  }

  test("[LOGIN1] [LOGIN3] [LOGIN4] asks for e-mail, password and role, and says what is missing", async () => {
    const client = clientFor(null);
    await open("/auth/login", client);
    await expectFields(page, "Email", "Password", "Role");
    await expect.element(field("Role")).toHaveDisplayValue("Retailer");
    await expectOptions(field("Role"), ["Retailer", "Distributor", "Admin"]);
    await expectTexts(main, "Log in");
    await expect.element(main).toMatchTextContent("New user? Sign up Here");
    await expect
      .element(page.getByRole("link", { name: "Sign up Here" }))
      .toHaveAttribute("href", "/auth/signup");
    await button("Log in").click();
    await expectTexts(page, "Please enter your email.", "Please enter your password.");
    expect(client.argsOf(api.auth.signIn)).toEqual([]);
  });

  test("[LOGIN1] [LOGIN7] a refusal is told, and goes after 3 s", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await logIn(clientFor(null).onCall(api.auth.signIn, () => refusal("INVALID_LOGIN")));
    const words = page.getByText("Invalid email, password or role.");
    await expect.element(words).toBeVisible();
    vi.advanceTimersByTime(2_900);
    expect(words.elements().length).toBe(1);
    vi.advanceTimersByTime(200);
    await expect.element(words).not.toBeInTheDocument();
  });

  test("[FAILURE1] a login that fails says so", async () => {
    await logIn(clientFor(null).onCall(api.auth.signIn, serverError));
    await expectTexts(page, "An error occurred while logging in.");
  });

  test("[LOGIN2] [LOGIN5] while the login is under way the button says so, and both fields are empty when it is done", async () => {
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const client = clientFor(null).onCall(api.auth.signIn, async () => {
      await answered;
      return { tokens: null };
    });
    await logIn(client);
    await expect.element(button("Logging in...")).toBeDisabled();
    answer();
    await expectTexts(page, "Logged in successfully.");
    await expect.element(field("Email")).toHaveValue("");
    await expect.element(field("Password")).toHaveValue("");
  });

  test("a login that was given up without a connection is not made when the line is back", async () => {
    const client = clientFor(null).onCall(api.auth.signIn, () => ({ tokens: null }));
    await open("/auth/login", client);
    client.goOffline();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await field("Email").fill(MEENA.email);
    await field("Password").fill("a long enough password");
    await button("Log in").click();
    vi.advanceTimersByTime(15_000);
    await expectTexts(page, "An error occurred while logging in.");
    client.goOnline();
    await expect.element(button("Log in")).toBeEnabled();
    expect(client.argsOf(api.auth.signIn)).toEqual([]);
    await button("Log in").click();
    await expectTexts(page, "Logged in successfully.");
    expect(client.argsOf(api.auth.signIn)).toHaveLength(1);
  });

  test("fits a phone", async () => {
    await usePhone();
    await open("/auth/login", clientFor(null));
    await expect.element(button("Log in")).toBeVisible();
    await expectNoSidewaysScroll();
  });
});

describe("sign-up", () => {
  const EMAIL = "nandini@corner.test";
  const PICTURE = new File(["rice"], "shop.png", { type: "image/png" });

  function withCodes(client: FakeClient): FakeClient {
    return client
      .onCall(api.auth.sendOtp, () => ({ handle: "handle" }))
      .onCall(api.auth.verifyOtp, ({ otp }) =>
        otp === "123456" ? { ticket: "ticket" } : refusal("INVALID_OTP"),
      );
  }

  test("[SIGNUP1] [SIGNUP3] [SIGNUP4] [SIGNUP5] is dark, asks for everything, and clears the other role's name", async () => {
    await open("/auth/signup", clientFor(null));
    const theme = () => document.documentElement.getAttribute("data-theme");
    await expect.poll(theme).toBe("dark");
    await button("Switch to light theme").click();
    await expect.poll(theme).toBe("light");

    await expectTexts(page, "Register for a free account", "Log in");
    await expectFields(page, "Name", "Phone", "Email", "Password", "Role", "Shop name", "Address");
    await expect.element(field("Image")).toHaveAttribute("accept", "image/*");
    await expectOptions(field("Role"), ["Retailer", "Distributor"]);
    await field("Shop name").fill("Nandini's");
    await choose(field("Role"), "Distributor");
    await expect.element(field("Shop name")).not.toBeInTheDocument();
    await field("Company name").fill("Nandini & Sons");
    await choose(field("Role"), "Retailer");
    await expect.element(field("Shop name")).toHaveValue("");
    await choose(field("Role"), "Distributor");
    await expect.element(field("Company name")).toHaveValue("");
  });

  test("an Enter that ends a word of an input method neither registers nor sends the code", async () => {
    const client = withCodes(clientFor(null));
    await open("/auth/signup", client);
    await field("Name").click();
    pressComposing(field("Name"), "Enter");
    await field("Email").fill(EMAIL);
    const alerts = page.getByRole("alert").elements();
    expect(alerts.map(({ textContent }) => textContent).join("")).toBe("");
    await button("Send OTP").click();
    await expect.element(field("OTP")).toBeEnabled();
    await field("OTP").fill("123");
    pressComposing(field("OTP"), "Enter");
    await field("OTP").fill("123456");
    await userEvent.keyboard("{Enter}");
    await expectTexts(page, "Verified");
    expect(client.argsOf(api.auth.verifyOtp)).toMatchObject([{ otp: "123456" }]);
  });

  test("[SIGNUP1] [SIGNUP6] [SIGNUP7] [MARKET11] Register opens only to a verified e-mail", async () => {
    await open("/auth/signup", withCodes(clientFor(null)));
    await expect.element(button("Send OTP")).toBeDisabled();
    await expect.element(button("Verify OTP")).toBeDisabled();
    await expect.element(button("Register")).toBeDisabled();
    await expect.element(field("OTP")).toBeDisabled();
    await field("Name").click();
    await userEvent.keyboard("{Enter}");
    await expectTexts(
      page.getByRole("alert"),
      "Please verify your email with OTP before registering.",
    );

    await field("Email").fill(EMAIL);
    await button("Send OTP").click();
    await expectTexts(page, `OTP sent to ${EMAIL}.`);
    await expect.element(button("Verify OTP")).toBeDisabled();
    await field("OTP").fill("000000");
    await button("Verify OTP").click();
    await expectTexts(page, "Invalid OTP");
    await expect.element(button("Register")).toBeDisabled();
    await field("OTP").fill("123456");
    await button("Verify OTP").click();
    await expectTexts(page, "OTP verified successfully.", "Verified");
    await expect.element(button("Register")).toBeEnabled();
    await field("Email").fill(`other.${EMAIL}`);
    await expect.element(button("Register")).toBeDisabled();
  });

  test("[SIGNUP1] [SIGNUP8] [SIGNUP9] says of every field what is missing, and refuses what is no picture", async () => {
    const client = withCodes(clientFor(null));
    await open("/auth/signup", client);
    await field("Email").fill(EMAIL);
    await button("Send OTP").click();
    await field("OTP").fill("123456");
    await button("Verify OTP").click();
    await button("Register").click();
    await expectTexts(page, "Please enter your name.", "Please enter your phone number.");
    await expectTexts(page, "Please enter your password.", "Please enter your shop name.");
    await expectTexts(page, "Please enter your address.", "Please select an image file");
    await choose(field("Role"), "Distributor");
    await expectTexts(page, "Please enter your company name.");
    await field("Image").upload(new File(["rice"], "list.txt", { type: "text/plain" }));
    await expectTexts(page, "Please upload an image file (JPEG, PNG, GIF)");
    expect(client.argsOf(api.auth.register)).toEqual([]);
    await field("Image").upload(PICTURE);
    await expect
      .element(page.getByText("Please upload an image file (JPEG, PNG, GIF)"))
      .not.toBeInTheDocument();
  });

  async function fillIn(client: FakeClient, address = "/auth/signup"): Promise<void> {
    answerUploads();
    await open(address, withCodes(client));
    await field("Email").fill(EMAIL);
    await button("Send OTP").click();
    await field("OTP").fill("123456");
    await button("Verify OTP").click();
    for (const [label, text] of [
      ["Name", "Nandini Corner"],
      ["Phone", "+91 98765 43210"],
      ["Password", "a long enough password"],
      ["Shop name", "Nandini Corner Store"],
      ["Address", "4 Fort Road"],
    ] as const)
      await field(label).fill(text);
    await field("Image").upload(await pictureFile());
  }

  async function register(client: FakeClient, address?: string): Promise<void> {
    await fillIn(client, address);
    await button("Register").click();
  }

  test("[SIGNUP1] a registration is told, and leads to the login", async () => {
    const client = clientFor(null).onCall(api.auth.register, () => null);
    await register(client);
    await expectTexts(page, "Registration successful. Please log in.");
    expect(client.argsOf(api.auth.register)).toMatchObject([
      { name: "Nandini Corner", role: "retailer", ticket: "ticket", imageId: "picture" },
    ]);
  });

  test("the login after a registration knows e-mail and role, and asks for the password alone", async () => {
    await register(clientFor(null).onCall(api.auth.register, () => null));
    await page.getByRole("link", { name: "Go to login" }).click();
    await expect.element(field("Password")).toHaveFocus();
    await expect.element(field("Email")).toHaveValue(EMAIL);
    await expect.element(field("Role")).toHaveDisplayValue("Retailer");
    await expect.element(field("Password")).toHaveValue("");
  });

  test("[SIGNUP11] an invitation's address says the role, and who invited is sent along", async () => {
    const client = clientFor(null).onCall(api.auth.register, () => null);
    await register(client, invitation("asha"));
    await expectTexts(page, "Registration successful. Please log in.");
    expect(client.argsOf(api.auth.register)).toMatchObject([
      { role: "retailer", shopName: "Nandini Corner Store", invitedBy: "asha" },
    ]);
    await open("/auth/signup?role=distributor", clientFor(null));
    await expect.element(field("Role")).toHaveDisplayValue("Distributor");
    await open("/auth/signup?role=admin", clientFor(null));
    await expect.element(field("Role")).toHaveDisplayValue("Retailer");
  });

  test("[SIGNUP2] an e-mail that has an account is told so", async () => {
    await register(clientFor(null).onCall(api.auth.register, () => refusal("EMAIL_TAKEN")));
    await expectTexts(page, "An account with this email already exists.");
  });

  test("a ticket that is no longer good is told so, and the code can be asked for again", async () => {
    const client = clientFor(null).onCall(api.auth.register, () => refusal("EMAIL_NOT_VERIFIED"));
    await register(client);
    await expectTexts(
      page.getByRole("alert"),
      "Please verify your email with OTP before registering.",
    );
    await expect.element(page.getByText("Verified", { exact: true })).not.toBeInTheDocument();
    await expect.element(button("Register")).toBeDisabled();
    await expect.element(field("Password")).toHaveValue("a long enough password");
    await button("Send OTP").click();
    await field("OTP").fill("123456");
    await button("Verify OTP").click();
    client.onCall(api.auth.register, () => null);
    await button("Register").click();
    await expectTexts(page, "Registration successful. Please log in.");
  });

  test("an upload whose ticket is no longer good asks for the code, not for a login", async () => {
    const client = clientFor(null);
    await fillIn(client);
    vi.spyOn(window, "fetch").mockResolvedValue(
      Response.json({ code: "UNAUTHENTICATED", error: "Please log in." }, { status: 401 }),
    );
    await button("Register").click();
    await expectTexts(
      page.getByRole("alert"),
      "Please verify your email with OTP before registering.",
    );
    await expect.element(button("Send OTP")).toBeVisible();
  });

  test("[SIGNUP10] the banner goes after 3 s", async () => {
    await open("/auth/signup", withCodes(clientFor(null)));
    await field("Email").fill(EMAIL);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await button("Send OTP").click();
    const words = page.getByText(`OTP sent to ${EMAIL}.`);
    await expect.element(words).toBeVisible();
    vi.advanceTimersByTime(2_900);
    expect(words.elements().length).toBe(1);
    vi.advanceTimersByTime(200);
    await expect.element(words).not.toBeInTheDocument();
  });

  test("[FAILURE2] a code that can't be sent or verified says so", async () => {
    const client = clientFor(null).onCall(api.auth.sendOtp, serverError);
    await open("/auth/signup", client);
    await field("Email").fill(EMAIL);
    await button("Send OTP").click();
    await expectTexts(page, "Failed to send OTP. Please try again.");
    withCodes(client).onCall(api.auth.verifyOtp, serverError);
    await button("Send OTP").click();
    await field("OTP").fill("123456");
    await button("Verify OTP").click();
    await expectTexts(page, "An error occurred while verifying OTP.");
  });

  test("fits a phone", async () => {
    await usePhone();
    await open("/auth/signup", clientFor(null));
    await expect.element(button("Register")).toBeVisible();
    await expectNoSidewaysScroll();
  });
});

describe("a password reset", () => {
  test("whose ticket is no longer good lets the code be asked for again", async () => {
    const client = clientFor(null)
      .onCall(api.auth.sendOtp, () => ({ handle: "handle" }))
      .onCall(api.auth.verifyOtp, () => ({ ticket: "ticket" }))
      .onCall(api.auth.resetPassword, () => refusal("EMAIL_NOT_VERIFIED"));
    await open("/auth/reset", client);
    await field("Email").fill(MEENA.email);
    await button("Send OTP").click();
    await field("OTP").fill("123456");
    await button("Verify OTP").click();
    await field("New password").fill("a long enough password");
    await button("Set new password").click();
    await expect.element(button("Send OTP")).toBeVisible();
    await expect.element(button("Set new password")).not.toBeInTheDocument();
  });
});

describe("the mailbox of a system without mail", () => {
  const MAIL = {
    _id: "mail1",
    to: MEENA.email,
    subject: "Your code",
    text: "Your code is 123456.",
  };

  async function openMailbox(): Promise<void> {
    const client = clientFor(null)
      .onCall(api.auth.openMailbox, () => ({ key: "key" }))
      .answer(api.auth.mailbox, pageOf([{ ...MAIL, createdAt: 0 }]) as never);
    await open("/dev/mailbox", client);
  }

  test("copies a code", async () => {
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await openMailbox();
    await button("Copy").click();
    await expect.element(button("Copied")).toBeVisible();
    expect(write).toHaveBeenCalledExactlyOnceWith("123456");
  });

  test("says on plain http, where there is no clipboard, that the code is to be copied by hand", async () => {
    vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as never);
    await openMailbox();
    await button("Copy").click();
    await expectTexts(page, "Your browser does not let pages copy. Please select and copy it.");
  });
});
