/** Entries and statements for tests. */
import type { Statement } from "./collect";
import type { Entry } from "../../../lib/entryText";

/** The n-th entry of a khata: an invoice of ₹1,716.00, and for every third one a payment of ₹2,000.00. */
export function entryOf(n: number, balanceAfterPaise: number, rest: Partial<Entry> = {}): Entry {
  const isPayment = n % 3 === 2;
  return {
    _id: `entry${n}` as Entry["_id"],
    at: 0,
    day: "2026-04-15",
    balanceAfterPaise,
    ...(isPayment
      ? { kind: "payment", paise: -2_000_00, method: "upi", reference: "412345678901" }
      : { kind: "invoice", paise: 1_716_00, printedNumber: `SWD/26-27/${10_000 + n}` }),
    ...rest,
  };
}

export function entriesOf(count: number, openingPaise: number): Entry[] {
  let balance = openingPaise;
  return Array.from({ length: count }, (_, n) => {
    balance += entryOf(n, 0).paise;
    return entryOf(n, balance);
  });
}

export function statementOf(count: number, rest: Partial<Statement> = {}): Statement {
  const openingPaise = 1_00_000_00;
  const entries = entriesOf(count, openingPaise);
  const retailer = {
    business: "Peepal Chowk Stores",
    name: "Meena Talwari",
    phone: "+91 98765 43210",
    email: "meena@mandi.test",
  };
  return {
    from: "2026-04-01",
    to: "2026-04-30",
    distributor: {
      business: "Banyan Court Wholesale",
      name: "Asha Kolhari",
      phone: "+91 98765 43211",
      email: "asha@mandi.test",
    },
    retailer,
    partner: retailer,
    openingPaise,
    entries,
    isCut: false,
    closingPaise: entries.at(-1)?.balanceAfterPaise ?? openingPaise,
    ...rest,
  };
}
