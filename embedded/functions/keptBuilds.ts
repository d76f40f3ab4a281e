/**
 * Builds that outlive the process: a start after a crash finds what the one before it built, if nothing that went into it has
 * changed. A file for each, in the data folder; one that can't be read or written only costs the time to build.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { version } from "esbuild";
import { COLD_BUILDS, type Builds, type Built, type Options, isSettled, stampsOf } from "./builds";

interface Kept {
  readonly stamps: string;
  readonly built: Built;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Another one for everything that is asked otherwise, also by another version of this program. */
function nameOf(options: Options): string {
  const plugins = options.plugins?.map(({ name, setup }) => [name, String(setup)]);
  return `${sha256(JSON.stringify([version, { ...options, plugins }]))}.json`;
}

export class KeptBuilds implements Builds {
  readonly #directory: string;
  readonly #used = new Set<string>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  async build(options: Options): Promise<Built> {
    const name = nameOf(options);
    this.#used.add(name);
    const kept = this.#read(name);
    if (kept !== null && kept.stamps === stampsOf(kept.built, options).text) return kept.built;
    const startedAt = Date.now();
    const { outputFiles, metafile } = await COLD_BUILDS.build(options);
    const built: Built = {
      outputFiles: outputFiles.map(({ path: file, text }) => ({ path: file, text })),
      metafile: { inputs: Object.fromEntries(Object.keys(metafile.inputs).map((key) => [key, 0])) },
    };
    const stamps = stampsOf(built, options);
    if (isSettled(stamps, startedAt)) this.#write(name, { stamps: stamps.text, built });
    return built;
  }

  settle(): Promise<void> {
    try {
      for (const name of readdirSync(this.#directory))
        if (!this.#used.has(name)) rmSync(path.join(this.#directory, name), { force: true });
    } catch {
      // Nothing was written, or others tidy up, too.
    }
    this.#used.clear();
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Half a file, or one that the disk has changed, is none. */
  #read(name: string): Kept | null {
    try {
      const text = readFileSync(path.join(this.#directory, name), "utf8");
      const end = text.indexOf("\n");
      const content = text.slice(end + 1);
      return text.slice(0, end) === sha256(content) ? (JSON.parse(content) as Kept) : null;
    } catch {
      return null;
    }
  }

  #write(name: string, kept: Kept): void {
    const file = path.join(this.#directory, name);
    const draft = `${file}.new`;
    try {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      const content = JSON.stringify(kept);
      writeFileSync(draft, `${sha256(content)}\n${content}`, { mode: 0o600 });
      renameSync(draft, file);
    } catch {
      // `settle` takes away what there is of it.
    }
  }
}
