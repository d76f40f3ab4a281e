/** The linter's plugin of ours: the rule of ESLint that oxlint lacks, and one that finds texts that nobody can translate. */
type Restriction = { readonly selector: string; readonly message: string };

type Context = {
  readonly options: readonly Restriction[];
  readonly report: (problem: { node: unknown; message: string }) => void;
};

/** The part of a syntax tree (ESTree with JSX) that the rule of bare words looks at. */
type Node = {
  readonly type: string;
  readonly parent?: Node;
  readonly value?: unknown;
  readonly name?: unknown;
  readonly key?: Node;
  readonly callee?: Node;
  readonly object?: Node;
  readonly operator?: string;
  readonly test?: Node;
  readonly property?: Node;
  readonly expressions?: readonly Node[];
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
};

const NOT_TRANSLATED =
  "People read this in their own language: write it with t(), or with rich() where it holds elements.";

/** The first word of a sentence or label, two words, or an abbreviation that stands as a label. */
const WORDS =
  /^[“"(₹+–·]?[A-Z][a-z’']+( |$|[.…,:/?])|(^| )[a-z’']{2,},? [a-z’'(]{2,}|^[A-Z]{2,} [a-z]|^(UPI|GST|PAN|PIN|HSN|GSTIN|IFSC|MRP|OTP)$/;
/** Classes of styles, selectors and markup. */
const NO_WORDS = /[[\]<>]|(^|\s)[a-z]+[-:][\w-]|^(https?|data):|^\//;
/** Names of keys, of HTTP, of places in a program. */
const NAMES = /^(Ctrl|Exhausted|Enter|Escape|Tab|Backspace|Shift|Mac|Inter|Latin)$/;

/** Arguments of these are read by the program, or by those who write it. */
const OF_PROGRAM =
  /^(t|msg|rich|invariant|cx|cva|clsx|log|warn|error|debug|info|get|has|set|append|getItem|setItem|querySelector|querySelectorAll|closest|matches|matchMedia|addEventListener|removeEventListener|includes|startsWith|endsWith|split|replace|replaceAll|setAttribute|createElement|execCommand)$/;
/** Attributes that hold no words. */
const ATTRIBUTES =
  /^(class|id|key|to|href|type|role|autoComplete|inputMode|src|style|rel|target|variant|size|side|align|accept|enterKeyHint|pattern|value|tone|defaultValue|as|kind|d|viewBox|transform|sizes|media|lang|dir|form|slot|method)$|ClassName$|Id$|^className$|^data-|^aria-(live|current|haspopup|controls|hidden|describedby|labelledby|relevant|autocomplete|orientation|sort|invalid|pressed|expanded)$/;
const NEITHER_READ_NOR_SHOWN = /^(TS|Import|Export(All|Named)|Throw|TaggedTemplate)/;
/** Of these, a text is shown. */
const SHOWN_ERRORS = /^(UserFacingError|TryAgainError|FileError)$/;

function nameOf(node: Node | undefined): string {
  if (node?.type === "MemberExpression") return nameOf(node.property);
  return typeof node?.name === "string" ? node.name : "";
}

/** Tells whether `below` is an argument of a call or a class whose arguments people do not read. */
function isCallOfProgram({ type, callee }: Node, below: Node): boolean {
  if (callee === below) return false;
  if (type === "NewExpression") return !SHOWN_ERRORS.test(nameOf(callee));
  return type === "CallExpression" && OF_PROGRAM.test(nameOf(callee));
}

/** Tells whether `below` is what something is compared with, or looked up by. */
function isCompared({ type, operator, test, object }: Node, below: Node): boolean {
  if (type === "BinaryExpression") return operator !== "+";
  if (type === "SwitchCase") return test === below;
  return type === "MemberExpression" && object !== below;
}

/** Tells whether what surrounds the node keeps it from people's eyes. */
function isOfProgram(node: Node): boolean {
  let below = node;
  for (let at = node.parent; at !== undefined; at = at.parent) {
    const isType =
      at.type.startsWith("TSAs") || at.type.startsWith("TSSat") || at.type.startsWith("TSNon");
    if (NEITHER_READ_NOR_SHOWN.test(at.type) && !isType && at.type !== "ExportNamedDeclaration")
      return true;
    if (isCallOfProgram(at, below) || isCompared(at, below)) return true;
    if (at.type === "Property" && at.key === below) return true;
    if (at.type === "JSXAttribute" && ATTRIBUTES.test(attributeName(at))) return true;
    if (/Function|Program|JSXElement|JSXFragment/.test(at.type)) return false;
    below = at;
  }
  return false;
}

function attributeName(attribute: Node): string {
  const { name } = attribute as { name?: { name?: unknown; namespace?: unknown } };
  return typeof name?.name === "string" ? name.name : "";
}

function isText(text: string): boolean {
  return WORDS.test(text) && !NO_WORDS.test(text) && !NAMES.test(text);
}

export default {
  meta: { name: "mandi" },
  rules: {
    "no-restricted-syntax": {
      meta: { schema: false },
      create: (context: Context) =>
        Object.fromEntries(
          context.options.map(({ selector, message }) => [
            selector,
            (node: unknown) => {
              context.report({ node, message });
            },
          ]),
        ),
    },
    "no-bare-words": {
      create: (context: Context) => {
        const report = (node: Node) => {
          context.report({ node, message: NOT_TRANSLATED });
        };
        return {
          JSXText: (node: Node) => {
            if (/\p{L}{2}/u.test(String(node.value))) report(node);
          },
          Literal: (node: Node) => {
            if (typeof node.value === "string" && isText(node.value) && !isOfProgram(node))
              report(node);
          },
          TemplateLiteral: (node: Node) => {
            const words = (node.quasis ?? []).map(({ value }) => value.cooked);
            const text = words.join("9");
            const hasWords = words.some((part) => /[a-z]{2,}/.test(part)) && text.includes(" ");
            const isShown = node.expressions?.length !== 0 && hasWords && !NO_WORDS.test(text);
            if (isShown && !isOfProgram(node)) report(node);
          },
        };
      },
    },
  },
};
