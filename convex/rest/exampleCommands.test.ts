/** The commands of the description, which a reader pastes into a shell. */
import { describe, expect, it, test } from "vitest";
import { curlOf } from "./exampleCommands";
import { OPERATIONS } from "./operations";

test("a parameter of the path is the first variable that is needed", () => {
  const needs = { PARTNER: { words: "a partner" }, DAY: { words: "a day" } };
  expect(curlOf("GET /api/khata/{partnerId}/entries", { needs })).toBe(
    'curl "$MANDI/api/khata/$PARTNER/entries"',
  );
});

describe("the example of", () => {
  it.each(OPERATIONS)("$call has the source of each of its variables", ({ call, example }) => {
    const command = curlOf(call, example);
    expect(command).not.toMatch(/\$MANDI[^"]*\{/);
    const variables = new Set(command.match(/(?<=\$)[A-Z]+/g));
    const sources = ["MANDI", ...(example.as === undefined ? [] : ["TOKEN"])];
    expect([...variables].sort()).toEqual([...sources, ...Object.keys(example.needs ?? {})].sort());
  });
});
