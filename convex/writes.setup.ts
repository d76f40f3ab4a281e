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
  /** Of an insert, a patch or a replacement. */
  readonly fields: readonly string[];
};

function isOfRow(op: string): op is keyof typeof OPERATIONS {
  return op in OPERATIONS;
}

/** Runs the call, and returns its reads of single rows and its writes, besides those of its allowances. */
export async function accessesOf(call: () => Promise<unknown>): Promise<Access[]> {
  const scope = globalThis as unknown as { Convex: Runtime };
  const real = scope.Convex;
  const accesses: Access[] = [];
  const noting: Syscall = (op, args) => {
    if (isOfRow(op)) {
      const { table, value = {} } = JSON.parse(args) as { table: string; value?: object };
      const access = { operation: OPERATIONS[op], table, fields: Object.keys(value) };
      if (table !== "rateLimits") accesses.push(access);
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
