/**
 * Plans which tables an import replaces, and with which numbers. An id begins with its table's number, so documents that
 * keep their ids, and those that refer to them, need tables with the original numbers.
 */
import type { ComponentPath, TableFacts } from "../../contracts";

export const MODES = ["requireEmpty", "append", "replace", "replaceAll"] as const;
export type ImportMode = (typeof MODES)[number];

export interface ImportedTable {
  readonly component: ComponentPath;
  readonly name: string;
  /** Undefined: no id of it says one. */
  readonly number: number | undefined;
  readonly rows: number;
}

type Place = Pick<TableFacts, "component" | "name">;

export interface ImportPlan {
  readonly drop: readonly Place[];
  /** Those with a number first, so that a new one is nobody's. */
  readonly create: readonly (Place & { readonly number: number | undefined })[];
}

function same(a: Place): (b: Place) => boolean {
  return (b) => a.component === b.component && a.name === b.name;
}

function within({ component }: Place): string {
  return component === "" ? "" : ` in component "${component}"`;
}

class Numbers {
  readonly #holders = new Map<string, string>();

  holder({ component, number }: Pick<TableFacts, "component" | "number">): string | undefined {
    return this.#holders.get(`${component}/${number}`);
  }

  claim(table: Pick<TableFacts, "component" | "name" | "number">): void {
    const holder = this.holder(table);
    if (holder !== undefined && holder !== table.name)
      throw new Error(
        `The ids of tables "${holder}" and "${table.name}"${within(table)} begin with the same number.`,
      );
    this.#holders.set(`${table.component}/${table.number}`, table.name);
  }
}

/** Keeps the number that a table has, if nobody who comes needs it. */
function claimOwnNumber(numbers: Numbers, table: TableFacts): number | undefined {
  if (numbers.holder(table) !== undefined) return undefined;
  numbers.claim(table);
  return table.number;
}

function refuseTaken(numbers: Numbers, staying: readonly TableFacts[]): void {
  for (const table of staying) {
    const newcomer = numbers.holder(table);
    if (newcomer === undefined) continue;
    const what = table.name.startsWith("_") ? "a table of the system" : `table "${table.name}"`;
    throw new Error(
      `The ids of table "${newcomer}"${within(table)} begin with the number that ${what} has here. ` +
        (table.name.startsWith("_")
          ? "Import into an empty deployment."
          : "`npx convex import --replace-all` removes all tables that are here."),
    );
  }
}

/** @throws Error in words for people when the tables can't be there together, or a mode is missing. */
export function planImport(
  mode: ImportMode,
  imported: readonly ImportedTable[],
  existing: readonly TableFacts[],
): ImportPlan {
  const numbers = new Numbers();
  for (const { number, ...table } of imported)
    if (number !== undefined) numbers.claim({ ...table, number });
  const numbered = imported.map((table) => {
    const before = existing.find(same(table));
    refuseByMode(mode, table, before);
    return {
      ...table,
      before,
      number: table.number ?? (before && claimOwnNumber(numbers, before)),
    };
  });
  const others = existing.filter((table) => !imported.some(same(table)));
  const leaving = mode === "replaceAll" ? others.filter(({ name }) => !name.startsWith("_")) : [];
  refuseTaken(
    numbers,
    others.filter((table) => !leaving.includes(table)),
  );
  const emptied = leaving
    .filter(({ isDeclared }) => isDeclared)
    .map((table) => ({ ...table, number: claimOwnNumber(numbers, table) }));
  const made = numbered.filter(({ before }) => mode !== "append" || before === undefined);
  const replaced = made.flatMap(({ before }) => (before === undefined ? [] : [before]));
  const create = [...made, ...emptied].map(({ component, name, number }) => ({
    component,
    name,
    number,
  }));
  create.sort((a, b) => Number(a.number === undefined) - Number(b.number === undefined));
  return { drop: [...replaced, ...leaving], create };
}

function refuseByMode(
  mode: ImportMode,
  table: ImportedTable,
  before: TableFacts | undefined,
): void {
  if (before === undefined) return;
  if (mode === "requireEmpty" && before.rows > 0) {
    throw new Error(
      `Table "${table.name}"${within(table)} is not empty: choose --append or --replace, or import into another table.`,
    );
  }
  if (mode === "append" && table.number !== undefined && table.number !== before.number) {
    throw new Error(
      `The ids of table "${table.name}"${within(table)} begin with another number (${table.number}) than they have here (${before.number}): they can replace what is here, but not be appended to it.`,
    );
  }
}

export interface ImportSummary {
  readonly message: string;
  /** Something that is here goes away. */
  readonly removes: boolean;
}

/** Describes the import, for its confirmation. */
export function summarize(
  mode: ImportMode,
  imported: readonly ImportedTable[],
  existing: readonly TableFacts[],
): ImportSummary {
  const added = new Map(imported.map((table) => [`${table.component}/${table.name}`, table.rows]));
  const { drop } = planImport(mode, imported, existing);
  const places: Place[] = [...imported, ...drop.filter((table) => !imported.some(same(table)))];
  const lines = places.map((place) => {
    const rows = existing.find(same(place))?.rows ?? 0;
    const removed = drop.some(same(place)) ? rows : 0;
    return {
      removed,
      text: `  ${place.name}${within(place)}: create ${added.get(`${place.component}/${place.name}`) ?? 0}, delete ${removed} of ${rows}`,
    };
  });
  return {
    message: ["Import change summary:", ...lines.map(({ text }) => text)].join("\n"),
    removes: lines.some(({ removed }) => removed > 0),
  };
}
