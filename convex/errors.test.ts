import { ConvexError, type Value } from "convex/values";
import { describe, expect, it } from "vitest";
import type { ErrorCode, ErrorDataOf } from "../domain/errors";
import { fail, failWith } from "./errors";

/** tsc checks these calls: each line after `@ts-expect-error` must not compile. Nothing runs them. */
export const CALLS = (anyCode: ErrorCode, either: "NOT_FOUND" | "FORBIDDEN") => [
  () => fail("NOT_FOUND"),
  () => fail(either),
  () => fail("MIN_ORDER", { minPaise: 2, totalPaise: 1 }),
  () => fail("TOO_MANY"),
  () => fail("TOO_MANY", { retryAfterMs: 1 }),
  // @ts-expect-error It has no data.
  () => fail("NOT_FOUND", { field: "name" }),
  // @ts-expect-error Its data is absent.
  () => fail("MIN_ORDER"),
  // @ts-expect-error A field is absent.
  () => fail("MIN_ORDER", { minPaise: 2 }),
  // @ts-expect-error A field is of another type.
  () => fail("MIN_ORDER", { minPaise: 2, totalPaise: "1" }),
  // @ts-expect-error A field is not of this code.
  () => fail("MIN_ORDER", { minPaise: 2, totalPaise: 1, productName: "Rice" }),
  // @ts-expect-error An optional field is of another type.
  () => fail("TOO_MANY", { retryAfterMs: "soon" }),
  // @ts-expect-error It is not in the list.
  () => fail("NO_SUCH_CODE"),
  // @ts-expect-error Some codes need data.
  () => fail(anyCode),
  () => failWith({ code: "STALE_STOCK", stock: 1 }),
  // @ts-expect-error A field is absent.
  () => failWith({ code: "STALE_STOCK" }),
  // @ts-expect-error A field is not of this code.
  () => failWith({ code: "STALE_STOCK", stock: 1, max: 2 }),
  ({ stock }: ErrorDataOf<"STALE_STOCK">): number => stock,
  // @ts-expect-error A field is not of this code.
  (data: ErrorDataOf<"STALE_STOCK">) => void data.max,
];

describe("a refusal", () => {
  it.each([
    [() => fail("NOT_FOUND"), { code: "NOT_FOUND" }],
    [() => fail("STALE_STOCK", { stock: 1 }), { code: "STALE_STOCK", stock: 1 }],
    [() => failWith({ code: "STALE_STOCK", stock: 1 }), { code: "STALE_STOCK", stock: 1 }],
  ])("is thrown as a ConvexError whose data has the code and its fields", (refuse, data) => {
    let thrown: unknown;
    try {
      refuse();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ConvexError);
    expect((thrown as ConvexError<Value>).data).toEqual(data);
  });
});
