/**
 * Source files as trees, and what a name in one of them stands for: a constant, a table, a function, also one that comes from
 * another file. It runs nothing and knows no types.
 */
import path from "node:path";
import ts from "typescript";

/** The text of a file, by its path from the project's root; undefined if there is none. */
export type ReadFile = (file: string) => string | undefined;

export type Sources = {
  /** The tree of a file, or undefined if it does not exist. */
  readonly open: (file: string) => ts.SourceFile | undefined;
};

export function sources(read: ReadFile): Sources {
  const opened = new Map<string, ts.SourceFile | undefined>();
  return {
    open(file) {
      if (!opened.has(file)) {
        const text = read(file);
        const tree =
          text === undefined
            ? undefined
            : ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
        opened.set(file, tree);
      }
      return opened.get(file);
    },
  };
}

/** The expression without what only the type checker reads: `as const`, `satisfies X`, parentheses, `!`. */
export function bare(node: ts.Node): ts.Node {
  let now = node;
  while (
    ts.isAsExpression(now) ||
    ts.isSatisfiesExpression(now) ||
    ts.isParenthesizedExpression(now) ||
    ts.isNonNullExpression(now) ||
    ts.isAwaitExpression(now)
  ) {
    now = now.expression;
  }
  return now;
}

export type FunctionNode = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression;

export function asFunction(node: ts.Node): FunctionNode | undefined {
  return ts.isFunctionDeclaration(node) || ts.isArrowFunction(node) || ts.isFunctionExpression(node)
    ? node
    : undefined;
}

/** What a name is bound to. */
export type Bound =
  | { readonly is: "value"; readonly node: ts.Node }
  /** One after the other, the elements of what `of` stands for; in the round of the loop, if there is one, the one of `round`. */
  | { readonly is: "element"; readonly of: ts.Node; readonly round?: ts.ForOfStatement }
  /** Whatever the caller gives. */
  | { readonly is: "parameter"; readonly node: ts.ParameterDeclaration }
  /** A part of another bound thing. */
  | { readonly is: "part"; readonly of: Bound; readonly key: string | number };

/** Finds `name` in a binding: plain, `[a, b]` or `{ a, b: c }`. */
function boundIn(binding: ts.BindingName, name: string, whole: Bound): Bound | undefined {
  if (ts.isIdentifier(binding)) return binding.text === name ? whole : undefined;
  for (const [index, element] of binding.elements.entries()) {
    if (!ts.isBindingElement(element)) continue;
    const key = ts.isArrayBindingPattern(binding) ? index : keyOf(element);
    const found = boundIn(element.name, name, { is: "part", of: whole, key });
    if (found !== undefined) return found;
  }
  return undefined;
}

function keyOf(element: ts.BindingElement): string {
  const named = element.propertyName ?? element.name;
  return ts.isIdentifier(named) || ts.isStringLiteral(named) ? named.text : "";
}

function boundByStatement(statement: ts.Statement, name: string): Bound | undefined {
  if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) {
    return { is: "value", node: statement };
  }
  if (!ts.isVariableStatement(statement)) return undefined;
  for (const { name: binding, initializer } of statement.declarationList.declarations) {
    if (initializer === undefined) continue;
    const found = boundIn(binding, name, { is: "value", node: initializer });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `for (const x of xs)`: x is an element of xs. */
function boundByLoop(node: ts.Node, name: string): Bound | undefined {
  if (!ts.isForOfStatement(node) || !ts.isVariableDeclarationList(node.initializer))
    return undefined;
  const binding = node.initializer.declarations[0]?.name;
  return binding && boundIn(binding, name, { is: "element", of: node.expression, round: node });
}

/** A parameter of a function of ours. */
function boundByParameter(node: ts.Node, name: string): Bound | undefined {
  for (const parameter of asFunction(node)?.parameters ?? []) {
    const found = boundIn(parameter.name, name, { is: "parameter", node: parameter });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `test.each(table)("…", (x) => …)` and `table.map((x) => …)`: x is an element (a row, spread over the parameters). */
function boundByCallback(node: ts.Node, name: string): Bound | undefined {
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return undefined;
  const call = node.parent;
  if (!ts.isCallExpression(call)) return undefined;
  const callee = call.expression;
  if (ts.isCallExpression(callee)) {
    const table = callee.arguments[0];
    if (table === undefined) return undefined;
    for (const [index, { name: binding }] of node.parameters.entries()) {
      const row: Bound = { is: "element", of: table };
      const found = boundIn(binding, name, { is: "part", of: row, key: index });
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const binding = node.parameters[0]?.name;
  return binding && boundIn(binding, name, { is: "element", of: callee.expression });
}

function statementsOf(node: ts.Node): readonly ts.Statement[] {
  return ts.isBlock(node) || ts.isSourceFile(node) ? node.statements : [];
}

/** The module a name was imported from, and its name there. */
function importOf(file: ts.SourceFile, name: string): { from: string; as: string } | undefined {
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const named = statement.importClause?.namedBindings;
    if (named === undefined || !ts.isNamedImports(named)) continue;
    for (const element of named.elements) {
      if (element.name.text !== name || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
      return {
        from: statement.moduleSpecifier.text,
        as: (element.propertyName ?? element.name).text,
      };
    }
  }
  return undefined;
}

function exportedBy(all: Sources, file: string, name: string): Bound | undefined {
  const tree = [`${file}.ts`, `${file}.tsx`].map(all.open).find((found) => found !== undefined);
  return tree && boundAtTop(all, tree, name);
}

function boundAtTop(all: Sources, file: ts.SourceFile, name: string): Bound | undefined {
  for (const statement of file.statements) {
    const found = boundByStatement(statement, name);
    if (found !== undefined) return found;
  }
  const imported = importOf(file, name);
  if (imported?.from.startsWith(".") !== true) return undefined;
  const target = path.posix.join(path.posix.dirname(file.fileName), imported.from);
  return exportedBy(all, target, imported.as);
}

/** What an identifier stands for where it is used; undefined for what comes from packages or is computed at run time. */
export function boundTo(all: Sources, used: ts.Identifier): Bound | undefined {
  const name = used.text;
  for (let node: ts.Node = used; !ts.isSourceFile(node); node = node.parent) {
    for (const statement of statementsOf(node)) {
      const found = boundByStatement(statement, name);
      if (found !== undefined) return found;
    }
    const found =
      boundByLoop(node, name) ?? boundByCallback(node, name) ?? boundByParameter(node, name);
    if (found !== undefined) return found;
  }
  return boundAtTop(all, used.getSourceFile(), name);
}
