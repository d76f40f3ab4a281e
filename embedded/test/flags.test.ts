/** The command line's flags, as far as they exclude one another. */
import { expect, test } from "vitest";
import { help, parseCommand } from "../flags";

test("[DISK1] --reserved-disk-mib and --essential-function set the reserve", () => {
  const { options } = parseCommand([
    ...["--reserved-disk-mib", "500", "--essential-function", "auth:*"],
    ...["--essential-function", "orders:accept"],
  ]);
  expect(options).toMatchObject({
    reservedDiskBytes: 500 * 2 ** 20,
    essentialFunctions: ["auth:*", "orders:accept"],
  });
  expect(parseCommand([]).options).not.toHaveProperty("reservedDiskBytes");
  expect(() => parseCommand(["--reserved-disk-mib", "5%"])).toThrow("a number of MiB");
});

test("[PUSH1] --push serves no project directory, and is refused with flags that need one", () => {
  expect(parseCommand(["--push"]).options).not.toHaveProperty("projectDir");
  expect(parseCommand([]).options).toHaveProperty("projectDir");
  for (const [flag, ...value] of [["project", "."], ["watch"], ["first-run", "seed:run"]] as const)
    expect(() => parseCommand(["--push", `--${flag}`, ...value])).toThrow(`leave --${flag} out`);
});

test("[PROC6] --help lists every flag, and the flags that only print do not serve", () => {
  const listed = [...help().matchAll(/--([a-z-]+)/g)].map(([, name = ""]) => name);
  expect(listed).toEqual(expect.arrayContaining(["project", "write-env", "admin-key", "version"]));
  for (const name of new Set(listed)) {
    const parse = (...more: string[]) => parseCommand([`--${name}`, ...more]);
    const isKnown = [() => parse(), () => parse("1")].some((attempt) => {
      try {
        attempt();
        return true;
      } catch (error) {
        return !String(error).includes("Unknown option");
      }
    });
    expect(isKnown, name).toBe(true);
  }
  expect(parseCommand(["-h"]).print).toBe("help");
  expect(parseCommand(["--version"]).print).toBe("version");
  expect(parseCommand(["--print-admin-key"]).print).toBe("adminKey");
  expect(parseCommand([]).print).toBeNull();
});

test("[PROC7] --admin-key is long, and the published key serves this machine alone", () => {
  const keyOf = (...args: string[]) => parseCommand(args).options.adminKey;
  expect(keyOf()).toBeUndefined();
  expect(keyOf("--admin-key", "a key of 16 char")).toBe("a key of 16 char");
  expect(() => keyOf("--admin-key", "guess")).toThrow("at least 16");
  expect(keyOf("--development-key")).toMatch(/^0135d859/);
  for (const open of ["--host=0.0.0.0", "--public-url=https://shop.example"])
    expect(() => keyOf("--development-key", open)).toThrow("known to everybody");
});

test("[OPS7] functions' log lines are printed unless errors are redacted", () => {
  expect(parseCommand([]).options.printsFunctionLogs).toBe(true);
  expect(parseCommand(["--redact-errors"]).options.printsFunctionLogs).toBe(false);
});
