/**
 * Regular expressions of the product take linear time, whatever text somebody sends: `recheck` judges each of them. One that it
 * can't clear is rewritten, or stands below with what bounds its text.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { checkSync } from "recheck";
import ts from "typescript";
import { expect, test, vi } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "..");
const PRODUCT = ["domain", "languages", "convex", "src", "embedded", "public"];
const NOT_PRODUCT =
  /\.(?:test|setup)\.tsx?$|\/_generated\/|^embedded\/(?:[\w/]+\/)?(?:fixtures|prove|test|testkit|examples)\//;
/** Of one pattern; those that the library judges at all take a fiftieth where nothing else runs. */
const TIMEOUT_MS = 30_000;
/**
 * The library tries texts for as long as the clock allows, and on a busy machine it has suspected patterns that it clears otherwise. One
 * that takes longer than linear time is suspected each time.
 */
const LOOKS = 3;

/** The reason why a pattern never runs on a long text of somebody else's, by the pattern. */
const BOUNDED: Readonly<Record<string, string>> = {
  [String.raw`/^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?=[\d-]*[a-z])[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/`]:
    "a hostname of at most 253 characters, checked before",
  [String.raw`/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g`]:
    "a file that the operator imports with the admin key",
  [String.raw`/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/`]:
    "a file that the operator imports with the admin key",
  [String.raw`/^ +| +$/g`]: "the header of a file that the operator imports with the admin key",
  [String.raw`/=+$/`]: "base64, checked before to end with two of them at most",
  [String.raw`/^\s{0,100}(import|export)/m`]: "source code that the admin key pushed",
  [String.raw`/^\s*(?:\/\/[^\n]*\n\s*|\/\*[\s\S]*?\*\/\s*)*(["'])use node\1/`]:
    "source code that the admin key pushed",
  [String.raw`/\n {4}at [^\n]*?\.\.\/convex\/([\w.]+)\.[jt]s:/`]:
    "the stack of code that the admin key pushed",
  [String.raw`/^\s+at (?<async>async )?(?:(?<name>.*?) \()?(?<file>convex-bundle:\/.*?):(?<line>\d+):(?<column>\d+)\)?$/`]:
    "a line of 2,000 characters, checked before",
  [String.raw`/Found ID "[^\n]*"(?=( from table ${"`"}[^\n]*${"`"})?, which does not match)/g`]:
    "a message whose values are cut",
  [String.raw`/^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|(?:true-|x-)?client-ip|x-cluster-client-ip|x-original-.+|cf-.+|cdn-loop|fly-.+)$/`]:
    "linear: alternatives differ from their beginnings on; names of headers, 16 KB in all",
  [String.raw`/[.-][\w-]{8,64}\.\w{1,8}$/`]: "linear: an attempt has at most 73 characters",
  [String.raw`/<(?:\w+:)?row\b([^<>]*)>|<(?:\w+:)?c\b([^<>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g`]:
    "the user's own file, read in a worker of their own browser",
  [String.raw`/<(?:\w+:)?mergeCell\b[^<>]*?\bref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g`]:
    "the user's own file, read in a worker of their own browser",
  [String.raw`/<(?:\w+:)?sheet\b[^<>]*>/g`]:
    "linear: an attempt ends at the next bracket; the user's own file in their own browser",
  [String.raw`/<(?:\w+:)?Relationship\b[^<>]*>/g`]:
    "linear: an attempt ends at the next bracket; the user's own file in their own browser",
};

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", ...PRODUCT], {
  cwd: ROOT,
})
  .toString()
  .split("\n")
  .filter((file) => /\.(?:tsx?|mjs|js)$/.test(file) && !NOT_PRODUCT.test(file));

const sources = files.map((file) =>
  ts.createSourceFile(
    file,
    readFileSync(path.join(ROOT, file), "utf8"),
    ts.ScriptTarget.Latest,
    true,
  ),
);

function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  for (const child of node.getChildren()) yield* nodesOf(child);
}

/** Constants that are texts or numbers, which patterns are put together from. */
const constants = new Map<string, string>();
for (const source of sources)
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations)
      if (initializer !== undefined && ts.isIdentifier(name)) {
        if (ts.isStringLiteralLike(initializer)) constants.set(name.text, initializer.text);
        if (ts.isNumericLiteral(initializer)) constants.set(name.text, initializer.text);
      }
  }

/** The text of an expression, or undefined where only a run would tell it. */
function textOf(node: ts.Node | undefined): string | undefined {
  if (node === undefined) return "";
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) return constants.get(node.text);
  if (!ts.isTemplateExpression(node)) return undefined;
  const spans = node.templateSpans.map(({ expression, literal }) => {
    const text = textOf(expression);
    return text === undefined ? undefined : text + literal.text;
  });
  return spans.includes(undefined) ? undefined : node.head.text + spans.join("");
}

type Pattern = { readonly source: string; readonly flags: string; readonly place: string };

function patternOf(node: ts.Node, place: string): Pattern | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf("/");
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1), place };
  }
  const isMade = ts.isNewExpression(node) || ts.isCallExpression(node);
  if (!isMade || node.expression.getText() !== "RegExp") return undefined;
  const [source, flags] = [textOf(node.arguments?.[0]), textOf(node.arguments?.[1])];
  if (source === undefined || flags === undefined)
    throw new Error(`${place}: a pattern must be known without running the code`);
  return { source, flags, place };
}

const patterns = new Map<string, Pattern>();
for (const source of sources)
  for (const node of nodesOf(source)) {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    const pattern = patternOf(node, `${source.fileName}:${line}`);
    if (pattern !== undefined) patterns.set(`/${pattern.source}/${pattern.flags}`, pattern);
  }

/** The reason why a pattern may take longer than linear time, or null. */
function fault({ source, flags, place }: Pattern, looks = LOOKS): string | null {
  const result = checkSync(source, flags, { timeout: TIMEOUT_MS });
  if (result.status === "safe") return null;
  if (looks > 1) return fault({ source, flags, place }, looks - 1);
  const why = result.status === "vulnerable" ? result.complexity.summary : result.error.kind;
  return `${place} /${source}/${flags}: ${why}`;
}

// In JavaScript: the library's other engines are not there on each platform.
vi.stubEnv("RECHECK_SYNC_BACKEND", "pure");

test(
  "each pattern of the product takes linear time, or has a bounded text",
  { timeout: 600_000 },
  () => {
    expect(patterns.size).toBeGreaterThan(200);
    const unbounded = [...patterns].filter(([text]) => !Object.hasOwn(BOUNDED, text));
    expect(unbounded.flatMap(([, pattern]) => fault(pattern) ?? [])).toEqual([]);
  },
);

test("the list of bounded texts names patterns that exist", () => {
  expect(Object.keys(BOUNDED).filter((text) => !patterns.has(text))).toEqual([]);
});

test("the judge finds what looks for an end behind a repetition", { timeout: 120_000 }, () => {
  const hostile = ["\\s*(?:\\/-|rs)$", "0+$", "(a+)+$", "^(?:from\\s*)?([^:=@]+)[:=@](.+)$"];
  const faults = hostile.map((source) => fault({ source, flags: "", place: "" }));
  expect(faults).not.toContain(null);
});
