/** `npm run check`: what is worth knowing before a commit, in a minute: everything of `npm test` but the slow lanes. */
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
