/** The linter's plugin of ours: the rule of ESLint that oxlint lacks. */
type Restriction = { readonly selector: string; readonly message: string };

type Context = {
  readonly options: readonly Restriction[];
  readonly report: (problem: { node: unknown; message: string }) => void;
};

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
  },
};
