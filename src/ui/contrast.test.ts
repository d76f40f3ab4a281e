/** Contrast of the colour tokens in both themes, after WCAG 2.2: 4.5:1 for text (1.4.3), 3:1 for edges, rings and marks (1.4.11). */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const SRC = path.resolve(import.meta.dirname, "..");
const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const TEXT_RATIO = 4.5;
const MARK_RATIO = 3;

const TOKEN = /--color-([\w-]+):\s*(?:light-dark\((#\w+),\s*(#\w+)\)|(#\w+));/g;

/** Reads the opaque colours of the stylesheet's theme. Those of the print sheet come later, and are black on white. */
function readColours(): Record<Theme, Map<string, string>> {
  const css = readFileSync(path.join(SRC, "ui/tokens.css"), "utf8");
  const colours = { light: new Map<string, string>(), dark: new Map<string, string>() };
  for (const [, name = "", light, dark, both] of css
    .slice(0, css.indexOf("@layer base"))
    .matchAll(TOKEN)) {
    colours.light.set(name, light ?? both ?? "");
    colours.dark.set(name, dark ?? both ?? "");
  }
  return colours;
}

const colours = readColours();

/** Returns the relative luminance of #rgb or #rrggbb, 0 to 1. */
function luminance(hex: string): number {
  const digits = hex.length === 4 ? hex.replaceAll(/[^#]/g, "$&$&") : hex;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(theme: Theme, one: string, other: string): number {
  const [a, b] = [one, other].map((name) => {
    const hex = colours[theme].get(name);
    if (hex === undefined) throw new Error(`The stylesheet has no colour ${name}.`);
    return luminance(hex);
  }) as [number, number];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const SURFACES = ["paper", "raised", "sunken", "hover"];
const SOFT = ["accent-soft", "positive-soft", "caution-soft", "negative-soft", "info-soft"];

/** Texts by the grounds on which they stand. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  ink: [...SURFACES, "pill", ...SOFT],
  muted: [...SURFACES, "pill", "accent-soft", "positive-soft"],
  "accent-ink": [...SURFACES, "accent-soft"],
  positive: [...SURFACES, "positive-soft"],
  caution: [...SURFACES, "caution-soft"],
  negative: [...SURFACES, "pill", "negative-soft"],
  info: [...SURFACES, "info-soft"],
  "on-accent": ["accent", "accent-hover"],
  paper: ["ink"],
  raised: ["accent-ink", "negative"],
};

/** Edges of controls, focus rings, and marks that carry a meaning, by what is beside them. */
const MARKS: Readonly<Record<string, readonly string[]>> = {
  edge: SURFACES,
  "accent-ink": [...SURFACES, ...SOFT],
  positive: ["raised", "sunken"],
  caution: ["sunken"],
  negative: ["raised", "sunken"],
};

function failing(theme: Theme, pairs: typeof TEXTS, least: number): string[] {
  return Object.entries(pairs).flatMap(([name, grounds]) =>
    grounds
      .map((ground) => ({ ground, ratio: contrast(theme, name, ground) }))
      .filter(({ ratio }) => ratio < least)
      .map(({ ground, ratio }) => `${name} on ${ground}: ${ratio.toFixed(2)}`),
  );
}

describe.each(THEMES)("in the %s theme", (theme) => {
  test("each text has 4.5:1 against each ground on which it stands", () => {
    expect(failing(theme, TEXTS, TEXT_RATIO)).toEqual([]);
  });

  test("edges of controls, focus rings and marks have 3:1", () => {
    expect(failing(theme, MARKS, MARK_RATIO)).toEqual([]);
  });
});

test("black on white has 21:1, and a colour none against itself", () => {
  expect((luminance("#fff") + 0.05) / (luminance("#000000") + 0.05)).toBeCloseTo(21);
  expect(contrast("light", "ink", "ink")).toBe(1);
});

/** Returns the colours that class names of one kind give without a condition: those of another state are other pairs. */
function namesIn(classes: string, kind: "bg" | "text"): string[] {
  return classes
    .split(/\s+/)
    .filter((each) => each.startsWith(`${kind}-`))
    .map((each) => each.slice(kind.length + 1))
    .filter((name) => colours.light.has(name) && name !== "white");
}

test("every pair of ground and text in the class names of the screens is one of those that are measured", () => {
  const unmeasured = new Set<string>();
  let pairs = 0;
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((each) => /(?<!\.test)\.tsx?$/.test(each))) {
    const source = readFileSync(path.join(SRC, file), "utf8");
    for (const [, classes = ""] of source.matchAll(/"([^"\n]*)"/g)) {
      for (const ground of namesIn(classes, "bg")) {
        for (const text of namesIn(classes, "text")) {
          pairs += 1;
          if (TEXTS[text]?.includes(ground) !== true)
            unmeasured.add(`${text} on ${ground}: ${file}`);
        }
      }
    }
  }
  expect([...unmeasured]).toEqual([]);
  expect(pairs).toBeGreaterThan(30);
});
