/**
 * `npm run check`: the checks before a commit. Runs the static checks, and the unit and server tests, of which those whose inputs
 * are unchanged since they passed are left out.
 */
import { finish } from "./finish";
import { runBin } from "./steps";

await finish(() => runBin("tsx/dist/cli.mjs", ["scripts/test.ts", "--check"]));
