import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Log, type LogFormat, RareError } from "./log";

let lines: string[];

function logOf(format: LogFormat): Log {
  return new Log({ format, write: (_level, line) => lines.push(line) });
}

beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const CONTROL = /[\p{Cc}\u2028\u2029\u200f\u202a-\u202e\u2066-\u2069]/u;
const HOSTILE = [
  "a\nforged line",
  "a\r\nforged line",
  "a\rforged",
  "\u001b[2J\u001b[1;1Hcleared",
  "\u009b2Jcleared",
  "\u0000\u0007\b\u007f",
  "\u2028forged\u2029forged\u0085forged",
  "\u202emoc.live\u2066\u200f",
  '"} {"level":"info","forged":true}',
];

describe("[LOG1] a line", () => {
  test.each(HOSTILE)("escapes %j in text", (text) => {
    for (const part of [text, new Error(text), { host: text }, [text]]) {
      logOf("text").print("error", ["Host:", part]);
      const line = lines.at(-1) ?? "";
      expect(line.indexOf("\n")).toBe(line.length - 1);
      expect(line.trimEnd()).not.toMatch(CONTROL);
    }
  });

  test.each(HOSTILE)("as JSON is one object with %j in it", (text) => {
    const log = logOf("json");
    log.print("error", [text, new Error(text)]);
    log.printObject({ function: text });
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line.indexOf("\n")).toBe(line.length - 1);
      expect(line.slice(0, -1)).not.toMatch(CONTROL);
      expect(JSON.parse(line)).not.toHaveProperty("forged");
    }
    expect(JSON.parse(lines[1] ?? "")).toEqual({ function: text });
  });

  test("truncates each argument to 500 characters", () => {
    const long = "x".repeat(1_000_000);
    logOf("text").print("error", [long, new Error(long), { long }]);
    expect(lines[0]).toContain("(999500 more characters)");
    expect(lines[0]?.length).toBeLessThan(4_000);
  });

  test("truncates a stack to 1,000 characters", () => {
    const error = new Error("deep");
    error.stack = `Error: deep${"\n    at strangersName (file.ts:1:1)".repeat(10_000)}`;
    logOf("text").print("error", [error]);
    expect(lines[0]?.match(/strangersName/g)).toHaveLength(28);
  });

  test("contains an error's stack and causes", () => {
    logOf("text").print("error", [new Error("outer", { cause: new Error("inner") })]);
    expect(lines[0]).toContain("log.test.ts");
    expect(lines[0]).toContain("because of Error: inner");
  });
});

test.each(["text", "json"] as const)(
  "[LOG1] an error of several lines is one line of %s",
  (format) => {
    const error = new Error("first\nsecond\r\n    at forged (file.ts:1:1)");
    logOf(format).print("error", ["Request 1 failed:", error]);
    expect(lines.join("").split("\n")).toHaveLength(2);
    expect(lines[0]).toContain("second");
  },
);

test("[LOG2] what strangers can cause is printed once a minute, and counted", () => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
  let now = 0;
  const rare = new RareError(() => now);
  for (; now < 130_000; now += 1_000) rare.print("no");
  expect(printed.mock.calls.flat()).toEqual([
    "no",
    "no 59 more of these were left out.",
    "no 59 more of these were left out.",
  ]);
  printed.mockRestore();
});

describe("[LOG2] a flood of lines", () => {
  test.each([
    ["text", 100],
    ["json", 2_000],
  ] as const)("of %s is limited to %i a second, and the rest counted", (format, most) => {
    const log = logOf(format);
    for (let at = 0; at < most + 7; at += 1) log.print("error", ["no"]);
    expect(lines).toHaveLength(most);
    vi.advanceTimersByTime(1_000);
    expect(lines).toHaveLength(most + 1);
    expect(lines.at(-1)).toContain("7 lines were left out.");
    log.print("error", ["again"]);
    expect(lines.at(-1)).toContain("again");
  });
});
