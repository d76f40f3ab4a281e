/** `npm run coverage`: lists the tests of every requirement, and what is missing. */
import { gaps, project, shownBy } from "./requirements";

const { requirements, files } = project();
for (const { id, says, tests } of shownBy(requirements, files)) {
  console.log(`[${id}] ${says}`);
  for (const { file, title } of tests) console.log(`    ${file} › ${title}`);
}
const missing = gaps(requirements, files);
console.log(`${requirements.length} requirements in ${files.length} files of tests.`);
for (const gap of missing) console.error(gap);
process.exitCode = missing.length === 0 ? 0 : 1;
