/** Finds every test of the project in its source, with its title and what it says. It runs none. */
import ts from "typescript";
import { Listener, type Words } from "./said";
import { type Sources, sources, type ReadFile } from "./source";

export type FoundTest = {
  readonly file: string;
  /** With the titles of what it stands in: "the login page › is shown to those who are not signed in". */
  readonly title: string;
  /** Its own title alone. */
  readonly ownTitle: string;
  /** In a browser, as people see it. */
  readonly isBrowser: boolean;
  readonly words: Words;
};

const TESTS = new Set(["test", "it"]);
const GROUPS = new Set(["describe"]);
/** Tests that are not run show nothing. */
const ASLEEP = new Set(["skip", "todo", "fixme", "fails", "fail"]);

/** `test`, `test.skip`, `test.each(table)`, `test.describe`: the names of the callee, the first one first. */
function names(node: ts.Node): string[] {
  if (ts.isIdentifier(node)) return [node.text];
  if (ts.isPropertyAccessExpression(node)) return [...names(node.expression), node.name.text];
  return ts.isCallExpression(node) ? names(node.expression) : [];
}

type Role = "test" | "group" | "asleep" | null;

function roleOf(call: ts.CallExpression): Role {
  const [first = "", ...rest] = names(call.expression);
  if (!TESTS.has(first) && !GROUPS.has(first)) return null;
  if (!isTitled(call)) return null;
  if (rest.some((name) => ASLEEP.has(name))) return "asleep";
  if (GROUPS.has(first) || rest.includes("describe")) return "group";
  return rest.every((name) => name === "each" || name === "for") ? "test" : null;
}

/** A title and a function: `test.describe.configure({…})` and `test.setTimeout(…)` have none. */
function isTitled(call: ts.CallExpression): boolean {
  return titleOf(call) !== undefined && bodyOf(call) !== undefined;
}

function titleOf(call: ts.CallExpression): string | undefined {
  const [title] = call.arguments;
  if (title === undefined) return undefined;
  if (ts.isStringLiteralLike(title)) return title.text;
  if (!ts.isTemplateExpression(title)) return undefined;
  const spans = title.templateSpans.map(
    ({ expression, literal }) => `{${expression.getText()}}${literal.text}`,
  );
  return title.head.text + spans.join("");
}

function bodyOf(call: ts.CallExpression): ts.Node | undefined {
  return call.arguments.find((each) => ts.isArrowFunction(each) || ts.isFunctionExpression(each));
}

function testsOf(all: Sources, file: string): FoundTest[] {
  const tree = all.open(file);
  if (tree === undefined) return [];
  const listener = new Listener(all);
  const found: FoundTest[] = [];

  function look(node: ts.Node, groups: readonly string[]): void {
    const role = ts.isCallExpression(node) ? roleOf(node) : null;
    if (role === null || !ts.isCallExpression(node)) {
      ts.forEachChild(node, (child) => look(child, groups));
      return;
    }
    const title = titleOf(node) ?? "";
    const body = bodyOf(node);
    if (role === "asleep" || body === undefined) return;
    if (role === "group") {
      look(body, [...groups, title]);
      return;
    }
    const { words, asserts } = listener.hear(body);
    if (!asserts) return;
    found.push({
      file,
      title: [...groups, title].join(" › "),
      ownTitle: title,
      isBrowser: file.startsWith("e2e/"),
      words,
    });
  }

  look(tree, []);
  return found;
}

/** The tests of the files, in the order of the files; those that expect nothing are no tests. */
export function findTests(files: readonly string[], read: ReadFile): FoundTest[] {
  const all = sources(read);
  return files.flatMap((file) => testsOf(all, file));
}
