/**
 * From an expression to the pieces of source that make its value: `ERRORS.NOT_FOUND.text` leads to one literal, a loop's variable to
 * one literal per round. Where the way gets lost (a computed value), the answer is the whole of what it was computed from.
 */
import ts from "typescript";
import { type Bound, type Sources, bare, boundTo } from "./source";

/** Deeper than any table of ours; a ring of names ends here too. */
const DEEPEST = 12;

/** What holds just now: the row of a loop's round, the arguments of a call. */
export type Frame = Map<ts.ForOfStatement | ts.ParameterDeclaration, ts.Node>;

export class Values {
  readonly #all: Sources;
  readonly #frame: Frame;

  constructor(all: Sources, frame: Frame) {
    this.#all = all;
    this.#frame = frame;
  }

  /** The pieces of source behind an expression. */
  of(node: ts.Node): ts.Node[] {
    return this.#of(node, 0);
  }

  /** The rows through which a loop goes. */
  rowsOf(loop: ts.ForOfStatement): ts.Node[] {
    return this.#elementsOf(loop.expression, 0);
  }

  #of(node: ts.Node, depth: number): ts.Node[] {
    const expression = bare(node);
    if (depth > DEEPEST) return [expression];
    if (ts.isIdentifier(expression)) {
      const bound = boundTo(this.#all, expression);
      return bound === undefined ? [] : this.#ofBound(bound, depth + 1);
    }
    if (ts.isPropertyAccessExpression(expression)) {
      const key = expression.name.text;
      return this.#of(expression.expression, depth + 1).flatMap((each) =>
        this.#part(each, key, depth),
      );
    }
    if (ts.isElementAccessExpression(expression)) {
      const whole = this.#of(expression.expression, depth + 1);
      const [key, ...others] = this.#of(expression.argumentExpression, depth + 1);
      if (key !== undefined && others.length === 0 && ts.isStringLiteral(key)) {
        return whole.flatMap((each) => this.#part(each, key.text, depth));
      }
      // Which one is known when it runs: any of them.
      return whole
        .flatMap((each) => this.#elements(each, depth))
        .flatMap((each) => (ts.isPropertyAssignment(each) ? this.#part(each, 1, depth) : [each]));
    }
    return [expression];
  }

  #ofBound(bound: Bound, depth: number): ts.Node[] {
    switch (bound.is) {
      case "value":
        return this.#of(bound.node, depth);
      case "element": {
        const row = bound.round === undefined ? undefined : this.#frame.get(bound.round);
        return row === undefined ? this.#elementsOf(bound.of, depth) : this.#of(row, depth + 1);
      }
      case "parameter": {
        const given = this.#frame.get(bound.node);
        return given === undefined ? [] : this.#of(given, depth + 1);
      }
      case "part":
        return this.#ofBound(bound.of, depth).flatMap((each) => this.#part(each, bound.key, depth));
    }
  }

  /** What a table holds: elements of a list, entries of a record. */
  #elements(node: ts.Node, depth: number): ts.Node[] {
    const whole = bare(node);
    if (ts.isArrayLiteralExpression(whole)) {
      return whole.elements.flatMap((element) =>
        ts.isSpreadElement(element)
          ? this.#elementsOf(element.expression, depth)
          : this.#of(element, depth + 1),
      );
    }
    if (ts.isObjectLiteralExpression(whole)) return [...whole.properties];
    return ts.isCallExpression(whole) ? this.#elementsOfCall(whole, depth) : [whole];
  }

  #elementsOf(node: ts.Node, depth: number): ts.Node[] {
    return this.#of(node, depth + 1).flatMap((each) => this.#elements(each, depth + 1));
  }

  /** `Object.entries(table)`, `table.filter(…)`; what other calls make is not known before they run. */
  #elementsOfCall(call: ts.CallExpression, depth: number): ts.Node[] {
    const {
      expression: callee,
      arguments: [argument],
    } = call;
    if (!ts.isPropertyAccessExpression(callee) || argument === undefined) return [call];
    switch (callee.name.text) {
      case "entries":
        return this.#elementsOf(argument, depth);
      case "values":
        return this.#elementsOf(argument, depth).flatMap((each) => this.#part(each, 1, depth));
      case "keys":
        return this.#elementsOf(argument, depth).flatMap((each) => this.#part(each, 0, depth));
      case "filter":
      case "slice":
        return this.#elementsOf(callee.expression, depth);
      default:
        return [call];
    }
  }

  #part(node: ts.Node, key: string | number, depth: number): ts.Node[] {
    const whole = bare(node);
    if (key === "length") return [];
    if (ts.isPropertyAssignment(whole)) {
      return key === 0 ? [whole.name] : this.#of(whole.initializer, depth + 1);
    }
    if (ts.isArrayLiteralExpression(whole) && typeof key === "number") {
      const element = whole.elements[key];
      return element === undefined ? [] : this.#of(element, depth + 1);
    }
    // A row that is one plain value or one object is its own first part.
    if (typeof key === "number") return key === 0 ? [whole] : [];
    if (!ts.isObjectLiteralExpression(whole)) return [whole];
    const found = whole.properties.find((property) => property.name?.getText() === key);
    if (found === undefined) return [];
    return ts.isPropertyAssignment(found) ? this.#of(found.initializer, depth + 1) : [found];
  }
}
