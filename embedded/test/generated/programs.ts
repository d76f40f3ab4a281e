/** Generates calls: programs of steps over the tables of a definition, and calls of functions with validators. */
import type { Bound, Expression, QueryStep, Step } from "../conformance/cases";
import { UNDEFINED } from "../conformance/cases";
import type { Definition, Fields, Index } from "../fixtures/generated/convex/shapes";
import type { Choices } from "./choices";
import { TABLES } from "./definitions";
import { anything, documentFor, fitting, hasRecord } from "./values";

/** One request to the backend. */
export type Call =
  | {
      readonly program: "read" | "write" | "act";
      readonly steps: readonly Step[];
      /** The functions that it schedules, if it succeeds. */
      readonly scheduled: readonly string[];
    }
  | { readonly call: "mutation"; readonly path: string; readonly args: Record<string, unknown> }
  | { readonly pages: Omit<QueryStep, "op">; readonly numItems: number };

/** The error that a program throws itself. */
export const GIVEN_UP = "given up";
export const FIRST_ROW = "log0";
const LOG = "log";
const STEPS_MAX = 5;
const FIRST_ROWS = 8;
const DEEPEST = 2;

type Program = "read" | "write" | "act";

/** The place of a step in a call. */
interface Place {
  readonly program: Program;
  readonly depth: number;
  /** False where a failure is caught: what was done there may not be, and has no name. */
  readonly isCertain: boolean;
}

const BOUNDS = { lower: ["gt", "gte"], upper: ["lt", "lte"] } as const;

export class ProgramWriter {
  readonly #definition: Definition;
  /** The number of named rows of each table. */
  readonly #rows = new Map<string, number>();
  #schedules = 0;
  /** Of the program that is being written. */
  #hasPage = false;

  constructor(definition: Definition) {
    this.#definition = definition;
  }

  call(choices: Choices): Call {
    const kind = choices.below(20);
    if (kind < 9) return this.#program("write", choices);
    if (kind < 14) return this.#program("read", choices);
    if (kind < 16) return { pages: this.#list(choices), numItems: 1 + choices.below(4) };
    if (kind < 18) return { call: "mutation", ...this.#typedCall(choices) };
    return this.#program("act", choices);
  }

  /** Rows to begin with. */
  rows(choices: Choices): Call {
    const place = { program: "write", depth: 0, isCertain: false } as const;
    const steps = Array.from({ length: FIRST_ROWS }, () => this.#insert(choices, place));
    return { program: "write", steps: steps.map((step) => ({ op: "try", step })), scheduled: [] };
  }

  #program(program: Program, choices: Choices): Call {
    const before = this.#schedules;
    this.#hasPage = false;
    const place = { program, depth: 0, isCertain: true };
    const steps = [this.#step(choices, place)];
    steps.push(...choices.list(STEPS_MAX - 1, () => this.#step(choices, place)));
    const scheduled = steps.flatMap((step) => (step.op === "schedule" ? [step.as] : []));
    if (this.#schedules - before > scheduled.length) throw new Error("A schedule has no name.");
    return { program, steps, scheduled };
  }

  #step(choices: Choices, place: Place): Step {
    if (place.program === "act") return this.#nested(choices, place);
    const kind = choices.below(place.program === "write" ? 20 : 6);
    if (kind < 3) return this.#query(choices, place);
    if (kind === 3) return { op: "get", id: this.#anyRow(choices) };
    if (kind === 4)
      return { op: "normalizeId", table: this.#table(choices), id: this.#anyRow(choices) };
    if (kind === 5)
      return place.depth < DEEPEST ? this.#nested(choices, place) : this.#query(choices, place);
    if (kind < 11) return this.#insert(choices, place);
    if (kind < 15) return this.#change(choices);
    if (kind === 15) return { op: "delete", id: this.#anyRow(choices) };
    if (kind === 16) return { op: "throw", message: GIVEN_UP };
    if (kind === 17 && place.isCertain && place.depth === 0) return this.#schedule(choices);
    if (kind === 18 && place.depth < DEEPEST) return this.#nested(choices, place);
    return { op: "try", step: this.#step(choices, { ...place, isCertain: false }) };
  }

  /** A call of a function by a function. */
  #nested(choices: Choices, { program, depth, isCertain }: Place): Step {
    const caught = choices.percent(60);
    const inside = { depth: depth + 1, isCertain: isCertain && !caught };
    const step = (): Step => {
      if (program !== "read" && choices.percent(20)) {
        const { path, args } = this.#typedCall(choices);
        return { op: "call", kind: "mutation", path, args };
      }
      const called = program === "read" || choices.percent(25) ? "read" : "write";
      const place = { ...inside, program: called } as const;
      const steps = [
        this.#step(choices, place),
        ...choices.list(2, () => this.#step(choices, place)),
      ];
      return { op: called === "read" ? "runQuery" : "runMutation", steps };
    };
    return caught ? { op: "try", step: step() } : step();
  }

  #insert(choices: Choices, { isCertain }: Place): Step {
    const table = this.#table(choices);
    const value = this.#document(choices, table);
    if (!isCertain) return { op: "insert", table, value };
    const number = this.#rows.get(table) ?? 0;
    this.#rows.set(table, number + 1);
    return { op: "insert", table, value, as: `${table}${number}` };
  }

  #change(choices: Choices): Step {
    const table = this.#table(choices);
    const id = this.#row(choices, table);
    const document = this.#document(choices, table);
    if (choices.percent(40)) return { op: "replace", id, value: document };
    const fields = Object.entries(document).filter(() => choices.percent(40));
    const removed = choices.percent(30) ? [[choices.of(["a", "b", "n"]), UNDEFINED]] : [];
    return { op: "patch", id, value: Object.fromEntries([...fields, ...removed]) as object };
  }

  /** Runs at once; or is cancelled before it could. */
  #schedule(choices: Choices): Step {
    const as = `scheduled${this.#schedules}`;
    this.#schedules += 1;
    const place = { program: "write", depth: DEEPEST, isCertain: false } as const;
    const steps = [
      this.#step(choices, place),
      ...choices.list(2, () => this.#step(choices, place)),
    ];
    return { op: "schedule", path: "program:write", args: { steps, names: {} }, ms: 0, as };
  }

  #typedCall(choices: Choices): { path: string; args: Record<string, unknown> } {
    const at = choices.below(this.#definition.functions.length);
    const { args, returns } = this.#definition.functions[at]!;
    const callArgs = this.#withInvalidField(choices, args, this.#documentOf(choices, args));
    const isWrong = choices.percent(25) && !hasRecord(returns);
    const back = isWrong ? anything(choices) : this.#fitting(choices, returns);
    return { path: `program:typed${at}`, args: { ...callArgs, back } };
  }

  #query(choices: Choices, { depth, program }: Place): Step {
    // The mock allows one page in all functions that a call runs, Convex one in each function.
    const mayPaginate = depth === 0 && program === "read" && !this.#hasPage;
    const list = { op: "query", ...this.#list(choices) } as const;
    switch (choices.below(7)) {
      case 0:
        return { ...list, end: "first" };
      case 1:
        return { ...list, end: "unique" };
      case 2:
        return { ...list, end: "take", n: choices.below(4) };
      case 3:
        return { ...list, end: "iterate", n: 1 + choices.below(3) };
      case 4:
        if (!mayPaginate) return { ...list, end: "collect" };
        this.#hasPage = true;
        return { ...list, end: "paginate", page: { numItems: 1 + choices.below(4), cursor: null } };
      default:
        return { ...list, end: "collect" };
    }
  }

  #list(choices: Choices): Omit<QueryStep, "op"> {
    const table = this.#table(choices);
    const indexes = this.#definition.tables[table]?.indexes ?? [];
    const order = choices.of([undefined, "asc", "desc"] as const);
    const index = indexes[choices.below(indexes.length + 1)];
    const filter = choices.percent(30) && table !== LOG ? this.#filter(choices, table) : undefined;
    return {
      table,
      whole: true,
      ...(order !== undefined && { order }),
      ...(index !== undefined && { index: index.name, range: this.#range(choices, table, index) }),
      ...(filter !== undefined && { filter }),
    };
  }

  #range(choices: Choices, table: string, { fields }: Index): Bound[] {
    // Ids have another order on each side, so rows are not sorted by them.
    const fewest = fields[0] === "friend" ? 1 : 0;
    const equal = fewest + choices.below(fields.length + 1 - fewest);
    const value = (field: string) => this.#valueOf(choices, table, field);
    const range = fields.slice(0, equal).map((field): Bound => ["eq", field, value(field)]);
    const next = fields[equal];
    if (next === undefined) return range;
    if (choices.percent(45)) range.push([choices.of(BOUNDS.lower), next, value(next)]);
    if (choices.percent(45)) range.push([choices.of(BOUNDS.upper), next, value(next)]);
    return range;
  }

  #filter(choices: Choices, table: string, depth = 0): Expression {
    const kind = choices.below(depth < 2 ? 6 : 3);
    const inner = () => this.#filter(choices, table, depth + 1);
    if (kind === 0)
      return [choices.of(["gt", "gte", "lt", "lte"]), ["field", "size"], choices.below(3)];
    if (kind === 3) return ["and", inner(), inner()];
    if (kind === 4) return ["or", inner(), inner()];
    if (kind === 5) return ["not", inner()];
    const field = choices.of(["a", "b", "c", "n.x", "size", "friend"]);
    const operand = ["literal", this.#valueOf(choices, table, field)];
    return [choices.of(["eq", "neq"]), ["field", field], operand];
  }

  /** A value that a field may have, or undefined for a field that may be missing, or any. */
  #valueOf(choices: Choices, table: string, field: string): unknown {
    if (field === "friend") return this.#row(choices, choices.of(TABLES));
    if (choices.percent(15)) return anything(choices);
    const fields = choices.of(this.#definition.tables[table]?.documents ?? [{}]);
    const [outer = "", inner] = field.split(".");
    const found = fields[outer];
    const shape = found?.shape;
    const within = inner !== undefined && shape?.type === "object" ? shape.fields[inner] : found;
    if (within === undefined || (within.optional && choices.percent(25))) return UNDEFINED;
    return this.#fitting(choices, within.shape);
  }

  #document(choices: Choices, table: string): Record<string, unknown> {
    if (table === LOG) return { a: anything(choices) };
    const fields = choices.of(this.#definition.tables[table]!.documents);
    return this.#withInvalidField(choices, fields, this.#documentOf(choices, fields));
  }

  /** The document, or one that does not fit any more. */
  #withInvalidField(
    choices: Choices,
    fields: Fields,
    document: Record<string, unknown>,
  ): Record<string, unknown> {
    if (choices.percent(80)) return document;
    const names = Object.keys(fields).filter(
      (name) => name !== "size" && !hasRecord(fields[name]!.shape),
    );
    const name = names[choices.below(names.length + 1)];
    if (name === undefined) return { ...document, more: anything(choices) };
    if (choices.percent(70)) return { ...document, [name]: anything(choices) };
    const { [name]: _, ...rest } = document;
    return rest;
  }

  #documentOf(choices: Choices, fields: Fields): Record<string, unknown> {
    return documentFor(fields, choices, (table) => this.#row(choices, table));
  }

  #fitting(choices: Choices, shape: Parameters<typeof fitting>[0]): unknown {
    return fitting(shape, choices, (table) => this.#row(choices, table));
  }

  #table(choices: Choices): string {
    return choices.of([...TABLES, ...TABLES, ...TABLES, LOG]);
  }

  #row(choices: Choices, table: string): string {
    const count = this.#rows.get(table) ?? 0;
    return count === 0 ? `@${FIRST_ROW}` : `@${table}${choices.below(count)}`;
  }

  #anyRow(choices: Choices): string {
    return this.#row(choices, choices.percent(90) ? choices.of(TABLES) : LOG);
  }
}

export const STATE: readonly Step[] = [...TABLES, LOG].map((table) => ({
  op: "query",
  table,
  whole: true,
}));
