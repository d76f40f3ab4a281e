import { describe, expect, it, test } from "vitest";
import { ERRORS } from "../errors";
import { LEDGER_SUM_MAX_PAISE } from "../limits";
import {
  CREDIT_FIGURES,
  type CreditFigure,
  type CreditTerms,
  wrongCreditTerms,
} from "./creditTerms";
import { figureProblem, typedFigure } from "./figures";
import { inputTexts } from "./kinds";
import { AMOUNT } from "./payment";

describe("credit terms", () => {
  it.each<CreditTerms>([
    { terms: "onDelivery" },
    { terms: "advance", creditLimitPaise: 0 },
    { terms: "credit", creditDays: 1 },
    { terms: "credit", creditDays: 180, blockOverdueDays: 0, overduePaiseIgnored: 0 },
  ])("%o are within the limits", (terms) => expect(wrongCreditTerms(terms)).toEqual([]));

  it.each<[CreditTerms, CreditFigure]>([
    [{ terms: "credit" }, "creditDays"],
    [{ terms: "onDelivery", creditDays: 30 }, "creditDays"],
    [{ terms: "credit", creditDays: 0 }, "creditDays"],
    [{ terms: "credit", creditDays: 181 }, "creditDays"],
    [{ terms: "credit", creditDays: 1.5 }, "creditDays"],
    [{ terms: "onDelivery", creditLimitPaise: -1 }, "creditLimitPaise"],
    [{ terms: "onDelivery", creditLimitPaise: 2 ** 53 }, "creditLimitPaise"],
    [{ terms: "onDelivery", creditLimitPaise: Number.NaN }, "creditLimitPaise"],
    [{ terms: "onDelivery", blockOverdueDays: 366 }, "blockOverdueDays"],
    [{ terms: "onDelivery", overduePaiseIgnored: 0.5 }, "overduePaiseIgnored"],
  ])("%o are wrong in %s", (terms, name) => expect(wrongCreditTerms(terms)).toEqual([name]));
});

describe("the text of an amount", () => {
  it.each(["", "0", "-1", "1.005", "ten", "10,00,00,00,000.01"])("may not be %j", (text) => {
    expect(figureProblem(AMOUNT, text)).toBe(ERRORS.BAD_AMOUNT.text);
    expect(typedFigure(AMOUNT, text)).toBeNull();
  });

  it.each([
    ["0.01", 1],
    [" ₹1,00,000 ", 1_00_000_00],
    ["10,00,00,00,000", LEDGER_SUM_MAX_PAISE],
  ])("%j means %i paise", (text, paise) => {
    expect(figureProblem(AMOUNT, text)).toBeNull();
    expect(typedFigure(AMOUNT, text)).toBe(paise);
  });
});

test("absent terms are empty texts, and empty texts are valid", () => {
  const texts = inputTexts(CREDIT_FIGURES, { creditDays: 14, creditLimitPaise: 50_000_00 });
  expect(texts).toEqual({
    ...{ creditDays: "14", creditLimitPaise: "50000.00" },
    ...{ blockOverdueDays: "", overduePaiseIgnored: "" },
  });
  expect(figureProblem(CREDIT_FIGURES.overduePaiseIgnored, "")).toBeNull();
  expect(typedFigure(CREDIT_FIGURES.overduePaiseIgnored, "")).toBeNull();
});
