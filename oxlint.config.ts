/**
 * The rules of `npm run lint`: faults in code (with the types of TypeScript where a rule needs them), and imports through a wall.
 * Of the rules of ESLint and its plugins that were used before, `no-unsafe-class-instance-assignment` has no counterpart here, and
 * `no-useless-assignment` does not see variables of modules; what `no-dupe-args` and `no-octal` found does not parse.
 */
import { type OxlintConfig, defineConfig } from "oxlint";

type Override = NonNullable<OxlintConfig["overrides"]>[number];

type ForbiddenImport = {
  readonly group?: readonly string[];
  readonly regex?: string;
  readonly importNames?: readonly string[];
  readonly message: string;
};

/** A wall: files of `files` may not import what `patterns` describe. The last wall of a file is its only one. */
function wall(
  files: readonly string[],
  patterns: readonly ForbiddenImport[],
  excludeFiles: readonly string[] = [],
): Override {
  return {
    files: [...files],
    excludeFiles: [...excludeFiles],
    rules: { "no-restricted-imports": ["error", { patterns: [...patterns] }] } as Override["rules"],
  };
}

const CONVEX_ALONE: readonly ForbiddenImport[] = [
  {
    group: ["**/src/**", "**/embedded/**"],
    message: "convex never imports src or embedded.",
  },
  {
    group: ["**/_generated/server", "convex/server"],
    importNames: [
      "query",
      "mutation",
      "action",
      "queryGeneric",
      "mutationGeneric",
      "actionGeneric",
    ],
    message: "Say who may call it: use the builders of convex/functions.ts.",
  },
];

/**
 * The floors of `convex/`, the lowest first: people, goods, money, trade, and what looks at all of them. A folder imports from its own floor
 * and from those below it; what must happen above is told with `emit` (`convex/events.ts`).
 */
const FLOORS: readonly (readonly string[])[] = [
  ["figures", "outgoing", "auth", "uploads", "users", "network"],
  ["products", "searchIndex", "imports", "basket"],
  ["khata", "tax", "payments"],
  ["orders", "invoices", "creditNotes"],
  [
    ...[
      "account",
      "admin",
      "chat",
      "developers",
      "effects",
      "exports",
      "feedback",
      "home",
      "monthEnd",
      "news",
    ],
    ...["notifications", "push", "quickOrder", "rest", "search", "seed", "webhooks"],
  ],
];

const SRC_ALONE = { group: ["**/embedded/**"], message: "src never imports embedded." };

const UI_ALONE = {
  group: ["convex", "convex/*", "**/convex/**"],
  message: "ui knows no data.",
};

const FEATURES_ALONE = "A feature never imports another feature; only src/app joins them.";

/** The folders of src below the features, each leaning on those before it alone. */
const SRC_FLOORS = [
  ...["lib", "device", "session", "accountStore", "live"],
  ...["ui", "forms", "files", "outbox", "market"],
] as const;

const SRC_ABOVE = [...SRC_FLOORS, "features", "app", "gallery"] as const;

/** Returns the imports that files of this floor may not have. */
function above(floor: number): readonly ForbiddenImport[] {
  const folders = FLOORS.slice(floor + 1).flat();
  if (folders.length === 0) return [];
  const group = folders.map((folder) => `**/${folder}/*`);
  return [{ group, message: "It stands on a floor above: emit an event, or move the code." }];
}

/** These components render every row again when they get another row renderer, so it must keep its identity. */
const INLINE_RENDERERS = {
  selector:
    "JSXOpeningElement[name.name=/^(CardGrid|DataTable|OrderCards|UserList)$/] > JSXAttribute[name.name=/^(card|columns)$/]" +
    " > JSXExpressionContainer > :matches(ArrowFunctionExpression, FunctionExpression, ArrayExpression, CallExpression)",
  message: "Pass a constant, or a value of useCallback or useMemo.",
};

/** Browsers offer these on https and localhost only, and a shop opens Mandi at http://192.168.… too. */
const SECURE_ORIGINS_ONLY = [
  {
    property: "randomUUID",
    message: "It is absent on plain http: use newKey of outbox/entry.",
  },
  {
    object: "navigator",
    property: "clipboard",
    message: "It is absent on plain http: use CopyButton, or copyText.",
  },
];

/** Convex's own rules, which know no types here, see these on `ctx.db` only: not on a query or a database of another name. */
const DATABASE_CALLS = [
  {
    selector: "CallExpression[callee.property.name=collect][arguments.length=0]",
    message: "It reads every row: use take, paginate or a count.",
  },
  {
    selector:
      "CallExpression[callee.property.name=filter] > ArrowFunctionExpression[params.0.name=q]",
    message: "It reads every row that it leaves out: use an index.",
  },
  {
    selector:
      "CallExpression[callee.object.name=db]:matches([callee.property.name=/^(get|delete)$/][arguments.length=1]," +
      " [callee.property.name=/^(patch|replace)$/][arguments.length=2])",
    message: "Name the table first.",
  },
];

/** One way to give a date, and one to give a sum of money. */
const ONE_READER = [
  {
    selector: "JSXAttribute[name.name=type] Literal[value=/^(date|datetime-local|month|week)$/]",
    message: "The browser writes it in an order of its own: use ui/DayField, or ui/DayInput.",
  },
  {
    selector:
      "ImportDeclaration[source.value=/domain.money$/] > ImportSpecifier[imported.name=parseRupees]",
    message: "People write ₹50,000: use typedRupees.",
  },
];
const CALENDAR_LIBRARY = {
  selector: "ImportDeclaration[source.value=react-day-picker]",
  message: "Use ui/DayField, or ui/DayInput.",
};

/** It keeps a failure to fetch its code until the page is reloaded. */
const REACT_LAZY = {
  selector: "ImportDeclaration[source.value=react] > ImportSpecifier[imported.name=lazy]",
  message: "Use lazyPart, lazyInline, lazyDialog or lazyBackground of ui/lazyPart.",
};

const OUTSIDE_DOMAIN = [
  "**/convex/**",
  "**/src/**",
  "**/embedded/**",
  "convex",
  "convex/*",
  "react",
  "react-*",
];

const EMBEDDED_ALONE = {
  regex: "^(\\.\\./)+(convex|src|domain|scripts|bench|e2e)/",
  message: "embedded knows nothing of the market.",
};

const CORE_ALONE = {
  group: ["**/extras/**", "**/console/**"],
  message:
    "Extras and the console are registered where the parts are put together, in backend.ts and openData.ts.",
};

const ONLY_GENERATED = {
  regex: "/convex/([^_]|_[^g])",
  message: "src imports from convex only _generated.",
};

/**
 * Tests, and files for programs: those of authorities, bookkeeping and spreadsheets have the English heads that these ask for. In
 * `domain/`, tables of data, sources of law, and the words that the law prescribes for documents.
 */
const NOT_FOR_PEOPLE = [
  ...["src/**/*.test.*", "src/**/*.setup.*", "src/testing/**", "src/gallery/**", "src/worker/**"],
  ...[
    "src/features/monthEnd/{gstr1Files,tallySheet,tallyXml}.ts",
    "src/files/exports/{tables,xlsx}.ts",
  ],
  "src/features/khata/statement/statementCsv.ts",
  ...["domain/**/*.test.ts", "domain/**/*.setup.ts", "domain/orderText/vocabulary.ts"],
  ...["domain/{dates,listPosition,productTypes,searchKey,tradeWords}.ts", "domain/language/*.ts"],
  "domain/gst/{copies,creditDeadline,documentKind,hsn,missing,rates,words}.ts",
  "domain/gst/return/{issued,largeSale,vouchers}.ts",
  "domain/import/columns.ts",
];

export default defineConfig({
  plugins: ["typescript", "oxc"],
  jsPlugins: [
    { name: "@convex-dev", specifier: "@convex-dev/eslint-plugin" },
    { name: "mandi", specifier: "./scripts/lintPlugin.ts" },
  ],
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: "error" },
  ignorePatterns: [
    "**/dist",
    ".cache",
    ".mandi",
    "convex/_generated",
    "embedded/**/fixtures/**",
    "test-results",
    "playwright-report",
  ],
  categories: { correctness: "error" },
  rules: {
    // Of the categories other than correctness: what ESLint and typescript-eslint (strict and stylistic) recommend.
    "no-array-constructor": "error",
    "no-case-declarations": "error",
    "no-empty": "error",
    "no-empty-function": "error",
    "no-fallthrough": "error",
    "no-prototype-builtins": "error",
    "no-regex-spaces": "error",
    "no-unexpected-multiline": "error",
    "no-useless-assignment": "error",
    "no-useless-constructor": "error",
    "no-var": "error",
    "prefer-const": "error",
    "prefer-rest-params": "error",
    "prefer-spread": "error",
    "preserve-caught-error": "error",
    "typescript/adjacent-overload-signatures": "error",
    "typescript/array-type": "error",
    "typescript/ban-ts-comment": ["error", { minimumDescriptionLength: 10 }],
    "typescript/ban-tslint-comment": "error",
    "typescript/class-literal-property-style": "error",
    "typescript/consistent-generic-constructors": "error",
    "typescript/consistent-indexed-object-style": "error",
    "typescript/consistent-type-assertions": "error",
    "typescript/dot-notation": "error",
    "typescript/no-confusing-non-null-assertion": "error",
    "typescript/no-deprecated": "error",
    "typescript/no-dynamic-delete": "error",
    "typescript/no-empty-object-type": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-extraneous-class": "error",
    "typescript/no-generated-empty-object-type": "error",
    "typescript/no-inferrable-types": "error",
    "typescript/no-invalid-void-type": "error",
    "typescript/no-misused-promises": "error",
    "typescript/no-mixed-enums": "error",
    "typescript/no-namespace": "error",
    "typescript/no-non-null-asserted-nullish-coalescing": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/no-require-imports": "error",
    "typescript/no-unnecessary-boolean-literal-compare": "error",
    "typescript/no-unnecessary-condition": "error",
    "typescript/no-unnecessary-template-expression": "error",
    "typescript/no-unnecessary-type-arguments": "error",
    "typescript/no-unnecessary-type-assertion": "error",
    "typescript/no-unnecessary-type-constraint": "error",
    "typescript/no-unnecessary-type-conversion": "error",
    "typescript/no-unnecessary-type-parameters": "error",
    "typescript/no-unsafe-argument": "error",
    "typescript/no-unsafe-assignment": "error",
    "typescript/no-unsafe-call": "error",
    "typescript/no-unsafe-enum-assignment": "error",
    "typescript/no-unsafe-enum-comparison": "error",
    "typescript/no-unsafe-function-type": "error",
    "typescript/no-unsafe-member-access": "error",
    "typescript/no-unsafe-return": "error",
    "typescript/non-nullable-type-assertion-style": "error",
    "typescript/only-throw-error": "error",
    "typescript/prefer-find": "error",
    "typescript/prefer-for-of": "error",
    "typescript/prefer-function-type": "error",
    "typescript/prefer-includes": "error",
    "typescript/prefer-literal-enum-member": "error",
    "typescript/prefer-nullish-coalescing": "error",
    "typescript/prefer-optional-chain": "error",
    "typescript/prefer-promise-reject-errors": "error",
    "typescript/prefer-reduce-type-parameter": "error",
    "typescript/prefer-regexp-exec": "error",
    "typescript/prefer-return-this-type": "error",
    "typescript/prefer-string-starts-ends-with": "error",
    "typescript/related-getter-setter-pairs": "error",
    "typescript/require-await": "error",
    "typescript/restrict-plus-operands": [
      "error",
      {
        allowAny: false,
        allowBoolean: false,
        allowNullish: false,
        allowNumberAndString: false,
        allowRegExp: false,
      },
    ],
    "typescript/return-await": ["error", "error-handling-correctness-only"],
    "typescript/unified-signatures": "error",
    "typescript/use-unknown-in-catch-callback-variable": "error",
    "typescript/consistent-type-imports": "error",
    "no-unused-vars": [
      "error",
      { ignoreRestSiblings: true, argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
    ],
    "typescript/restrict-template-expressions": ["error", { allowNumber: true }],
    "typescript/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
    "typescript/switch-exhaustiveness-check": [
      "error",
      { considerDefaultExhaustiveForUnions: true },
    ],
  },
  overrides: [
    {
      files: ["**/*.js", "**/*.mjs"],
      rules: {
        // In TypeScript the compiler sees these.
        "no-redeclare": "error",
        "no-undef": "error",
        // Nothing in these files has a type.
        "typescript/no-unsafe-argument": "off",
        "typescript/no-unsafe-assignment": "off",
        "typescript/no-unsafe-call": "off",
        "typescript/no-unsafe-member-access": "off",
        "typescript/no-unsafe-return": "off",
        "typescript/restrict-plus-operands": "off",
      },
    },
    { files: ["**/*.mjs"], env: { node: true } },
    {
      files: ["src/**/*.ts", "src/**/*.tsx", "domain/**/*.ts"],
      excludeFiles: [...NOT_FOR_PEOPLE],
      rules: { "mandi/no-bare-words": "error" } as Override["rules"],
    },
    { files: ["public/**/*.js"], env: { browser: true } },
    {
      files: ["convex/**/*.ts"],
      rules: {
        "@convex-dev/explicit-table-ids": "error",
        "@convex-dev/import-wrong-runtime": "error",
        "@convex-dev/no-collect-in-query": "error",
        "@convex-dev/no-duplicate-indexes": "error",
        "@convex-dev/no-filter-in-query": "error",
        "@convex-dev/no-old-registered-function-syntax": "error",
        "@convex-dev/no-process-env": "error",
        "@convex-dev/no-schema-import-cycle": "error",
        "@convex-dev/no-top-of-hour-crons": "error",
        "@convex-dev/require-args-validator": "error",
        "mandi/no-restricted-syntax": ["error", ...DATABASE_CALLS],
      },
    },
    {
      files: ["src/**/*.{ts,tsx}"],
      plugins: ["typescript", "oxc", "react"],
      rules: {
        "react/error-boundaries": "error",
        "react/exhaustive-deps": "error",
        "react/globals": "error",
        "react/immutability": "error",
        "react/incompatible-library": "error",
        "react/preserve-manual-memoization": "error",
        "react/purity": "error",
        "react/refs": "error",
        "react/rules-of-hooks": "error",
        "react/set-state-in-effect": "error",
        "react/set-state-in-render": "error",
        "react/static-components": "error",
        "react/unsupported-syntax": "error",
        "react/use-memo": "error",
        "mandi/no-restricted-syntax": [
          "error",
          ...[INLINE_RENDERERS, REACT_LAZY, CALENDAR_LIBRARY, ...ONE_READER],
        ],
        "no-restricted-properties": ["error", ...SECURE_ORIGINS_ONLY],
      },
    },
    {
      files: ["src/ui/Calendar.tsx"],
      rules: {
        "mandi/no-restricted-syntax": ["error", INLINE_RENDERERS, REACT_LAZY, ...ONE_READER],
      },
    },
    {
      files: ["src/ui/CopyButton.tsx", "src/**/*.test.tsx"],
      rules: { "no-restricted-properties": "off" },
    },
    {
      files: [
        "**/*.test.ts",
        "**/*.test.tsx",
        "e2e/**/*.ts",
        "**/*.setup.{ts,tsx}",
        "embedded/test/**",
        "embedded/{prove,testkit}/**",
        "bench/**",
        "prove/**",
        "testkit/**",
        "embedded/store/conformance.ts",
      ],
      rules: {
        "typescript/no-non-null-assertion": "off",
        // They sort to compare sets.
        "typescript/require-array-sort-compare": "off",
      },
    },

    // The walls.
    wall(
      ["domain/**/*.ts"],
      [{ group: OUTSIDE_DOMAIN, message: "domain imports nothing of ours." }],
      ["**/*.test.ts"],
    ),
    wall(["convex/**/*.ts"], CONVEX_ALONE, ["convex/functions.ts"]),
    ...FLOORS.map((floor, at) =>
      wall(
        floor.map((folder) => `convex/${folder}/**/*.ts`),
        [...CONVEX_ALONE, ...above(at)],
        ["**/*.{test,setup}.ts"],
      ),
    ),
    wall(["src/**/*.{ts,tsx}"], [ONLY_GENERATED, SRC_ALONE]),
    ...SRC_FLOORS.map((folder, at) =>
      wall(
        [`src/${folder}/**/*.{ts,tsx}`],
        [
          ONLY_GENERATED,
          SRC_ALONE,
          {
            group: SRC_ABOVE.slice(at + 1).map((other) => `**/${other}/**`),
            message: "It stands on a floor above: see SRC_FLOORS.",
          },
          ...(folder === "ui" ? [UI_ALONE] : []),
        ],
        ["**/*.{test,setup}.{ts,tsx}"],
      ),
    ),
    // "./X" and "../../ui/X" are at home; "../orders/X" is a neighbour, and so is "../../orders/X" of a folder in a feature.
    wall(
      ["src/features/*/*.{ts,tsx}"],
      [ONLY_GENERATED, SRC_ALONE, { regex: "^\\.\\./[^.]", message: FEATURES_ALONE }],
    ),
    wall(
      ["src/features/*/*/**/*.{ts,tsx}"],
      [ONLY_GENERATED, SRC_ALONE, { regex: "^\\.\\./\\.\\./[^.]", message: FEATURES_ALONE }],
    ),
    wall(["embedded/**/*.ts"], [EMBEDDED_ALONE]),
    wall(
      ["embedded/**/*.ts"],
      [EMBEDDED_ALONE, CORE_ALONE],
      // These put core and extras together.
      [
        "embedded/{backend,main,openData}.ts",
        "embedded/{console,extras,prove,test,testkit}/**",
        "**/*.test.ts",
      ],
    ),
    wall(
      ["embedded/{database,store}/**/*.ts"],
      [
        EMBEDDED_ALONE,
        CORE_ALONE,
        {
          group: ["**/functions/**", "**/subscriptions/**", "**/sync/**", "**/http/**"],
          message: "The database knows nothing of functions and clients.",
        },
      ],
      ["**/*.test.ts"],
    ),
  ],
});
