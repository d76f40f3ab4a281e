/**
 * One thing that Mandi promises: an address, a text on a screen, a figure or a rule. The promises themselves stand in `entries/`;
 * which test keeps which is found out by `coverage.ts`.
 */

export type Kind = "route" | "text" | "constant" | "rule" | "replaced";

/** A test by its file and its title: "e2e/spine.spec.ts › a rejected order tells the reason and gives the stock back". */
export type TestName = `${string} › ${string}`;

export type Entry = {
  /** A screen, or what several screens share. */
  readonly area: string;
  readonly kind: Kind;
  /** The promise; of a text, the text itself, with {…} for what varies in it. */
  readonly entry: string;
  /** The address of the screen on which a text stands; "" for texts that are no one screen's. */
  readonly where: string;
  /** What one test has to say to show it. A regular expression stands between slashes, as in the test. Empty: `shownBy` does it. */
  readonly words: readonly string[];
  /** The tests that show it, where words can't. */
  readonly shownBy: readonly TestName[];
};

type Promised = Omit<Entry, "area" | "where">;

/** A text that a test says in other words: the form in which a test finds it. */
export function said(entry: string, ...words: readonly string[]): Promised {
  return { kind: "text", entry, words, shownBy: [] };
}

/** A rule of behaviour, and the tests that show it. */
export function rule(entry: string, ...shownBy: readonly TestName[]): Promised {
  return { kind: "rule", entry, words: [], shownBy };
}

/** A figure or a format, and the tests that show it. */
export function constant(entry: string, ...shownBy: readonly TestName[]): Promised {
  return { kind: "constant", entry, words: [], shownBy };
}

/**
 * A text of the specification that a deviation (docs/deviations.md) took the ground from: there is no situation left in which it
 * would be true. The tests show what happens instead.
 */
export function replaced(
  text: string,
  deviation: number,
  instead: string,
  ...shownBy: readonly TestName[]
): Promised {
  const entry = `${text} → ${instead} (deviation ${deviation})`;
  return { kind: "replaced", entry, words: [], shownBy };
}

/** What one screen promises. A bare string is a text to be read on it, to the letter. */
export function screen(
  area: string,
  where: string,
  promises: readonly (string | Promised)[],
): Entry[] {
  return promises.map((promise) => {
    const promised: Promised =
      typeof promise === "string"
        ? { kind: "text", entry: promise, words: [promise], shownBy: [] }
        : promise;
    return { area, where, ...promised };
  });
}

/** Addresses, each with the words by which one knows that one is there. */
export function routes(area: string, places: Readonly<Record<string, string>>): Entry[] {
  return Object.entries(places).map(([where, heading]) => ({
    area,
    kind: "route",
    entry: where,
    where,
    words: [heading],
    shownBy: [],
  }));
}
