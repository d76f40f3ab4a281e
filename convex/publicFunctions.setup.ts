/** Lists the published functions, for tests that compare them with the documented ones. */

export type Field = { readonly fieldType: Validator; readonly optional: boolean };
export type Validator = { readonly type: string; readonly value?: unknown };
export type Registered = {
  readonly isPublic?: true;
  readonly isQuery?: true;
  readonly isMutation?: true;
  exportArgs(): string;
  exportReturns(): string;
};

const modules = import.meta.glob<Record<string, unknown>>(
  ["./**/*.ts", "!./**/*.*.ts", "!./_generated/**", "!./**/schema.ts"],
  {
    eager: true,
  },
);

export function publicFunctions(): Map<string, Registered> {
  const found = new Map<string, Registered>();
  for (const [file, exports] of Object.entries(modules)) {
    for (const [name, value] of Object.entries(exports)) {
      const isPublic = typeof value === "function" && "isPublic" in value && "exportArgs" in value;
      if (isPublic) found.set(`${file.slice(2, -3)}:${name}`, value as unknown as Registered);
    }
  }
  return found;
}
