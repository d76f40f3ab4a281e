/** `npm run check`: the checks before a commit, in a minute: static checks, and the unit and server lanes of `npm test`. */
import { finish } from "./finish";
import { runBin } from "./steps";

await finish(() =>
  runBin("tsx/dist/cli.mjs", [
    "scripts/test.ts",
    "types",
    "lint",
    "format",
    "codegen",
    "unit",
    "server",
  ]),
);
