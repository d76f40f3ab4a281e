/**
 * The project's code as it is now. Loaded at start, and again when a file or a
 * variable changes; what does not load leaves the last good one in place.
 */
import type { Database } from "../contracts";
import { requireAppVariables } from "./componentEnv";
import { checkSchedules } from "./crons";
import type { Builds } from "./builds";
import { WarmBuilds } from "./builds";
import type { Deployment } from "./deployment";
import { KeptBuilds } from "./keptBuilds";
import type { BuiltProject } from "./loader";
import { buildProject, evaluateProject } from "./loader";
import type { MutationQueue } from "./mutationQueue";
import type { Variables } from "./scope";
import { DirectoryWatch } from "./watch";

export interface ProjectOptions {
  readonly projectDir: string;
  /** The folder in which builds are kept for the next start. */
  readonly buildsDir: string;
  readonly database: Database;
  /** Schemas change between two mutations, never during one. */
  readonly queue: MutationQueue;
  readonly variables: () => Variables;
  /** The files will be built again whenever they change. */
  readonly watches: boolean;
}

export class Project {
  readonly #options: ProjectOptions;
  readonly #builds: Builds;
  readonly #listeners = new Set<() => void>();
  #built: BuiltProject | undefined;
  #deployment: Deployment | undefined;
  /** That the database matches: most saves change none, and need not wait for the disk. */
  #schemas: string | undefined;
  #loading: Promise<void> = Promise.resolve();
  readonly #watching = new DirectoryWatch(() => void this.#afterLoading(() => this.#reload()));
  #stopped = false;

  constructor(options: ProjectOptions) {
    this.#options = options;
    this.#builds = options.watches ? new WarmBuilds() : new KeptBuilds(options.buildsDir);
  }

  /** @throws Error before the first load. */
  get deployment(): Deployment {
    if (this.#deployment === undefined) throw new Error("No functions are loaded yet.");
    return this.#deployment;
  }

  /** Heard after every load but the first, which nobody can have missed. */
  onReload(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** @throws BuildError, what the modules throw, or what the schema says of documents that do not fit. */
  async load(): Promise<void> {
    const { projectDir, variables } = this.#options;
    this.#built = await buildProject(projectDir, variables(), this.#builds);
    await this.#use(this.#built);
  }

  /** The files are the same, but modules may read variables while they are evaluated. */
  async variablesChanged(): Promise<void> {
    await this.#afterLoading(async () => {
      if (this.#built === undefined) return;
      await this.#use(this.#built);
      this.#tell();
    });
  }

  /** @throws Error when the app declares variables that these are not. */
  requireVariables(variables: Variables): void {
    if (this.#built !== undefined) requireAppVariables(this.#built.root, variables);
  }

  watch(): void {
    this.#watching.follow(this.deployment.watched);
  }

  /** Follows the files no longer. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#watching.stop();
    await this.#afterLoading(() => this.#builds.close());
  }

  /** Ends the actions that are still under way in threads. */
  async close(): Promise<void> {
    await this.#deployment?.nodeActions?.close();
  }

  async #reload(): Promise<void> {
    if (this.#stopped) return;
    try {
      await this.load();
      this.#tell();
      console.log("Functions reloaded.");
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
    // The directories may be others now.
    this.watch();
  }

  async #use(built: BuiltProject): Promise<void> {
    const { database, queue, variables } = this.#options;
    const deployment = evaluateProject(built, variables());
    checkSchedules(deployment);
    const schemas = [...deployment.components.values()].map(
      ({ path, schema }) => [path, schema] as const,
    );
    const text = JSON.stringify(schemas);
    if (text !== this.#schemas) await queue.run(() => database.applySchemas(new Map(schemas)));
    this.#schemas = text;
    this.#deployment?.nodeActions?.retire();
    this.#deployment = deployment;
  }

  #afterLoading(work: () => Promise<void>): Promise<void> {
    const loaded = this.#loading.then(work);
    this.#loading = loaded.catch(() => undefined);
    return loaded;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
