/** `npm run texts`: lists the texts that each language lacks, and those that nothing says any more. */
import { LANGUAGE_NAMES } from "../domain/language/languages";
import { finish } from "./finish";
import { readCatalogues } from "./textKeys";

await finish(async () => {
  for (const { language, missing, unused } of await readCatalogues()) {
    console.log(`${LANGUAGE_NAMES[language]} (${language}): ${missing.length} texts in English`);
    for (const text of missing) console.log(`  missing ${JSON.stringify(text)}`);
    for (const text of unused) console.log(`  unused  ${JSON.stringify(text)}`);
  }
  return 0;
});
