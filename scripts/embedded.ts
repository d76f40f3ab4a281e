/**
 * `npm run embedded -- --project DIR --data DIR …`: runs the embedded backend on any Convex project. The default is Mandi with
 * the data folder of `npm start`: `npm run -s embedded -- --print-admin-key`.
 */
import { defaultDataDir } from "./options";

function isGiven(flag: string): boolean {
  return process.argv.some((arg) => arg === flag || arg.startsWith(`${flag}=`));
}

if (!isGiven("--project") && !isGiven("--data")) {
  process.argv.push("--data", defaultDataDir(process.env), "--expiring-file-urls");
}
await import("../embedded/main");
