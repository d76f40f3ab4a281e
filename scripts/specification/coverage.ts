/** Holds the promises against the tests, and writes the table of who shows what. */
import type { Entry } from "./entry";
import type { FoundTest } from "./tests";

export type Covered = { readonly entry: Entry; readonly tests: readonly FoundTest[] };

/** {…} in a promise, and {} in a test, stand for whatever comes there. */
function patternOf(words: string): RegExp {
  const parts = words.split(/\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".+")}$`, "u");
}

/** "**\/orderinfo/*?quantity=2" → ["orderinfo", "*"]. */
function segmentsOf(address: string): string[] {
  const [path = ""] = address.replace(/^\*\*/, "").split(/[?#]/);
  return path.split("/").filter((segment) => segment !== "");
}

function isAny(segment: string): boolean {
  return segment.startsWith(":") || segment.startsWith("{") || segment.startsWith("*");
}

function leadsTo(address: string, where: string): boolean {
  const [given, wanted] = [segmentsOf(address), segmentsOf(where)];
  return (
    given.length === wanted.length &&
    wanted.every((segment, index) => {
      const other = given[index] ?? "";
      return segment === other || isAny(segment) || (isAny(other) && index > 0);
    })
  );
}

/** Whether the test says it, at the address if it is one address's. */
function says(test: FoundTest, words: string, where: string): boolean {
  const isHere = (places: ReadonlySet<string>) =>
    where === "" || [...places].some((place) => leadsTo(place, where));
  const exact = test.words.get(words);
  if (exact !== undefined && isHere(exact)) return true;
  if (!words.includes("{")) return false;
  const pattern = patternOf(words);
  return [...test.words].some(([said, places]) => pattern.test(said) && isHere(places));
}

function nameOf({ file, title }: FoundTest): string {
  return `${file} › ${title}`;
}

function isNamed(entry: Entry, test: FoundTest): boolean {
  const names: readonly string[] = entry.shownBy;
  return names.includes(nameOf(test)) || names.includes(`${test.file} › ${test.ownTitle}`);
}

/** A screen's texts and addresses are shown where people see them: in a browser. */
function shows(test: FoundTest, entry: Entry): boolean {
  if (isNamed(entry, test)) return true;
  return (
    entry.words.length > 0 &&
    test.isBrowser &&
    entry.words.every((words) => says(test, words, entry.where))
  );
}

export function cover(entries: readonly Entry[], tests: readonly FoundTest[]): Covered[] {
  return entries.map((entry) => ({ entry, tests: tests.filter((test) => shows(test, entry)) }));
}

function isCovered({ entry, tests }: Covered): boolean {
  // Each named test has to be there: a renamed one is a promise that nobody looks after.
  return tests.length > 0 && missingNames(entry, tests).length === 0;
}

function missingNames(entry: Entry, tests: readonly FoundTest[]): string[] {
  const names = tests.flatMap((test) => [nameOf(test), `${test.file} › ${test.ownTitle}`]);
  return entry.shownBy.filter((name) => !names.includes(name));
}

/** What no test shows, in words for whoever has to write one. */
export function gaps(covered: readonly Covered[]): string[] {
  return covered
    .filter((each) => !isCovered(each))
    .map(({ entry, tests }) => {
      const lost = missingNames(entry, tests);
      const why = lost.length > 0 ? `no such test: ${lost.join("; ")}` : "no test says it there";
      return `${entry.area} · ${entry.kind} · ${entry.entry}${entry.where === "" ? "" : ` (${entry.where})`}: ${why}`;
    });
}

const HEAD = `# What Mandi promises, and the tests that show it

Every address, text, figure and rule, with a test that goes red without it. Written by \`npm run coverage\` from
\`scripts/specification/\`; a promise without a test, and a table that is not up to date, fail \`npm test\`.

`;

/** The specs that go through the promises one by one; what others show on the way is proof too, but worse to find. */
const GUIDES = ["e2e/words.spec.ts", "e2e/empty.spec.ts"];
const ROUTE_GUIDES = ["e2e/routes.spec.ts"];

/** The tests to look at: all that the promise names, or else the first that says it. */
function proofsOf({ entry, tests }: Covered): readonly FoundTest[] {
  const named = tests.filter((test) => isNamed(entry, test));
  if (named.length > 0) return named;
  const guides = entry.kind === "route" ? ROUTE_GUIDES : GUIDES;
  const guide = tests.find(({ file }) => guides.includes(file));
  return guide === undefined ? tests.slice(0, 1) : [guide];
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("*", "\\*").replaceAll("<", "&lt;");
}

function row(covered: Covered, hasPlaces: boolean): string {
  const { entry } = covered;
  const shown = proofsOf(covered).map((test) => `\`${test.file}\` › ${cell(test.ownTitle)}`);
  const place = entry.where === "" ? "" : `\`${entry.where}\``;
  const columns = [
    cell(entry.entry),
    entry.kind,
    ...(hasPlaces ? [place] : []),
    shown.join("<br>"),
  ];
  return `| ${columns.join(" | ")} |`;
}

function section(area: string, covered: readonly Covered[]): string {
  const places = [...new Set(covered.map(({ entry }) => entry.where))];
  const isRoutes = covered.some(({ entry }) => entry.kind === "route");
  const hasPlaces = places.length > 1 && !isRoutes;
  const [only = ""] = places;
  const title = places.length > 1 || only === "" ? area : `${area} \`${only}\``;
  const head = ["promise", "kind", ...(hasPlaces ? ["where"] : []), "test"];
  const lines = [head.join(" | "), head.map(() => "---").join(" | ")].map((line) => `| ${line} |`);
  return `## ${title}\n\n${[...lines, ...covered.map((each) => row(each, hasPlaces))].join("\n")}\n`;
}

/** The table as Markdown, area by area in the order of the entries. */
export function tableOf(covered: readonly Covered[]): string {
  const areas = [...new Set(covered.map(({ entry }) => entry.area))];
  const sections = areas.map((area) =>
    section(
      area,
      covered.filter(({ entry }) => entry.area === area),
    ),
  );
  return `${HEAD}${covered.length} promises, ${covered.filter(isCovered).length} shown.\n\n${sections.join("\n")}`;
}
