/** The texts that the product says, read from its source: the keys of every catalogue in `languages/`. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseSync } from "vite";
import { isComplete, type Language, LANGUAGES } from "../domain/language/languages";
import { ROOT } from "./steps";

/** Functions whose first argument is a text. */
const WRITERS: ReadonlySet<string> = new Set(["t", "msg", "rich"]);

const SOURCES = ["src/**/*.{ts,tsx}", "domain/**/*.ts", "convex/**/*.ts"];
const NO_SOURCE = /\.(test|setup)\.|_generated|^src\/(gallery|testing)\//;

/** The pages of a retailer's day, with the bars around them. */
const DAY: readonly string[] = [
  ...["app/home/RetailerHome", "app/bar/LazyBars", "app/layouts", "app/navigation"],
  ...["AllProductsPage", "LatestProductsPage", "DistributorProductsPage"].map(
    (page) => `features/products/${page}`,
  ),
  ...["basket/BasketPage", "lists/OutgoingOrdersPages", "form/OrderPage"].map(
    (page) => `features/orders/${page}`,
  ),
  ...["features/invoices/InvoicePage", "features/invoices/CreditNotePage"],
  ...["features/khata/KhataPage", "features/khata/PartnerPage"],
  ...["features/network/DistributorsPage", "features/network/RetailerNetworkPage"],
  ...["features/chat/ChatPage", "features/notifications/NotificationsPage"],
  // What a distributor writes to a retailer by hand.
  ...["features/orders/lists/orderText", "features/khata/statement/whatsApp"],
].map((page) => `src/${page}`);

/** These load the pages of everybody, or what a distributor alone opens. */
const NO_PART_OF_THE_DAY =
  /^src\/(app\/((admin|public)?[pP]ages|pageAt|preload)|features\/monthEnd)/;

type Source = {
  readonly file: string;
  readonly texts: readonly string[];
  /** Files of ours that it loads. */
  readonly imports: readonly string[];
};

/** A node of the syntax tree (ESTree), as far as it is looked at. */
type Node = {
  readonly type?: string;
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly Node[];
  readonly value?: unknown;
  readonly expressions?: readonly unknown[];
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
};

function literalOf(node: Node | undefined): string[] {
  if (typeof node?.value === "string") return [node.value];
  // A text in backquotes, without values.
  return node?.expressions?.length === 0 ? [node.quasis?.[0]?.value.cooked ?? ""] : [];
}

/** Returns the first arguments of the calls of `WRITERS` in a node and below it. */
function textsIn(node: object): string[] {
  const { type, callee, arguments: given }: Node = node;
  const isText = type === "CallExpression" && WRITERS.has(callee?.name ?? "");
  const below = Object.values(node).filter(
    (inner): inner is object => typeof inner === "object" && inner !== null,
  );
  return [...(isText ? literalOf(given?.[0]) : []), ...below.flatMap(textsIn)];
}

function resolved(from: string, specifier: string): string | undefined {
  const base = path.posix.join(path.posix.dirname(from), specifier);
  return [base, `${base}.ts`, `${base}.tsx`].find(
    (file) => /\.tsx?$/.test(file) && SOURCE_FILES.has(file),
  );
}

const SOURCE_FILES: ReadonlySet<string> = new Set(
  SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).filter(
    (file) => !NO_SOURCE.test(file),
  ),
);

function sourceOf(file: string): Source {
  const code = readFileSync(path.join(ROOT, file), "utf8");
  const { program, module } = parseSync(file, code);
  const asked = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) =>
      code.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    ),
  ];
  const imports = asked.flatMap((specifier) =>
    specifier.startsWith(".") ? (resolved(file, specifier) ?? []) : [],
  );
  return { file, texts: textsIn(program), imports };
}

/** Returns every source file of the product that people may read from, by its path from the root. */
function readSources(): ReadonlyMap<string, Source> {
  return new Map([...SOURCE_FILES].sort().map((file) => [file, sourceOf(file)]));
}

/** Returns the files that pages of a retailer's day load, at whatever remove. */
function filesOfTheDay(sources: ReadonlyMap<string, Source>): ReadonlySet<string> {
  const pages = DAY.flatMap((page) => [`${page}.ts`, `${page}.tsx`]);
  const found = new Set(pages.filter((file) => sources.has(file)));
  // What is added to a set while it is gone through is come to as well.
  for (const file of found)
    for (const next of sources.get(file)?.imports ?? [])
      if (!NO_PART_OF_THE_DAY.test(next)) found.add(next);
  return found;
}

type Texts = Readonly<Record<string, string>>;

export type CatalogueState = {
  readonly language: Language;
  /** Texts of `domain/` and `convex/`, which the server writes, too. */
  readonly shared: Texts;
  readonly screens: Texts;
  /** Asked of the language, and not there: all texts of a complete one, those of a retailer's day of the others. */
  readonly missing: readonly string[];
  readonly unused: readonly string[];
  /** Written by the server, and kept for the screens alone. */
  readonly misplaced: readonly string[];
};

async function readTexts(language: Language, part: "shared" | "screens"): Promise<Texts> {
  const file = pathToFileURL(path.join(ROOT, "languages", language, `${part}.ts`)).href;
  return ((await import(file)) as Record<typeof part, Texts>)[part];
}

/** Returns the state of each language but English, whose texts are the keys. */
export async function readCatalogues(): Promise<CatalogueState[]> {
  const sources = readSources();
  const textsOf = (files: readonly Source[]) => new Set(files.flatMap(({ texts }) => texts));
  const said = textsOf([...sources.values()]);
  const day = filesOfTheDay(sources);
  const ofDay = textsOf([...sources.values()].filter(({ file }) => day.has(file)));
  const ofServer = textsOf([...sources.values()].filter(({ file }) => !file.startsWith("src/")));
  const others = LANGUAGES.filter((language) => language !== "en");
  return Promise.all(
    others.map(async (language) => {
      const [shared, screens] = [
        await readTexts(language, "shared"),
        await readTexts(language, "screens"),
      ];
      const known = Object.keys({ ...shared, ...screens });
      const asked = isComplete(language) ? said : ofDay;
      return {
        language,
        shared,
        screens,
        missing: [...asked].filter((text) => !known.includes(text)),
        unused: known.filter((text) => !said.has(text)),
        misplaced: Object.keys(screens).filter((text) => ofServer.has(text)),
      };
    }),
  );
}
