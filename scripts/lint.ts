/** `npm run lint`: the linter, whose settings need the Node of the project, and the search for dead code. */
import { finish } from "./finish";
import { run, runBin } from "./steps";

await finish(async () => {
  const code = await runBin("oxlint/bin/oxlint", process.argv.slice(2));
  return code === 0 ? run("npm", ["run", "--silent", "knip"]) : code;
});
