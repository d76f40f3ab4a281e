import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { callPrinter } from "./callLog";
import type { Execution } from "./functions/executor";

let lines: string[];

beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
  vi.spyOn(process.stdout, "write").mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function executionOf(message: string, path = "orders:place"): Execution {
  return {
    entry: { component: "", path },
    ...{ kind: "mutation", result: { kind: "failure", failure: { message } }, logLines: [] },
    ...{ requestId: "r-1", durationMs: 1.23456 },
  } as unknown as Execution;
}

describe("[LOG1] a call's line of JSON", () => {
  test.each(['a\nb"}{', "\u2028\u0085\u001b[2J", '"},{"level":"info'])(
    "is one JSON object for any error message: %j",
    (text) => {
      callPrinter("json")(executionOf(`Uncaught Error: ${text}`, text));
      expect(lines).toHaveLength(1);
      expect(lines[0]?.slice(0, -1)).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect(JSON.parse(lines[0] ?? "")).toEqual({
        time: expect.any(String) as string,
        ...{ level: "error", requestId: "r-1", kind: "mutation", component: "", function: text },
        ...{ outcome: "failure", durationMs: 1.235, error: `Uncaught Error: ${text}`.trimEnd() },
      });
    },
  );

  test("truncates the error to 500 characters", () => {
    callPrinter("json")(executionOf("x".repeat(100_000)));
    const { error } = JSON.parse(lines[0] ?? "") as { error: string };
    expect(error).toBe(`${"x".repeat(500)}… (99500 more characters)`);
  });
});

test("[LOG2] logs at most 2,000 calls a second", () => {
  const print = callPrinter("json");
  for (let at = 0; at < 2_003; at += 1) print(executionOf("no"));
  expect(lines).toHaveLength(2_000);
  vi.advanceTimersByTime(1_000);
  expect(lines.at(-1)).toContain("3 lines were left out.");
});
