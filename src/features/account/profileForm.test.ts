import { describe, expect, test } from "vitest";
import type { Me } from "../../session/userdata";
import { draftOf, profileProblems } from "./profileForm";
import { idOf } from "../../testing/fixtures.setup";

const MEENA: Me = {
  _id: idOf("u1"),
  role: "retailer",
  name: "Meena Talwari",
  email: "meena@mandi.test",
  phone: "+919000000021",
  address: "Shop 3\nPune",
  shopName: "Peepal Chowk Stores",
  imageUrl: null,
  createdAt: 0,
};

describe("the profile form", () => {
  test("starts with the saved details", () => {
    expect(draftOf(MEENA)).toEqual({
      name: "Meena Talwari",
      phone: "+919000000021",
      address: "Shop 3\nPune",
      companyName: "",
      shopName: "Peepal Chowk Stores",
    });
    expect(profileProblems(draftOf(MEENA), "retailer")).toEqual({});
  });

  test("requires every field of a trader, with the role's own texts", () => {
    const empty = { name: "", phone: "", address: "", companyName: "", shopName: "" };
    expect(profileProblems(empty, "distributor")).toEqual({
      name: "Please enter your name.",
      phone: "Please enter your phone number.",
      address: "Please enter your address.",
      companyName: "Please enter your company name.",
    });
    expect(profileProblems(empty, "retailer").shopName).toBe("Please enter your shop name.");
  });

  test("requires only a valid name of an administrator", () => {
    const empty = { name: "", phone: "", address: "", companyName: "", shopName: "" };
    expect(Object.keys(profileProblems(empty, "admin"))).toEqual(["name"]);
    expect(profileProblems({ ...empty, name: "A", phone: "call me" }, "admin")).toHaveProperty(
      "phone",
    );
  });
});
