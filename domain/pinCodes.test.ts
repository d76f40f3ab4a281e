import { describe, expect, it } from "vitest";
import { isStateCode } from "./gst/states";
import { stateOfAddress } from "./pinCodes";

describe("the State of an address", () => {
  it.each([
    ["Shop 3, Peepal Chowk\nPune 411030", "27"],
    ["Fort, Mumbai 400 001, Maharashtra", "27"],
    ["Panaji 403001", "30"],
    ["9 Temple Tank Road\nKochi 682011", "32"],
    ["27 Fort Gate\nLucknow 226003", "09"],
    ["Dehradun 248001", "05"],
    ["Ranchi 834001", "20"],
    ["Patna 800001", "10"],
    ["Gangtok 737101", "11"],
    ["New Delhi 110001", "07"],
  ])("of %j is %s", (address, stateCode) => {
    expect(stateOfAddress(address)).toBe(stateCode);
    expect(isStateCode(stateCode)).toBe(true);
  });

  it("is that of the last PIN code", () => {
    expect(stateOfAddress("Depot of 302002 Jaipur, now 411001 Pune")).toBe("27");
  });

  it("is unknown without a PIN code, in a phone's number, and where no post goes", () => {
    for (const address of ["Pune", "", "Call 9876543210", "+91 98765 43210", "Plot 990001"])
      expect(stateOfAddress(address)).toBeUndefined();
  });
});
