/** Watches how calls read and write rows. */

type Syscall = (op: string, args: string) => Promise<string>;
type Runtime = { readonly asyncSyscall: Syscall };

const OPERATIONS = {
  "1.0/get": "get",
  "1.0/insert": "insert",
  "1.0/shallowMerge": "patch",
  "1.0/replace": "replace",
  "1.0/remove": "delete",
} as const;

export type Access = {
  readonly operation: (typeof OPERATIONS)[keyof typeof OPERATIONS];
  readonly table: string;
  /** Of an insert or a replacement; of a patch those that it changes. */
  readonly fields: readonly string[];
};

function isOfRow(op: string): op is keyof typeof OPERATIONS {
  return op in OPERATIONS;
}

type Write = {
  readonly table: string;
  readonly id: string;
  readonly value?: Readonly<Record<string, unknown>>;
};

/** Stands for an absent field in a patch. */
const ABSENT = { $undefined: null };

/** Returns the fields that a patch changes: it may name others. */
async function changedFields({ asyncSyscall }: Runtime, { id, table, value = {} }: Write) {
  const before = JSON.parse(await asyncSyscall("1.0/get", JSON.stringify({ id, table }))) as object;
  const textOf = (row: object, field: string) =>
    JSON.stringify((Reflect.get(row, field) as unknown) ?? ABSENT);
  return Object.keys(value).filter((field) => textOf(before, field) !== textOf(value, field));
}

/** Runs the call, and returns its reads of single rows and its writes, besides those of its allowances. */
export async function accessesOf(call: () => Promise<unknown>): Promise<Access[]> {
  const scope = globalThis as unknown as { Convex: Runtime };
  const real = scope.Convex;
  const accesses: Access[] = [];
  const noting: Syscall = async (op, args) => {
    if (isOfRow(op)) {
      const write = JSON.parse(args) as Write;
      const { table, value = {} } = write;
      const operation = OPERATIONS[op];
      const fields = operation === "patch" ? await changedFields(real, write) : Object.keys(value);
      if (table !== "rateLimits") accesses.push({ operation, table, fields });
    }
    return real.asyncSyscall(op, args);
  };
  scope.Convex = new Proxy(real, {
    get: (target, name) =>
      name === "asyncSyscall" ? noting : (Reflect.get(target, name) as unknown),
  });
  try {
    await call();
  } finally {
    scope.Convex = real;
  }
  return accesses;
}

export async function writesOf(call: () => Promise<unknown>): Promise<Access[]> {
  return (await accessesOf(call)).filter(({ operation }) => operation !== "get");
}
