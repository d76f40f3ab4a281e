/** `npm run check`: what is worth knowing before a commit, in a minute: the static checks, unit and server lanes of `npm test`. */
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
