/** Lints planted faults with the project's configuration: a rule that no longer applies finds nothing, and nobody notices. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ROOT } from "./steps";

const INPUTS = [
  ...["oxlint.config.ts", "scripts/lintPlugin.ts", "tsconfig.json", "convex/tsconfig.json"],
  ...["base", "app", "domain", "embedded", "node", "worker"].map((name) => `tsconfig.${name}.json`),
];

/** A comment names the rule that its line breaks; the other lines break none. */
const PLANTED: Readonly<Record<string, string>> = {
  "domain/types.ts": `
export async function work(): Promise<void> { await work(); }
export const find = (list: string[]) => list[0] ?? "";
export const floats = () => { work(); }; // typescript(no-floating-promises)
export const parse = (text: string) => { console.log(JSON.parse(text).a); }; // typescript(no-unsafe-member-access)
export const isA = (kind: "a" | "b") => { switch (kind) { case "a": } }; // typescript(switch-exhaustiveness-check)
export const fill = (text: string) => text ?? ""; // typescript(no-unnecessary-condition)
export const first = (list: string[]) => list[0]!; // typescript(no-non-null-assertion)
export const write = (list: string[]) => \`a\${list}\`; // typescript(restrict-template-expressions)
export const either = (text?: string) => text || "a"; // typescript(prefer-nullish-coalescing)
export const act = (list: string[]) => { list.forEach(work); }; // typescript(no-misused-promises)
const unused = 1; // eslint(no-unused-vars)
// oxlint-disable-next-line no-debugger
`,
  "domain/walls.ts": `
export * from "./types";
export * from "../convex/errors"; // eslint(no-restricted-imports)`,
  "convex/walls.ts": `
export * from "../src/main"; // eslint(no-restricted-imports)
export { query } from "./_generated/server"; // eslint(no-restricted-imports)`,
  "convex/khata/floors.ts": `
export * from "../network/sides";
export * from "../orders/find"; // eslint(no-restricted-imports)
export type * from "../notifications/notify"; // eslint(no-restricted-imports)
export { query } from "../_generated/server"; // eslint(no-restricted-imports)`,
  "convex/calls.ts": `
type Ctx = { db: { get: (id: string) => string } };
export const get = (ctx: Ctx) => ctx.db.get("id"); // @convex-dev(explicit-table-ids)
export const find = ({ db }: Ctx) => db.get("id"); // mandi(no-restricted-syntax)`,
  "src/lib/walls.ts": `
export type * from "../../convex/_generated/api";
export type * from "../../convex/orders"; // eslint(no-restricted-imports)
export * from "../../embedded/backend"; // eslint(no-restricted-imports)
import { lazy } from "react"; // mandi(no-restricted-syntax)
export const key = () => [lazy, crypto.randomUUID()]; // eslint(no-restricted-properties)`,
  "src/lib/Dates.tsx": `
import { DayPicker } from "react-day-picker"; // mandi(no-restricted-syntax)
import { parseRupees } from "../../domain/money"; // mandi(no-restricted-syntax)
export { parseRupees };
export const inputs = (
  <div>
    <input type="date" /> {/* // mandi(no-restricted-syntax) */}
    <DayPicker type={"month"} /> {/* // mandi(no-restricted-syntax) */}
    <input type="text" />
  </div>
);`,
  "src/lib/Words.tsx": `
declare const t: (text: string) => string;
declare const say: (text: string) => void;
const LABELS = { placed: t("Placed"), none: "None yet" }; // mandi(no-bare-words)
export const Words = ({ count, title }: { count: number; title: string }) => {
  if (title === "A title") throw new Error("It has no title.");
  switch (count) { case 1: say("One line was added."); } // mandi(no-bare-words)
  say(String(count) + " lines of it"); // mandi(no-bare-words)
  return (
    <p id="One" className="flex gap-2" title="Add all"> {/* // mandi(no-bare-words) */}
      <b>{t("Add all")}</b>
      <i>Add</i> {/* // mandi(no-bare-words) */}
      {count > 1 ? \`\${count} lines\` : LABELS.none} {/* // mandi(no-bare-words) */}
    </p>
  );
};`,
  "src/live/floors.ts": `
export * from "../session/tokens";
export * from "../outbox/entry"; // eslint(no-restricted-imports)`,
  "src/features/a/part/C.ts": `
export type * from "../B";
export type * from "../../b/B"; // eslint(no-restricted-imports)`,
  "src/ui/walls.ts": `
export * from "convex/react"; // eslint(no-restricted-imports)
export * from "../features/a/A"; // eslint(no-restricted-imports)`,
  "src/features/a/A.tsx": `
export type * from "./B";
export type * from "../../ui/B";
export type * from "../../../convex/_generated/api";
export type * from "../b/B"; // eslint(no-restricted-imports)
export type * from "../../../convex/orders"; // eslint(no-restricted-imports)
import { useCallback, useState } from "react";
export function A({ b }: { b: string }) {
  const [c, set] = useState("");
  set(""); // react(set-state-in-render)
  return <button onClick={useCallback(() => { set(b + c); }, [])} />; // react-hooks(exhaustive-deps)
}`,
  "embedded/walls.ts": `
export * from "../domain/a"; // eslint(no-restricted-imports)
export * from "./extras/a"; // eslint(no-restricted-imports)`,
  "embedded/store/walls.ts": `
export * from "../../convex/a"; // eslint(no-restricted-imports)
export * from "../extras/a"; // eslint(no-restricted-imports)
export * from "../sync/a"; // eslint(no-restricted-imports)`,
};

type Report = {
  readonly diagnostics: readonly {
    readonly filename: string;
    readonly code?: string;
    readonly labels: readonly { readonly span: { readonly line: number } }[];
  }[];
};

const expected = Object.entries(PLANTED).flatMap(([file, source]) =>
  source.split("\n").flatMap((line, at) => {
    const rule = line.includes("oxlint-disable") ? "unused" : /\/\/ (\S+\))/.exec(line)?.[1];
    return rule === undefined ? [] : [`${file}:${at + 1} ${rule}`];
  }),
);

function lint(folder: string): string[] {
  const oxlint = path.join(ROOT, "node_modules/oxlint/bin/oxlint");
  const args = [oxlint, "--format=json", ...Object.keys(PLANTED)];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  return (JSON.parse(stdout) as Report).diagnostics.map(
    ({ filename, labels, code = "unused" }) =>
      `${filename}:${String(labels[0]?.span.line)} ${code}`,
  );
}

test("finds each planted fault and nothing else", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "lint-config-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  for (const input of INPUTS) cpSync(path.join(ROOT, input), path.join(folder, input));
  symlinkSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"), "junction");
  for (const [file, source] of Object.entries(PLANTED)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), source);
  }
  expect(lint(folder).sort()).toEqual(expected.sort());
});
