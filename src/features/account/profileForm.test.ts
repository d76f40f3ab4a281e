import { describe, expect, test } from "vitest";
import type { Me } from "../../session/userdata";
import { detailFields } from "../../../domain/fields/account";
import { fieldProblems } from "../../forms/fieldProblems";
import { draftOf } from "./ProfilePage";
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
    expect(fieldProblems(detailFields("retailer"), draftOf(MEENA))).toEqual({});
  });

  test("requires every field of a trader, with the role's own texts", () => {
    const empty = { name: "", phone: "", address: "", companyName: "", shopName: "" };
    expect(fieldProblems(detailFields("distributor"), empty)).toEqual({
      name: "Please enter your name.",
      phone: "Please enter your phone number.",
      address: "Please enter your address.",
      companyName: "Please enter your company name.",
    });
    expect(fieldProblems(detailFields("retailer"), empty)).toHaveProperty(
      "shopName",
      "Please enter your shop name.",
    );
  });

  test("requires only a valid name of an administrator", () => {
    const empty = { name: "", phone: "", address: "", companyName: "", shopName: "" };
    expect(Object.keys(fieldProblems(detailFields("admin"), empty))).toEqual(["name"]);
    expect(
      fieldProblems(detailFields("admin"), { ...empty, name: "A", phone: "call me" }),
    ).toHaveProperty("phone");
  });
});
