import { describe, expect, test } from "vitest";
import { ageingOf } from "../../../../domain/ageing";
import { internationalDigits } from "../../../device/contactLinks";
import { inLanguage } from "../../../../domain/language/texts";
import { catalogue } from "../../../../languages/hi/catalogue";
import { type Debt, reminderHref } from "./whatsApp";

const TODAY = "2026-11-28";

function debtOf(dues: Debt["dues"], rest: Partial<Debt> = {}): Debt {
  const balancePaise = dues.reduce((sum, { openPaise }) => sum + openPaise, 0);
  const ageing = ageingOf(dues, TODAY);
  return { company: "Banyan & Court", balancePaise, ageing, dues, today: TODAY, ...rest };
}

const hrefOf = (debt: Debt, phone = "9876543210") => reminderHref(phone, debt, (write) => write());

describe("the number that WhatsApp is opened with", () => {
  test.each([
    ["9876543210", "919876543210"],
    ["98765 43210", "919876543210"],
    ["09876543210", "919876543210"],
    ["+91 98765-43210", "919876543210"],
    ["919876543210", "919876543210"],
    ["0091 98765 43210", "919876543210"],
    ["+977 984-1234567", "9779841234567"],
    ["+6591234567", "6591234567"],
  ])("of %s is %s", (phone, digits) => {
    expect(internationalDigits(phone)).toBe(digits);
  });

  test.each(["", "2345678", "none"])("is missing for %j", (phone) => {
    expect(internationalDigits(phone)).toBeNull();
    expect(hrefOf(debtOf([{ dueOn: TODAY, openPaise: 100 }]), phone)).toBeNull();
  });
});

describe("the reminder", () => {
  const textOf = (debt: Debt) => new URL(hrefOf(debt) ?? "about:blank").searchParams.get("text");

  test("[REMINDER3] names all that is overdue, and since when", () => {
    const dues = [
      { dueOn: "2026-11-01", openPaise: 1_000_00 },
      { dueOn: "2026-11-20", openPaise: 7_400_00 },
      { dueOn: "2026-12-05", openPaise: 99_00 },
    ];
    expect(textOf(debtOf(dues))).toBe(
      "A reminder from Banyan & Court: ₹8,400.00 is overdue, a part of it since 01 Nov 2026. Thank you.",
    );
    expect(textOf(debtOf(dues.slice(1)))).toBe(
      "A reminder from Banyan & Court: ₹7,400.00 was due on 20 Nov 2026. Thank you.",
    );
  });

  test("[REMINDER3] names what is due next where nothing is overdue", () => {
    const dues = [
      { dueOn: TODAY, openPaise: 1_000_00 },
      { dueOn: TODAY, openPaise: 500_00 },
      { dueOn: "2026-12-05", openPaise: 99_00 },
    ];
    expect(textOf(debtOf(dues))).toBe(
      "A reminder from Banyan & Court: ₹1,500.00 is due on 28 Nov 2026. Thank you.",
    );
  });

  test("[LANG2] is in the language of the retailer", () => {
    const href = reminderHref("9876543210", debtOf([{ dueOn: TODAY, openPaise: 100 }]), (write) =>
      inLanguage("hi", catalogue, write),
    );
    const text = new URL(href ?? "about:blank").searchParams.get("text");
    expect(text).toBe(
      "Banyan & Court की तरफ़ से याद दिलाने के लिए: ₹1.00 28 नव॰ 2026 को देने हैं। धन्यवाद।",
    );
  });

  test("counts overdue sums that the page does not list", () => {
    const dues = [{ dueOn: "2026-11-01", openPaise: 100_00 }];
    const ageing = { ...ageingOf(dues, TODAY), over90: 900_00 };
    expect(textOf(debtOf(dues, { ageing }))).toContain("₹1,000.00 is overdue");
  });

  test("is not offered where nothing is owed", () => {
    expect(hrefOf(debtOf([]))).toBeNull();
    const paid = debtOf([{ dueOn: TODAY, openPaise: 100 }], { balancePaise: 0 });
    expect(hrefOf(paid)).toBeNull();
  });

  test("cannot be given another address or parameter by a company's name", () => {
    const company = "A&phone=1#?/x\u202e";
    const href = hrefOf(debtOf([{ dueOn: TODAY, openPaise: 1 }], { company }));
    const url = new URL(href ?? "about:blank");
    expect([url.origin, url.pathname, [...url.searchParams.keys()], url.hash]).toEqual([
      ...["https://wa.me", "/919876543210", ["text"], ""],
    ]);
  });
});
