/** The command line's flags, as far as they exclude one another. */
import { expect, test } from "vitest";
import { commandOf } from "../flags";

test("[PUSH1] --push serves no project directory, and is refused with flags that need one", () => {
  expect(commandOf(["--push"]).options).not.toHaveProperty("projectDir");
  expect(commandOf([]).options).toHaveProperty("projectDir");
  for (const [flag, ...value] of [["project", "."], ["watch"], ["first-run", "seed:run"]] as const)
    expect(() => commandOf(["--push", `--${flag}`, ...value])).toThrow(`leave --${flag} out`);
});
