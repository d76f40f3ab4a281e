import { describe, expect, it } from "vitest";
import { withReturned } from "./completedInPlace";

const row = (id: string, createdAt: number, status = "accepted") => ({
  _id: id,
  createdAt,
  status,
});

const LATEST = (a: { createdAt: number }, b: { createdAt: number }) => b.createdAt - a.createdAt;

describe("a completed order on the list of accepted ones", () => {
  it("stays in its place, as completed", () => {
    const done = row("b", 20, "completed");
    expect(withReturned([row("a", 30), row("c", 10)], [done], LATEST)).toEqual([
      row("a", 30),
      done,
      row("c", 10),
    ]);
  });

  it("leaves an unchanged list alone", () => {
    const rows = [row("a", 30), row("c", 10)];
    expect(withReturned(rows, [], LATEST)).toBe(rows);
  });

  it("is shown once while the list still contains its old state", () => {
    const done = row("b", 20, "completed");
    expect(withReturned([row("a", 30), row("b", 20)], [done], LATEST)).toEqual([
      row("a", 30),
      done,
    ]);
  });
});
