/**
 * "Same answers as the official mock": one list of cases, asked of this backend through Convex's own clients, over HTTP and over
 * the socket, and of `convex-test`. How answers are made comparable, errors above all, stands in `answers.ts`; where the mock is
 * not like Convex, in `differences.ts`.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { areas } from "./all";
import { differences } from "./differences";
import { play, titleOf } from "./play";
import type { Side } from "./sides";
import { embeddedSide, mockSide } from "./sides";

const FEWEST_CALLS = 300;
const ALL_MS = 90_000;

type Played = Awaited<ReturnType<typeof play>>;
let embedded: Played;
let overSocket: Played;
let mock: Played;

async function played(open: () => Promise<Side>): Promise<Played> {
  const side = await open();
  try {
    return await play(side, areas);
  } finally {
    await side.close();
  }
}

beforeAll(async () => {
  // The mock prints what scheduled functions fail with.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  // Each has a backend of its own; both wait for the disk most of the time.
  [embedded, overSocket] = await Promise.all([
    played(() => embeddedSide("http")),
    played(() => embeddedSide("socket")),
  ]);
  mock = await played(mockSide);
}, ALL_MS);

afterAll(() => {
  vi.restoreAllMocks();
});

const titles = areas.flatMap((area) => area.cases.map((each) => titleOf(area, each)));
const cases = differences.flatMap(({ answers, source }) =>
  Object.entries(answers).map(([title, [ours, theirs]]) => ({ title, ours, theirs, source })),
);
const listed = new Set(cases.map(({ title }) => title));

test(`[SAME1] at least ${FEWEST_CALLS} calls are compared`, () => {
  expect(embedded.calls).toBeGreaterThanOrEqual(FEWEST_CALLS);
  expect(mock.calls).toBeGreaterThanOrEqual(FEWEST_CALLS);
  expect(new Set(titles).size).toBe(titles.length);
});

describe("[SAME1] both answer alike", () => {
  test.each(titles.filter((title) => !listed.has(title)))("%s", (title) => {
    expect(mock.answers.get(title)).toBeDefined();
    expect(embedded.answers.get(title)).toBe(mock.answers.get(title));
  });
});

describe("[SAME2] this backend answers as Convex does, the mock does not", () => {
  test.each(cases)("$title ($source)", ({ title, ours, theirs }) => {
    expect(embedded.answers.get(title)).toBe(ours);
    expect(mock.answers.get(title)).toBe(theirs);
    expect(ours).not.toBe(theirs);
  });

  test("no case is listed twice", () => {
    expect(listed.size).toBe(cases.length);
  });
});

describe("[SAME3] the socket answers what HTTP answers", () => {
  test.each(titles)("%s", (title) => {
    expect(overSocket.answers.get(title)).toBe(embedded.answers.get(title));
  });
});
