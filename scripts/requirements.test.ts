/** The scan of test titles, on small sources and on the project's own requirements. */
import { describe, expect, it, test } from "vitest";
import { gaps, project, requirementsIn, titlesIn } from "./requirements";

/** Split, so that these sources do not count as tests of this file. */
const call = (callee: string, title: string) => `${callee}(${title}, async () => {});\n`;
const TEST = "test";

/** A project with one requirement and one test for it, unless the parts say otherwise. */
function gapsOf({
  document = "- [X1] The button reads “Pay {sum}” in `red`.",
  source = `${call(TEST, '"[X1] pays"')} expect(button).toHaveText(\`Pay \${sum}\`);`,
}): string[] {
  return gaps(requirementsIn(document), [{ file: "a.test.ts", source }]);
}

describe("finds a title", () => {
  it.each([
    ["in a call", call("it", '"[X1] pays"')],
    ["in a group's call on its next line", call("test.describe", "\n  '[X1] pays'")],
    ["after a table with texts and brackets", call('it.each([["a)"], [b()]])', '"[X1] pays"')],
    ["after a condition", call("describe.skipIf(!isThere())", '"[X1] pays"')],
    ["as a proof's property", 'export const pay = {\n  title:\n    "[X1] pays",\n};'],
  ])("%s", (_where, source) => {
    expect(titlesIn(source)).toContain("[X1] pays");
  });

  it("finds a title with variables", () => {
    expect(titlesIn(call(TEST, '`[X1] ${who} pays "now"`'))).toEqual(['[X1] ${who} pays "now"']);
  });

  it.each([
    ["text", 'log("[X1] pays"); attest("[X1] pays");'],
    ["comment", `  // ${call(TEST, '"[X1] pays"')}  /*\n * ${call(TEST, '"[X1] pays"')} */`],
  ])("and no other %s is one", (_what, source) => {
    expect(titlesIn(source)).toEqual([]);
  });
});

describe("the check", () => {
  it("finds nothing missing where each requirement has a test", () => {
    expect(gapsOf({})).toEqual([]);
    expect(gapsOf({ document: "| X1   | Somebody pays. |" })).toEqual([]);
  });

  it("names a requirement without a test", () => {
    expect(gapsOf({ source: "" })).toEqual(["[X1] has no test"]);
  });

  it.each(["X2", "Y1", "x1"])("names the misspelt id %s", (id) => {
    const source = call(TEST, `"[${id}] pays"`);
    expect(gapsOf({ source })).toEqual([
      "[X1] has no test",
      `[${id}] is no requirement, but a.test.ts names it`,
    ]);
  });

  it("names two requirements with one id", () => {
    const document = "- [X1] Somebody pays.\n- [X1] Somebody else pays.";
    expect(gapsOf({ document })).toEqual(["[X1] is the id of two requirements"]);
  });

  it("names a text that no file of the requirement's tests contains", () => {
    const source = call(TEST, '"[X1] pays"');
    expect(gapsOf({ source })).toEqual(["[X1] no test of it says “Pay {sum}”"]);
  });

  it.each(["skip", "todo", "fixme", "fails", "only"])("names a test with .%s", (name) => {
    const source = `${call(`${TEST}.${name}`, '"[X1] pays"')} "Pay "`;
    expect(gapsOf({ source })).toEqual([`a.test.ts has a test that is not run: test.${name}`]);
  });
});

test("every requirement of the project has a test, and every id in a title is a requirement", () => {
  const { requirements, files } = project();
  expect(requirements.length).toBeGreaterThan(400);
  expect(gaps(requirements, files)).toEqual([]);
});
