import { describe, expect, it } from "vitest";
import { isQuiet, nextDigest, quietMinutesLeft } from "./notifications";

const HOUR = 60;

describe("quiet hours", () => {
  const night = { quietFrom: 21 * HOUR + 30, quietTo: 7 * HOUR };

  it.each([
    ["20:59", 20 * HOUR + 59, false, 0],
    ["21:30", 21 * HOUR + 30, true, 9 * HOUR + 30],
    ["midnight", 0, true, 7 * HOUR],
    ["06:59", 6 * HOUR + 59, true, 1],
    ["07:00", 7 * HOUR, false, 0],
  ])("over midnight, at %s", (_, minute, quiet, left) => {
    expect(isQuiet(night, minute)).toBe(quiet);
    expect(quietMinutesLeft(night, minute)).toBe(left);
  });

  it("within a day", () => {
    const noon = { quietFrom: 12 * HOUR, quietTo: 14 * HOUR };
    expect(isQuiet(noon, 12 * HOUR)).toBe(true);
    expect(isQuiet(noon, 14 * HOUR)).toBe(false);
    expect(isQuiet(noon, 0)).toBe(false);
    expect(quietMinutesLeft(noon, 13 * HOUR)).toBe(HOUR);
  });

  it("without ends, or with equal ones, are none", () => {
    expect(isQuiet({}, 0)).toBe(false);
    expect(isQuiet({ quietFrom: 60, quietTo: 60 }, 60)).toBe(false);
  });
});

describe("the next digest", () => {
  const ist = (text: string) => Date.parse(`${text}:00+05:30`);

  it.each([
    ["morning", "2026-11-25T07:59", "2026-11-25T08:00"],
    ["morning", "2026-11-25T08:00", "2026-11-26T08:00"],
    ["morning", "2026-11-25T23:59", "2026-11-26T08:00"],
    ["morningAndEvening", "2026-11-25T00:00", "2026-11-25T08:00"],
    ["morningAndEvening", "2026-11-25T08:00", "2026-11-25T18:00"],
    ["morningAndEvening", "2026-12-31T18:00", "2027-01-01T08:00"],
  ] as const)("of %s, at %s, is at %s in India", (digest, now, at) => {
    expect(nextDigest(digest, ist(now))).toBe(ist(at));
  });

  it("is null for mails at once", () => {
    expect(nextDigest("none", ist("2026-11-25T08:00"))).toBeNull();
  });
});
