import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import * as links from "../domain/links";

const ROOT = path.join(import.meta.dirname, "..");
const FILES = ["src", "convex", "domain"].flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }).filter(
    (file) =>
      !/\.(test|setup)\.|\/testing\/|_generated|^convex\/rest\//.test(file) &&
      file !== "domain/links.ts",
  ),
);

const PATHS = Object.values(links).flatMap((link) => {
  if (typeof link === "string") return link.startsWith("/") && link !== "/" ? [link] : [];
  return typeof link === "function"
    ? []
    : Object.values(link).flatMap((page) => Object.values(page));
});

/** The first parts of paths, before parameters, as somebody would write them again. */
const STARTS = [...new Set(PATHS.map((link) => link.split(/[:#]/)[0]?.replace(/\/$/, "") ?? ""))];
const SPELLED = new RegExp(`["'\`](?:${STARTS.join("|")})(?:[/?#"'\`])`);

describe("the addresses of pages", () => {
  it("are spelled in this module alone", () => {
    expect(STARTS.length).toBeGreaterThan(40);
    const others = FILES.filter((file) =>
      SPELLED.test(readFileSync(path.join(ROOT, file), "utf8")),
    );
    expect(others).toEqual([]);
  });
});
