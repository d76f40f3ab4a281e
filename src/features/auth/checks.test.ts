import { ConvexError } from "convex/values";
import { describe, expect, it } from "vitest";
import { UploadError } from "../../files/upload";
import { isTicketRefused, isVerifiedFor, signUpProblems, type SignUpValues } from "./checks";
import { loginProblems } from "./loginChecks";

const GOOD: SignUpValues = {
  name: "Kiran",
  email: "kiran@corner.test",
  phone: "+91 98765 43210",
  password: "a long enough password",
  role: "retailer",
  companyName: "",
  shopName: "Kiran Corner Store",
  address: "12 Station Road\nPune 411001",
  image: new File(["x"], "sign.png", { type: "image/png" }),
};

describe("the sign-up form", () => {
  it("accepts valid data of a retailer and of a distributor", () => {
    expect(signUpProblems(GOOD)).toEqual({});
    expect(
      signUpProblems({ ...GOOD, role: "distributor", companyName: "Devi Traders", shopName: "" }),
    ).toEqual({});
  });

  it("[SIGNUP8] requires every field, and a shop or company name by role", () => {
    const empty = {
      name: "",
      email: "",
      phone: "",
      password: "",
      shopName: "",
      companyName: "",
      address: " ",
      image: null,
    };
    const shared = ["name", "email", "phone", "password", "address", "image"];
    expect(Object.keys(signUpProblems({ ...empty, role: "retailer" })).sort()).toEqual(
      [...shared, "shopName"].sort(),
    );
    expect(Object.keys(signUpProblems({ ...empty, role: "distributor" })).sort()).toEqual(
      [...shared, "companyName"].sort(),
    );
  });

  it("shows the server's texts for invalid fields", () => {
    expect(signUpProblems({ ...GOOD, email: "kiran@" }).email).toBe(
      "Please enter a valid email address.",
    );
    expect(signUpProblems({ ...GOOD, phone: "12345" }).phone).toBe(
      "Please enter a valid phone number.",
    );
    expect(signUpProblems({ ...GOOD, password: "1234567" }).password).toBe(
      "Please choose a password of 8 to 128 characters.",
    );
  });

  it("refuses a name with an invisible letter, as the command does", () => {
    const problem = "Please use at most 100 plain characters.";
    expect(signUpProblems({ ...GOOD, name: "Ki\u3164ran" })).toEqual({ name: problem });
  });

  it("[SIGNUP9] accepts image files only", () => {
    const pdf = new File(["x"], "a.pdf", { type: "application/pdf" });
    expect(signUpProblems({ ...GOOD, image: pdf }).image).toBe(
      "Please upload an image file (JPEG, PNG, GIF)",
    );
  });
});

describe("a verified e-mail", () => {
  it("stays verified in another spelling, but not after an edit", () => {
    expect(isVerifiedFor("kiran@corner.test", " Kiran@Corner.test ")).toBe(true);
    expect(isVerifiedFor("kiran@corner.test", "kiran@corner.tes")).toBe(false);
    expect(isVerifiedFor(null, "kiran@corner.test")).toBe(false);
  });
});

describe("a ticket is refused", () => {
  it.each([
    ["by the call that takes it", new ConvexError({ code: "EMAIL_NOT_VERIFIED" }), true],
    ["by the upload", new UploadError("Please log in to continue.", null, "UNAUTHENTICATED"), true],
    ["not where something else is", new ConvexError({ code: "EMAIL_TAKEN" }), false],
    ["not where the picture is", new UploadError("Too large", null, "IMAGE_TOO_LARGE"), false],
    ["not where a proxy answers", new UploadError("Failed to upload image", 401), false],
    ["not without an answer", new Error("Connection lost"), false],
  ])("%s", (_, error, isRefused) => {
    expect(isTicketRefused(error)).toBe(isRefused);
  });
});

describe("the login form", () => {
  it("[LOGIN4] requires e-mail and password, and does not judge the password", () => {
    expect(Object.keys(loginProblems({ email: "", password: "" }))).toEqual(["email", "password"]);
    expect(loginProblems({ email: "a@b.co", password: "x" })).toEqual({});
  });
});
