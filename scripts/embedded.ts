/**
 * `npm run embedded -- --project DIR --data DIR …`: the embedded backend by itself, on any Convex project. Without a project
 * it is Mandi's own, with the data folder that `npm start` uses: `npm run -s embedded -- --print-admin-key`.
 */
import { defaultDataDir } from "./options";

function isGiven(flag: string): boolean {
  return process.argv.some((arg) => arg === flag || arg.startsWith(`${flag}=`));
}

if (!isGiven("--project") && !isGiven("--data")) {
  process.argv.push("--data", defaultDataDir(process.env));
}
await import("../embedded/main");
