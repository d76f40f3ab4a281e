/** `npm run codegen`: writes `convex/_generated` with Convex's own command line. `--check` reports committed files that differ. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import path from "node:path";
import { runCodegen } from "../embedded/extras/cli/codegen";
import { finish } from "./finish";
import { ROOT, StepError } from "./steps";

const GENERATED = "convex/_generated";
/** The inputs of code generation. */
const INPUTS = [
  "convex",
  "domain",
  "languages",
  "package.json",
  "convex.json",
  "tsconfig.base.json",
];

function contentsOf(projectDir: string): Map<string, string> {
  const directory = path.join(projectDir, GENERATED);
  return new Map(
    readdirSync(directory)
      .sort()
      .map((name) => [name, readFileSync(path.join(directory, name), "utf8")]),
  );
}

/** Copies the inputs into a folder inside the project, where packages resolve. */
function copyProject(): string {
  const cache = path.join(ROOT, ".cache");
  mkdirSync(cache, { recursive: true });
  const copy = mkdtempSync(path.join(cache, "codegen-"));
  for (const input of INPUTS) {
    cpSync(path.join(ROOT, input), path.join(copy, input), { recursive: true });
  }
  symlinkSync(path.join(ROOT, "node_modules"), path.join(copy, "node_modules"), "junction");
  return copy;
}

function differences(before: Map<string, string>, after: Map<string, string>): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name));
}

async function generate(projectDir: string): Promise<void> {
  const code = await runCodegen(projectDir);
  if (code !== 0) throw new StepError("Code generation failed; the message above says why.");
}

async function checkGenerated(): Promise<number> {
  const copy = copyProject();
  try {
    await generate(copy);
    const stale = differences(contentsOf(ROOT), contentsOf(copy));
    if (stale.length === 0) return 0;
    throw new StepError(
      `${GENERATED} is not what the functions say (${stale.join(", ")}): run npm run codegen and commit it.`,
    );
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

await finish(async () => {
  if (process.argv.includes("--check")) return checkGenerated();
  await generate(ROOT);
  return 0;
});
