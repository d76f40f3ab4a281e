/** `npm run coverage`: writes docs/coverage.md anew, and names what no test shows. */
import { writeFileSync } from "node:fs";
import { gaps, tableOf } from "./coverage";
import { TABLE, coverProject } from "./project";

const covered = coverProject();
writeFileSync(TABLE, tableOf(covered));
const open = gaps(covered);
console.log(`${covered.length} promises, ${covered.length - open.length} shown.`);
for (const gap of open) console.log(`  ${gap}`);
process.exitCode = open.length === 0 ? 0 : 1;
