/** Finds the tests of each requirement by the ids in their titles, without running them. */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./steps";

/** A requirement is a line that begins with its id: `- [SUB13] …` or `| I-04 | …`. */
const DOCUMENTS = ["docs/requirements.md", "prove/INVARIANTS.md", "embedded/SPEC.md"];
const TEST_FOLDERS = ["e2e", "src", "domain", "convex", "bench", "scripts", "prove", "embedded"];
/** Proofs are listed by name, each with its title as a property. */
const TEST_FILE = /\.(test|spec)\.tsx?$|(^|\/)(prove\/.*|conformance)\.ts$/;

const REQUIREMENT = /^(?:- \[|\| )([A-Z]+-?\d+)\]? +(.*)$/gm;
/** Matches lower case too, so that a misspelt id counts as unknown. */
const ID = /\[([A-Za-z]+-?\d+)\]/g;
/** `test("…"`, `it.each(rows)("…"`, `describe("…"` and a proof's `title: "…"`. */
const TITLE =
  /(?:\b(?:test|it|describe)(?:\.\w+)*\(|\)\(|\btitle:)\s*(?<quote>["'`])(?<title>(?:\\.|(?!\k<quote>).)*)\k<quote>/gs;
const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm;
const NOT_RUN = /\b(?:test|it|describe)(?:\.\w+)*\.(?:skip|todo|fixme|fails?|only)\b/g;
/** A text of the user interface; {…} stands for variable parts. */
const TEXT = /“([^”]+)”/g;
const VARYING = /\{[^}]*\}/;

export interface Requirement {
  readonly id: string;
  readonly says: string;
}

export interface TestFile {
  readonly file: string;
  readonly source: string;
}

export interface Shown extends Requirement {
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

function readTestFiles(): TestFile[] {
  return TEST_FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .map((below) => path.join(folder, below).replaceAll(path.sep, "/"))
      .filter((file) => TEST_FILE.test(file) && !file.includes("node_modules/"))
      .sort()
      .map((file) => ({ file, source: readFileSync(path.join(ROOT, file), "utf8") })),
  );
}

export function requirementsIn(document: string): Requirement[] {
  return [...document.matchAll(REQUIREMENT)].map(([, id = "", says = ""]) => ({ id, says }));
}

export function titlesIn(source: string): string[] {
  return [...source.replace(COMMENT, "").matchAll(TITLE)].map(
    ({ groups }) => groups?.["title"] ?? "",
  );
}

function idsIn(title: string): string[] {
  return [...title.matchAll(ID)].map(([, id = ""]) => id);
}

export function shownBy(
  requirements: readonly Requirement[],
  files: readonly TestFile[],
): readonly Shown[] {
  const tests = files.flatMap(({ file, source }) =>
    titlesIn(source).map((title) => ({ file, title, ids: idsIn(title) })),
  );
  return requirements.map((requirement) => ({
    ...requirement,
    tests: tests.filter(({ ids }) => ids.includes(requirement.id)),
  }));
}

/** Returns the texts of a requirement that none of its test files contains. */
function unsaidTexts({ says, tests }: Shown, files: readonly TestFile[]): string[] {
  const its = files.filter(({ file }) => tests.some((test) => test.file === file));
  return [...says.matchAll(TEXT)]
    .map(([, text = ""]) => text)
    .filter((text) => {
      const parts = text.split(VARYING);
      return !its.some(({ source }) => parts.every((part) => source.includes(part)));
    });
}

/** Reports each requirement without a test, and each id in a title without a requirement. */
export function gaps(requirements: readonly Requirement[], files: readonly TestFile[]): string[] {
  const ids = requirements.map(({ id }) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  const shown = shownBy(requirements, files);
  return [
    ...twice.map((id) => `[${id}] is the id of two requirements`),
    ...shown.filter(({ tests }) => tests.length === 0).map(({ id }) => `[${id}] has no test`),
    ...shown
      .filter(({ tests }) => tests.length > 0)
      .flatMap((each) =>
        unsaidTexts(each, files).map((text) => `[${each.id}] no test of it says “${text}”`),
      ),
    ...files.flatMap(({ file, source }) => [
      ...titlesIn(source)
        .flatMap(idsIn)
        .filter((id) => !ids.includes(id))
        .map((id) => `[${id}] is no requirement, but ${file} names it`),
      ...[...source.matchAll(NOT_RUN)].map(
        ([call]) => `${file} has a test that is not run: ${call}`,
      ),
    ]),
  ];
}

/** Reads the requirements and the tests of this project. */
export function project(): { requirements: Requirement[]; files: TestFile[] } {
  const documents = DOCUMENTS.map((file) => readFileSync(path.join(ROOT, file), "utf8"));
  return { requirements: documents.flatMap(requirementsIn), files: readTestFiles() };
}
