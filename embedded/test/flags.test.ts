/** The command line's flags, as far as they exclude one another. */
import { expect, test } from "vitest";
import { parseCommand } from "../flags";

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
