/**
 * The project's code as it is now. Loaded at start, and again when a file or a
 * variable changes; what does not load leaves the last good one in place.
 */
import type { Database, Transaction } from "../contracts";
import { requireAppVariables } from "./componentEnv";
import { checkSchedules, checkTargets } from "./crons";
import type { Builds } from "./builds";
import type { Deployment } from "./deployment";
import { NO_DEPLOYMENT } from "./deployment";
import type { BuiltProject } from "./loader";
import { toFailure } from "./failures";
import { buildProject, evaluateProject, createStackTranslator } from "./loader";
import type { MutationQueue } from "./mutationQueue";
import type { ProjectFiles } from "./projectConfig";
import type { Variables } from "./scope";
import { DirectoryWatch } from "./watch";

export interface ProjectOptions {
  /** The files of now; null while nothing was pushed. */
  readonly files: () => Promise<ProjectFiles | null>;
  readonly builds: Builds;
  readonly database: Database;
  /** Schemas change between two mutations, never during one. */
  readonly queue: MutationQueue;
  readonly variables: () => Variables;
}

/** Code that loads, and is not in use. */
export interface LoadedProject {
  readonly built: BuiltProject;
  readonly deployment: Deployment;
}

/** Names the place of an error in the project's code, if it came from there. */
function described(thrown: unknown, describeStack: (stack: string) => string[]): string {
  const isOfCode = thrown instanceof Error && describeStack(thrown.stack ?? "").length > 0;
  if (thrown instanceof Error && !isOfCode) return thrown.message;
  return toFailure(thrown, describeStack).message.trimEnd();
}

/** Code does not load. */
export class LoadFailure extends Error {
  readonly stage: "config" | "modules";

  constructor(
    stage: LoadFailure["stage"],
    cause: unknown,
    describeStack: (stack: string) => string[],
  ) {
    super(described(cause, describeStack), { cause });
    this.stage = stage;
  }
}

type Schemas = Parameters<Database["applySchemas"]>[0];

export function getSchemas({ components }: Deployment): Schemas {
  return new Map([...components.values()].map(({ path, schema }) => [path, schema]));
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
    this.#builds = options.builds;
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
    const { files, variables } = this.#options;
    const found = await files();
    if (found === null) {
      this.serveNothing();
      return;
    }
    this.#built = await buildProject(found, variables(), this.#builds);
    await this.#use(this.#built);
  }

  /** Tables keep their schemas. */
  serveNothing(): void {
    this.#deployment = NO_DEPLOYMENT;
  }

  /** Loads files without using them. @throws LoadFailure */
  prepare(files: ProjectFiles): Promise<LoadedProject> {
    return this.#afterLoading(async () => {
      const building = buildProject(files, this.#options.variables(), this.#builds);
      const built = await building.catch((error: unknown) => {
        throw new LoadFailure("config", error, () => []);
      });
      try {
        return this.#evaluated(built);
      } catch (error) {
        throw new LoadFailure("modules", error, (stack) =>
          createStackTranslator(built).describe(stack),
        );
      }
    });
  }

  /**
   * Uses what was prepared.
   * @param work is done in the commit that applies its schemas; what it throws leaves everything as it was.
   */
  activate(loaded: LoadedProject, work: (transaction: Transaction) => void): Promise<void> {
    return this.#afterLoading(async () => {
      await this.#replace(loaded, work);
      this.#built = loaded.built;
      this.#tell();
    });
  }

  /** The files are the same, but modules may read variables while they are evaluated. */
  async variablesChanged(): Promise<void> {
    await this.#afterLoading(async () => {
      if (this.#built === undefined) return;
      try {
        await this.#use(this.#built);
      } catch (error) {
        // They may need more than this variable.
        if (this.#deployment !== NO_DEPLOYMENT) throw error;
        console.error("The functions still do not load:", error);
      }
      this.#tell();
    });
  }

  /** @throws Error when the app declares variables that these are not. */
  requireVariables(variables: Variables): void {
    if (this.#built === undefined || this.#deployment === NO_DEPLOYMENT) return;
    requireAppVariables(this.#built.root, variables);
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
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
    // The directories may be others now.
    this.watch();
  }

  #evaluated(built: BuiltProject): LoadedProject {
    const deployment = evaluateProject(built, this.#options.variables());
    checkSchedules(deployment);
    checkTargets(deployment);
    return { built, deployment };
  }

  async #use(built: BuiltProject): Promise<void> {
    await this.#replace(this.#evaluated(built));
  }

  async #replace(
    { deployment }: LoadedProject,
    work?: (transaction: Transaction) => void,
  ): Promise<void> {
    const { database, queue } = this.#options;
    const schemas = getSchemas(deployment);
    const text = JSON.stringify([...schemas]);
    const use = () => {
      this.#schemas = text;
      this.#deployment?.nodeActions?.retire();
      this.#deployment = deployment;
    };
    if (text === this.#schemas && work === undefined) {
      use();
      return;
    }
    // The next mutation runs the new code.
    await queue.run(async () => {
      await database.applySchemas(schemas, work);
      use();
    });
  }

  #afterLoading<T>(work: () => Promise<T>): Promise<T> {
    const loaded = this.#loading.then(work);
    this.#loading = loaded.then(
      () => undefined,
      () => undefined,
    );
    return loaded;
  }

  #tell(): void {
    console.log("Functions reloaded.");
    for (const listener of this.#listeners) listener();
  }
}
