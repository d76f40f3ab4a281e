/** The writes of a call, as its transactions ask the database for them. */

type Syscall = (op: string, args: string) => Promise<string>;
type Runtime = { readonly asyncSyscall: Syscall };

const OPERATIONS = {
  "1.0/insert": "insert",
  "1.0/shallowMerge": "patch",
  "1.0/replace": "replace",
  "1.0/remove": "delete",
} as const;

export type Write = {
  readonly operation: (typeof OPERATIONS)[keyof typeof OPERATIONS];
  readonly table: string;
  /** Of an insert, a patch or a replacement. */
  readonly fields: readonly string[];
};

function isWrite(op: string): op is keyof typeof OPERATIONS {
  return op in OPERATIONS;
}

/** Runs the call, and returns what it wrote besides its allowances. */
export async function writesOf(call: () => Promise<unknown>): Promise<Write[]> {
  const scope = globalThis as unknown as { Convex: Runtime };
  const real = scope.Convex;
  const writes: Write[] = [];
  const noting: Syscall = (op, args) => {
    if (isWrite(op)) {
      const { table, value = {} } = JSON.parse(args) as { table: string; value?: object };
      const write = { operation: OPERATIONS[op], table, fields: Object.keys(value) };
      if (table !== "rateLimits") writes.push(write);
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
  return writes;
}
