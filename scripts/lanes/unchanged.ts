/** Leaves out lanes of `npm test` whose inputs are the same as when they passed. CI runs every lane. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Lane } from "./lanes";
import type { Count } from "./reports";

type Place = {
  readonly root: string;
  /** The file that says on which inputs each lane passed. */
  readonly records: string;
  /** Runs unchanged lanes, too. */
  readonly isWhole: boolean;
};

/** The inputs on which a lane passed, and the number of its tests, by the lane's name. */
type Records = Readonly<Record<string, { readonly inputs: string; readonly passed: number }>>;

/** Files at the root are inputs of every lane: the lock file, settings of the tools. */
function isInput(file: string, folders: readonly string[]): boolean {
  return !file.includes("/") || folders.some((folder) => file.startsWith(`${folder}/`));
}

/**
 * Returns a digest of Node's version and of the files that git does not ignore, below `folders` (without them: all) and at the
 * root. Null where git does not list the files.
 */
function digestOfInputs(root: string, folders: readonly string[] | undefined): string | null {
  const hash = createHash("sha256").update(process.version);
  try {
    const listed = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], {
      cwd: root,
      maxBuffer: Infinity,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const all = listed.toString().split("\0");
    const files = all.filter((file) => folders === undefined || isInput(file, folders));
    for (const file of files.sort()) {
      const absolute = path.join(root, file);
      // A removed file is listed until its removal is staged.
      if (file === "" || !existsSync(absolute)) continue;
      const content = createHash("sha256").update(readFileSync(absolute)).digest("hex");
      hash.update(`${file}\0${content}\0`);
    }
    return hash.digest("hex");
  } catch {
    return null;
  }
}

function recordsIn({ records }: Place): Records {
  try {
    return JSON.parse(readFileSync(records, "utf8")) as Records;
  } catch {
    return {};
  }
}

function record(place: Place, name: string, outcome: Records[string] | undefined): void {
  const { [name]: _, ...others } = recordsIn(place);
  mkdirSync(path.dirname(place.records), { recursive: true });
  const records = outcome === undefined ? others : { ...others, [name]: outcome };
  writeFileSync(place.records, JSON.stringify(records));
}

/** Returns a lane that runs unless it passed on its present inputs. */
export function unlessUnchanged(lane: Lane, place: Place): Lane {
  const { name, inputs: folders } = lane;
  const run = async (): Promise<Count> => {
    const inputs = digestOfInputs(place.root, folders);
    const before = recordsIn(place)[name];
    if (!place.isWhole && inputs !== null && before?.inputs === inputs) {
      console.log(`${name}: unchanged since it passed: ${before.passed} tests`);
      return { passed: before.passed, failed: 0 };
    }
    const count = await lane.run();
    // What was edited meanwhile was tested in part.
    const isSame = inputs !== null && digestOfInputs(place.root, folders) === inputs;
    const hasPassed = isSame && count.failed === 0;
    record(place, name, hasPassed ? { inputs, passed: count.passed } : undefined);
    return count;
  };
  return { ...lane, run };
}
