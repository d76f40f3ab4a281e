/** A generated sequence of calls on a schema of its own, and how it is played on both backends. */
import type { Question } from "../conformance/cases";
import { Player } from "../conformance/play";
import type { Side } from "../conformance/sides";
import type { Definition } from "../fixtures/generated/convex/shapes";
import { Choices } from "./choices";
import { definitionOf } from "./definitions";
import type { Call } from "./programs";
import { FIRST_ROW, GIVEN_UP, ProgramWriter, STATE } from "./programs";
import type { OpenSide } from "./sides";

export interface Sequence {
  readonly definition: Definition;
  readonly calls: readonly Call[];
}

/** The parts of a sequence: bytes for the schema, and for each call. */
export interface Seeds {
  readonly schema: Uint8Array;
  readonly calls: readonly Uint8Array[];
}

export function sequenceOf({ schema, calls }: Seeds): Sequence {
  const choices = new Choices(schema);
  const definition = definitionOf(choices);
  const writer = new ProgramWriter(definition);
  const rows = writer.rows(choices);
  return { definition, calls: [rows, ...calls.map((bytes) => writer.call(new Choices(bytes)))] };
}

/** Names that the steps give. */
function* namesIn(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null || value instanceof ArrayBuffer) return;
  for (const [key, field] of Object.entries(value)) {
    if (key === "as" && typeof field === "string") yield field;
    else yield* namesIn(field);
  }
}

/** Puts the first row in the place of rows that there never were, because the call failed that would have made them. */
function withKnown<T>(value: T, names: ReadonlySet<string>): T {
  if (typeof value === "string")
    return (value.startsWith("@") && !names.has(value.slice(1)) ? `@${FIRST_ROW}` : value) as T;
  if (Array.isArray(value)) return value.map((element) => withKnown<unknown>(element, names)) as T;
  if (typeof value !== "object" || value === null || value instanceof ArrayBuffer) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, withKnown<unknown>(field, names)]),
  ) as T;
}

function questionOf(call: Call): Question {
  if ("pages" in call) return { pages: { ...call.pages }, numItems: call.numItems };
  return call;
}

function isFailure(value: unknown): value is { readonly failed: unknown } {
  return typeof value === "object" && value !== null && "failed" in value;
}

function isPage(value: unknown): value is { readonly page: unknown[] } {
  return typeof value === "object" && value !== null && "page" in value && "isDone" in value;
}

/**
 * Leaves out of pages which one is the last: a full page does not know here that nothing follows, and the mock's does
 * (`differences.ts`). Of a refusal only remains that it is one: where several rules are broken, either may be named.
 */
function withoutEnds(value: unknown): unknown {
  if (isPage(value)) return { page: value.page };
  if (isFailure(value)) return { failed: value.failed === GIVEN_UP ? GIVEN_UP : "refused" };
  if (!Array.isArray(value)) return value;
  const isList = value.length > 0 && value.every(isPage);
  return value
    .filter((each) => !(isList && isPage(each) && each.page.length === 0))
    .map(withoutEnds);
}

async function answersOf(side: Side, calls: readonly Call[]): Promise<string[]> {
  const player = new Player(side);
  const answers = [
    await player.answer({
      program: "write",
      steps: [{ op: "insert", table: "log", value: { a: 0 }, as: FIRST_ROW }],
    }),
  ];
  for (const call of calls) {
    const names = new Set([...Object.keys(player.names), ...namesIn(call)]);
    answers.push(await player.answer(questionOf(withKnown(call, names))));
    const scheduled = "scheduled" in call ? call.scheduled : [];
    const settling = scheduled.filter((name) => name in player.names);
    if (settling.length > 0) answers.push(await player.answer({ settled: settling }));
  }
  answers.push(await player.answer({ program: "read", steps: STATE }));
  return answers.map((answer) => JSON.stringify(withoutEnds(JSON.parse(answer))));
}

export interface Difference {
  /** The call, or what was looked at after all of them. */
  readonly at: number;
  readonly embedded: string | undefined;
  readonly mock: string | undefined;
}

async function played(open: OpenSide, { definition, calls }: Sequence): Promise<string[]> {
  const side = await open(definition);
  try {
    return await answersOf(side, calls);
  } finally {
    await side.close();
  }
}

/** Finds the first answer that differs. */
export async function differenceIn(
  sequence: Sequence,
  sides: { readonly embedded: OpenSide; readonly mock: OpenSide },
): Promise<{ readonly difference: Difference | undefined; readonly answers: readonly string[] }> {
  const answers = await played(sides.embedded, sequence);
  const mock = await played(sides.mock, sequence);
  const at = answers.findIndex((answer, index) => answer !== mock[index]);
  const difference = at < 0 ? undefined : { at, embedded: answers[at], mock: mock[at] };
  return { difference, answers };
}
