/**
 * What a test says, and where: the literals that it expects to find, each with the address at which its page was then.
 *
 * A literal counts if it stands in an `expect(…)`, in the locator of something that is used (`getByLabel("Phone").fill("…")` fails
 * without that field), or in a table, a name or a helper from which one of these is made. What is only typed, or expected to be
 * absent, does not count.
 */
import ts from "typescript";
import { type FunctionNode, type Sources, asFunction, bare, boundTo } from "./source";
import { type Frame, Values } from "./values";

/** Each text with the addresses at which it was said. A regular expression stands between slashes; {} is what was put in. */
export type Words = ReadonlyMap<string, ReadonlySet<string>>;

export type Said = {
  readonly words: Words;
  /** Whether it expects anything at all. */
  readonly asserts: boolean;
};

/** What is done with a thing on the screen, which has to be there for it. */
const USES = new Set([
  "blur",
  "check",
  "clear",
  "click",
  "dblclick",
  "evaluate",
  "evaluateAll",
  "fill",
  "focus",
  "getAttribute",
  "hover",
  "innerText",
  "press",
  "pressSequentially",
  "selectOption",
  "setInputFiles",
  "tap",
  "textContent",
  "uncheck",
  "waitFor",
]);

/** By these a page comes to an address, or is said to have come there. */
const ARRIVALS = new Set(["goto", "waitForURL", "toHaveURL", "follow"]);

/** Matchers by which something is said not to be there. */
const ABSENT = new Set(["toBeHidden", "toHaveCount0"]);
const ABSENT_AFTER_NOT = new Set([
  "toBeVisible",
  "toBeAttached",
  "toContain",
  "toContainText",
  "toHaveText",
  "toHaveAccessibleName",
]);

/** The steps of a chain from its end to its root: `expect(x).not.toBe(y)` → toBe, not, expect. */
function chain(node: ts.Node): string[] {
  if (ts.isCallExpression(node)) {
    const isNone = node.arguments.length === 1 && node.arguments[0]?.getText() === "0";
    const [last = "", ...rest] = chain(node.expression);
    return [last === "toHaveCount" && isNone ? "toHaveCount0" : last, ...rest];
  }
  if (ts.isPropertyAccessExpression(node)) return [node.name.text, ...chain(node.expression)];
  return ts.isIdentifier(node) ? [node.text] : [];
}

function isExpectation(node: ts.Node): boolean {
  return ts.isCallExpression(node) && chain(node).at(-1) === "expect";
}

function expectsAbsence(expectation: ts.Node): boolean {
  const [matcher = "", before] = chain(expectation);
  return ABSENT.has(matcher) || (before === "not" && ABSENT_AFTER_NOT.has(matcher));
}

/** A text as it is compared: one space between words, {} for what is put in at run time. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isRegularExpressionLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join("");
}

function isAddress(text: string): boolean {
  return /^(\*\*)?\/[^\s]*$/.test(text);
}

/** Whether the name stands for a value here, and is not the name of a property, a parameter or a type. */
function isValueName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return !ts.isBindingElement(parent) && !ts.isParameter(parent) && !ts.isTypeNode(parent);
}

/** Made from something by a method, `rows.map(…)`: nobody knows before it runs. A locator is made too, but of what it says. */
function isComputed(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || ts.isIdentifier(node.expression)) return false;
  return !chain(node).some((name) => name.startsWith("getBy") || name === "locator");
}

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  return children;
}

/** Where each page of a test is, by the name of its variable. */
type Places = Map<string, readonly string[]>;

/** The names that a helper's parameters have at its caller. */
type Callers = ReadonlyMap<string, string>;

/** More rounds than any table of ours has; a longer one is taken as a whole. */
const ROUNDS_MAX = 300;

/** Reads the tests of one project. */
export class Listener {
  readonly #all: Sources;

  constructor(all: Sources) {
    this.#all = all;
  }

  /** Follows a test from its first statement to its last, once for every round of the loops that it stands in. */
  hear(test: ts.Node): Said {
    const hearing = new Hearing(this.#all);
    hearing.everyRound(loopsAround(test), () => hearing.follow(test, new Map()));
    return { words: hearing.words, asserts: hearing.asserts(test) };
  }
}

/** The loops in which a test is made, the outermost first. */
function loopsAround(test: ts.Node): ts.ForOfStatement[] {
  const loops: ts.ForOfStatement[] = [];
  for (let node = test; !ts.isSourceFile(node); node = node.parent) {
    if (ts.isForOfStatement(node)) loops.unshift(node);
  }
  return loops;
}

class Hearing {
  readonly words = new Map<string, Set<string>>();
  readonly #all: Sources;
  readonly #frame: Frame = new Map();
  readonly #values: Values;
  readonly #places: Places = new Map();
  /** The helpers in which we are. */
  readonly #inside: FunctionNode[] = [];

  constructor(all: Sources) {
    this.#all = all;
    this.#values = new Values(all, this.#frame);
  }

  everyRound([loop, ...inner]: readonly ts.ForOfStatement[], round: () => void): void {
    if (loop === undefined) {
      round();
      return;
    }
    const rows = this.#values.rowsOf(loop);
    if (rows.length === 0 || rows.length > ROUNDS_MAX) {
      this.everyRound(inner, round);
      return;
    }
    for (const row of rows) {
      this.#frame.set(loop, row);
      this.everyRound(inner, round);
    }
    this.#frame.delete(loop);
  }

  follow(node: ts.Node, callers: Callers): void {
    if (ts.isForOfStatement(node)) {
      this.follow(node.expression, callers);
      this.everyRound([node], () => this.follow(node.statement, callers));
      return;
    }
    if (ts.isCallExpression(node)) {
      const [last = ""] = chain(node);
      // `page.goto(…)`, `expect(page).toHaveURL(…)`, `follow(page, …)`.
      if (ARRIVALS.has(last)) this.#moveTo(node.arguments, this.#rootOf(node, callers));
      if (isExpectation(node)) {
        if (!expectsAbsence(node)) this.#hear([node], this.#rootOf(node, callers));
        this.#followHelper(node, callers);
        return;
      }
      if (USES.has(last)) this.#hear([node.expression], this.#rootOf(node, callers));
      this.#followHelper(node, callers);
    }
    ts.forEachChild(node, (child) => this.follow(child, callers));
  }

  /** Whether somebody who calls this is told when something is missing. */
  asserts(node: ts.Node, seen = new Set<ts.Node>()): boolean {
    if (isExpectation(node)) return true;
    const helper = ts.isCallExpression(node) ? this.#helperOf(node) : undefined;
    if (helper !== undefined && !seen.has(helper)) {
      seen.add(helper);
      if (this.asserts(helper, seen)) return true;
    }
    return ts.forEachChild(node, (child) => this.asserts(child, seen) || undefined) ?? false;
  }

  /** The function of ours that is called, if it is one. */
  #helperOf(call: ts.CallExpression): FunctionNode | undefined {
    if (!ts.isIdentifier(call.expression)) return undefined;
    const bound = boundTo(this.#all, call.expression);
    return bound?.is === "value" ? asFunction(bound.node) : undefined;
  }

  /** A helper is followed where it is called, with what it is given there. */
  #followHelper(call: ts.CallExpression, callers: Callers): void {
    const helper = this.#helperOf(call);
    if (helper === undefined || this.#inside.includes(helper)) return;
    const inner = new Map<string, string>();
    for (const [index, parameter] of helper.parameters.entries()) {
      const argument = call.arguments[index];
      if (argument === undefined) continue;
      const rest = parameter.dotDotDotToken !== undefined;
      const given = rest
        ? ts.factory.createArrayLiteralExpression(call.arguments.slice(index))
        : argument;
      this.#frame.set(parameter, given);
      if (ts.isIdentifier(parameter.name)) {
        inner.set(parameter.name.text, this.#rootOf(argument, callers));
      }
    }
    this.#inside.push(helper);
    this.follow(helper, inner);
    this.#inside.pop();
    for (const parameter of helper.parameters) this.#frame.delete(parameter);
  }

  #moveTo(given: readonly ts.Node[], page: string): void {
    const addresses = given.flatMap((each) => this.#textsIn(each)).filter(isAddress);
    if (addresses.length > 0) this.#places.set(page, addresses);
  }

  #hear(nodes: readonly ts.Node[], page: string): void {
    const here = this.#places.get(page) ?? [...this.#places.values()].flat();
    for (const text of nodes.flatMap((node) => this.#textsIn(node))) {
      const places = this.words.get(text) ?? new Set<string>();
      for (const place of here) places.add(place);
      this.words.set(text, places);
    }
  }

  /** The page (or other thing) at the beginning of a chain; a locator that was given a name leads to its page. */
  #rootOf(node: ts.Node, callers: Callers): string {
    const now = bare(node);
    if (ts.isCallExpression(now)) {
      const [first] = now.arguments;
      if (!ts.isIdentifier(now.expression)) return this.#rootOf(now.expression, callers);
      return first === undefined ? "" : this.#rootOf(first, callers);
    }
    if (ts.isPropertyAccessExpression(now)) return this.#rootOf(now.expression, callers);
    if (!ts.isIdentifier(now)) return "";
    const bound = boundTo(this.#all, now);
    // What is awaited is a page of its own, not a part of another.
    const isPart = bound?.is === "value" && ts.isCallExpression(bound.node);
    return isPart ? this.#rootOf(bound.node, callers) : (callers.get(now.text) ?? now.text);
  }

  /** Every text in a tree, and behind the names in it. */
  #textsIn(node: ts.Node, seen = new Set<ts.Node>()): string[] {
    if (seen.has(node)) return [];
    seen.add(node);
    const text = textOf(node);
    const own = text === undefined ? [] : [text.replace(/\s+/g, " ").trim()];
    const isName =
      ts.isPropertyAccessExpression(node) || (ts.isIdentifier(node) && isValueName(node));
    const values = isName ? this.#values.of(node).filter((value) => !isComputed(value)) : [];
    // `WORDS.sold` is what stands there, and not all of WORDS.
    const next = values.length > 0 ? values : childrenOf(node);
    const spoken = next.filter((each) => !isName || asFunction(each) === undefined);
    return [...own, ...spoken.flatMap((each) => this.#textsIn(each, seen))];
  }
}
