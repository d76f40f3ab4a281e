import convexPlugin from "@convex-dev/eslint-plugin";
import js from "@eslint/js";
import reactHooks from "eslint-plugin-react-hooks";
import { globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

/** A wall: files under `from` may not import what `patterns` describe. */
function wall(files, patterns, ignores = []) {
  return {
    files,
    ignores,
    rules: { "@typescript-eslint/no-restricted-imports": ["error", { patterns }] },
  };
}

/** These components render every row again when they get another row renderer, so it must keep its identity. */
const inlineRenderers = {
  selector:
    "JSXOpeningElement[name.name=/^(CardGrid|DataTable|OrderCards|UserList)$/] > JSXAttribute[name.name=/^(card|columns)$/]" +
    " > JSXExpressionContainer > :matches(ArrowFunctionExpression, FunctionExpression, ArrayExpression, CallExpression)",
  message: "Pass a constant, or a value of useCallback or useMemo.",
};

/** Browsers offer these on https and localhost only, and a shop opens Mandi at http://192.168.… too. */
const SECURE_ORIGINS_ONLY = [
  {
    property: "randomUUID",
    message: "It is absent on plain http: use newKey of lib/outbox/entry.",
  },
  {
    object: "navigator",
    property: "clipboard",
    message: "It is absent on plain http: use CopyButton, or copyText.",
  },
];

/** It keeps a failure to fetch its code until the page is reloaded. */
const reactLazy = {
  selector: "ImportDeclaration[source.value=react] > ImportSpecifier[imported.name=lazy]",
  message: "Use lazyPart, lazyInline, lazyDialog or lazyBackground of ui/lazyPart.",
};

const outsideDomain = [
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
  group: ["**/extras/**"],
  message: "Extras are registered where the parts are put together, in backend.ts and openData.ts.",
};

export default tseslint.config(
  globalIgnores([
    "**/dist",
    ".cache",
    ".mandi",
    "convex/_generated",
    "embedded/**/fixtures/**",
    "test-results",
    "playwright-report",
  ]),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: [
          "./tsconfig.domain.json",
          "./convex/tsconfig.json",
          "./tsconfig.app.json",
          "./tsconfig.embedded.json",
          "./tsconfig.node.json",
          "./tsconfig.worker.json",
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { ignoreRestSiblings: true, argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
      ],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Row shapes are types, so that a type alias of a union and one of an object read alike.
      "@typescript-eslint/consistent-type-definitions": "off",
      "max-lines-per-function": ["error", { max: 70, skipBlankLines: true, skipComments: true }],
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ["**/*.js", "**/*.mjs"],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: {
        console: "readonly",
        document: "readonly",
        localStorage: "readonly",
        process: "readonly",
        URL: "readonly",
      },
    },
  },
  {
    files: ["convex/**/*.ts"],
    plugins: { "@convex-dev": convexPlugin },
    rules: {
      ...Object.assign({}, ...[convexPlugin.configs.recommended].flat().map((c) => c.rules ?? {})),
      "@convex-dev/no-filter-in-query": "error",
      "@convex-dev/no-collect-in-query": "error",
      "@convex-dev/import-wrong-runtime": "error",
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    ...reactHooks.configs.flat.recommended,
    rules: {
      ...reactHooks.configs.flat.recommended.rules,
      "react-hooks/exhaustive-deps": "error",
      "no-restricted-syntax": ["error", inlineRenderers, reactLazy],
      "no-restricted-properties": ["error", ...SECURE_ORIGINS_ONLY],
    },
  },
  {
    files: ["src/lib/copyText.ts", "src/**/*.test.tsx"],
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
      "max-lines-per-function": "off",
      "max-lines": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
    },
  },

  // The walls.
  wall(
    ["domain/**/*.ts"],
    [{ group: outsideDomain, message: "domain imports nothing of ours." }],
    ["**/*.test.ts"],
  ),
  wall(
    ["convex/**/*.ts"],
    [
      { group: ["**/src/**", "**/embedded/**"], message: "convex never imports src or embedded." },
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
    ],
    ["convex/functions.ts"],
  ),
  wall(
    ["src/**/*.{ts,tsx}"],
    [
      {
        regex: "/convex/(?!_generated/)",
        message: "src imports from convex only _generated.",
      },
      { group: ["**/embedded/**"], message: "src never imports embedded." },
    ],
  ),
  wall(
    ["src/ui/**/*.{ts,tsx}"],
    [
      {
        group: ["convex", "convex/*", "**/convex/**", "**/features/**", "**/app/**"],
        message: "ui knows no data.",
      },
    ],
  ),
  wall(
    ["src/features/**/*.{ts,tsx}"],
    [
      { regex: "/convex/(?!_generated/)", message: "src imports from convex only _generated." },
      {
        // "./X" and "../../ui/X" are at home; "../orders/X" is a neighbour.
        regex: "^\\.\\./(?!\\.\\.|\\.?$)",
        message: "A feature never imports another feature; only src/app joins them.",
      },
    ],
  ),
  wall(["embedded/**/*.ts"], [EMBEDDED_ALONE]),
  wall(
    ["embedded/**/*.ts"],
    [EMBEDDED_ALONE, CORE_ALONE],
    // These put core and extras together.
    [
      "embedded/{backend,main,openData}.ts",
      "embedded/{extras,prove,test,testkit}/**",
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
);
