/** Computes the expected results of the fixture `notes` from its changes with plain arrays, without code of backend or fixture. */
import { createHash } from "node:crypto";

interface Note {
  readonly name: string;
  readonly group: string;
  readonly owner: string;
  readonly score: number;
  readonly text: string;
}

export type Write =
  | { readonly kind: "put"; readonly note: Note }
  | { readonly kind: "remove"; readonly name: string }
  | { readonly kind: "title"; readonly group: string; readonly title: string };

interface Row {
  readonly note: Note;
  /** Increases with every insert, as creation times do. */
  readonly created: number;
}

/** All rows after a change. */
export interface State {
  readonly rows: ReadonlyMap<string, Row>;
  readonly titles: ReadonlyMap<string, string>;
  readonly inserts: number;
}

export const EMPTY: State = { rows: new Map(), titles: new Map(), inserts: 0 };

export function after(state: State, writes: readonly Write[]): State {
  const rows = new Map(state.rows);
  const titles = new Map(state.titles);
  let { inserts } = state;
  for (const write of writes) {
    if (write.kind === "title") titles.set(write.group, write.title);
    else if (write.kind === "remove") rows.delete(write.name);
    else {
      const created = rows.get(write.note.name)?.created ?? (inserts += 1);
      rows.set(write.note.name, { note: write.note, created });
    }
  }
  return { rows, titles, inserts };
}

type Order = "asc" | "desc";
type Below = (limit: number) => number;

/** A query with its arguments and its expected result in a state for a caller, null when anonymous. */
export interface QueryCall {
  readonly name: string;
  readonly args: Record<string, string | number | null>;
  readonly isPaged: boolean;
  readonly expected: (state: State, who: string | null) => Result;
}

/** A result or an error; for a paginated query the whole list, of which a client has the first pages. */
export type Result = { readonly value: unknown } | { readonly error: unknown };

const GROUPS = ["ash", "birch", "cedar", "dogwood"];
export const OWNERS = ["asha", "bina", "chand"];
const WORDS = ["rice", "ricotta", "salt", "saffron", "tea", "teak", "oil", "flour"];
const PREFIXES = ["ri", "sa", "tea", "o", "flour", "x"];
const NAMES = 90;
const SCORES = 24;

const short = ({ note: { name, group, score } }: Row) => `${name} ${group} ${score}`;
const byCreation = (a: Row, b: Row) => a.created - b.created;
const byScore = (a: Row, b: Row) => a.note.score - b.note.score || byCreation(a, b);

function listed(
  state: State,
  fits: (note: Note) => boolean,
  order: (a: Row, b: Row) => number,
): Row[] {
  return [...state.rows.values()].filter(({ note }) => fits(note)).sort(order);
}

function found(text: string, words: string): boolean {
  const terms = words.split(" ");
  const last = terms.at(-1) ?? "";
  const tokens = text.split(" ");
  return tokens.some((token) => terms.includes(token) || token.startsWith(last));
}

function pick<T>(below: Below, from: readonly T[]): T {
  return from[below(from.length)] as T;
}

function texts(below: Below): string {
  return Array.from({ length: 1 + below(3) }, () => pick(below, WORDS)).join(" ");
}

export function randomWrite(below: Below): Write {
  const dice = below(20);
  if (dice === 0) return { kind: "title", group: pick(below, GROUPS), title: `T${below(100)}` };
  const name = `n${below(NAMES)}`;
  if (dice < 6) return { kind: "remove", name };
  const [group, owner] = [pick(below, GROUPS), pick(below, OWNERS)];
  return { kind: "put", note: { name, group, owner, score: below(SCORES), text: texts(below) } };
}

type RandomCall = (below: Below) => QueryCall;

function plain(
  name: string,
  args: QueryCall["args"],
  value: (state: State, who: string | null) => unknown,
): QueryCall {
  return { name, args, isPaged: false, expected: (state, who) => ({ value: value(state, who) }) };
}

/** The queries of the fixture, with random arguments. */
export const QUERIES: Readonly<Record<string, RandomCall>> = {
  named: (below) => {
    const name = `n${below(NAMES)}`;
    return plain("named", { name }, ({ rows }) => {
      const row = rows.get(name);
      return row === undefined ? null : short(row);
    });
  },
  between: (below) => {
    const [low, order] = [below(SCORES), pick(below, ["asc", "desc"] as const)];
    const high = low + 1 + below(6);
    return plain("between", { low, high, order }, (state) => {
      const rows = listed(state, ({ score }) => score >= low && score < high, byScore).map(short);
      return order === "asc" ? rows : rows.reverse();
    });
  },
  firstOfGroup: (below) => {
    const [group, low, count] = [pick(below, GROUPS), below(SCORES), 1 + below(5)];
    return plain("firstOfGroup", { group, low, count }, (state) =>
      listed(state, (note) => note.group === group && note.score > low, byScore)
        .slice(0, count)
        .map(short),
    );
  },
  filtered: (below) => {
    const [group, low] = [pick(below, GROUPS), below(SCORES)];
    return plain("filtered", { group, low }, (state) =>
      listed(state, (note) => note.group !== group && note.score >= low, byCreation).map(short),
    );
  },
  counted: (below) => {
    const group = pick(below, GROUPS);
    return plain(
      "counted",
      { group },
      (state) => listed(state, (note) => note.group === group, byCreation).length,
    );
  },
  size: () => plain("size", {}, ({ rows }) => rows.size),
  withTitles: (below) => {
    const owner = pick(below, OWNERS);
    return plain("withTitles", { owner }, (state) =>
      listed(state, (note) => note.owner === owner, byCreation).map(
        ({ note: { name, group } }) => `${name} ${state.titles.get(group) ?? "?"}`,
      ),
    );
  },
  mine: (below) => {
    const low = below(SCORES);
    return plain("mine", { low }, (state, who) =>
      listed(state, (note) => note.owner === who && note.score >= low, byCreation).map(short),
    );
  },
  search: (below) => {
    const words = [...(below(2) === 0 ? [pick(below, WORDS)] : []), pick(below, PREFIXES)].join(
      " ",
    );
    const group = below(2) === 0 ? null : pick(below, GROUPS);
    return plain("search", { words, group }, (state) =>
      listed(
        state,
        (note) => found(note.text, words) && (group === null || note.group === group),
        byCreation,
      )
        .map(short)
        .sort(),
    );
  },
  digest: (below) => {
    const group = pick(below, GROUPS);
    return plain("digest", { group }, (state) => {
      const rows = listed(state, (note) => note.group === group, byScore);
      const hash = createHash("sha256").update(rows.map(short).join("\n")).digest();
      return `${state.titles.get(group) ?? "?"} ${[...hash.subarray(0, 8)].join(".")}`;
    });
  },
  even: (below) => {
    const group = pick(below, GROUPS);
    const expected = (state: State) => {
      const { length } = listed(state, (note) => note.group === group, byCreation);
      return length % 2 === 0 ? { value: length } : { error: { odd: length } };
    };
    return { name: "even", args: { group }, isPaged: false, expected };
  },
  sharedGroup: (below) => {
    const group = pick(below, GROUPS);
    const expected = (state: State, who: string | null) => {
      const own = listed(state, (note) => note.owner === who, byCreation).length;
      if (who !== null && own % 7 === 0) return { error: { refused: own } };
      const viewer = who === null ? "stranger" : own % 2 === 0 ? "even" : "odd";
      const rows = listed(state, (note) => note.group === group, byScore).map(short);
      return { value: [viewer, ...rows] };
    };
    return { name: "sharedGroup", args: { group }, isPaged: false, expected };
  },
  sharedPage: (below) => pageCall("sharedPage", below),
  page: (below) => pageCall("page", below),
};

function pageCall(name: string, below: Below): QueryCall {
  const group = below(3) === 0 ? null : pick(below, GROUPS);
  const order: Order = pick(below, ["asc", "desc"]);
  const expected = (state: State) => {
    const rows = listed(state, (note) => group === null || note.group === group, byScore);
    return { value: (order === "asc" ? rows : rows.reverse()).map(short) };
  };
  return { name, args: { group, order }, isPaged: true, expected };
}
