/**
 * The steps of a push: `start` loads the code beside what is served, `finish` puts it in its place. Until then nothing has
 * changed, and a push that fails leaves nothing.
 */
import { randomUUID } from "node:crypto";
import type { Database, SchemaMisfit, Transaction } from "../../contracts";
import { requireSchemas } from "../../database/schema";
import { MissingVariables } from "../componentEnv";
import type { Deployment } from "../deployment";
import type { BuiltProject } from "../loader";
import type { LoadedProject, Project } from "../project";
import { LoadFailure, getSchemas } from "../project";
import type { ProjectFiles } from "../projectConfig";
import type { Variables } from "../scope";
import type { Push } from "./push";
import { getAppDefinition, digestText, NOTHING_PUSHED, serializePush } from "./push";
import type { PushFolder } from "./pushFolder";
import { InstallError } from "./pushFolder";
import { digestOfLast, pack, readPush, unpack, writePush } from "./pushRows";

/** Pushes that were started and not finished: codegen starts them, too. The oldest goes. */
const STARTED_MAX = 4;

/** A push is refused. The codes are Convex's: its command line knows some of them. */
export class PushFailure extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(`Hit an error while pushing:\n${message}`);
    this.code = code;
  }
}

/** The code that is served, or will be. */
export interface PushedState {
  readonly push: Push;
  readonly deployment: Deployment;
}

export interface StartedPush extends PushedState {
  readonly id: string;
  readonly built: BuiltProject;
  /** The push and the code that it will replace. */
  readonly before: PushedState;
}

interface Started {
  readonly started: StartedPush;
  readonly digest: string;
  readonly loaded: LoadedProject;
  readonly variables: string;
  /** The digest of the push before. */
  readonly basis: string | null;
}

export interface PushesOptions {
  readonly database: Database;
  readonly folder: PushFolder;
  readonly project: () => Project;
  readonly variables: () => Variables;
  readonly read: <T>(work: (transaction: Transaction) => T) => T;
}

/** The environment variables that the auth config reads must be set, as on Convex. */
function requireAuthVariables(push: Push, variables: Variables): void {
  const config = getAppDefinition(push).modules.find(({ path }) => path === "auth.config.js");
  const names = config?.source.matchAll(/process\.env\.([A-Za-z_]\w*)/g) ?? [];
  for (const [, name = ""] of names)
    if (!(name in variables) && name !== "NODE_ENV")
      throw new PushFailure(
        "AuthConfigMissingEnvironmentVariable",
        `Environment variable ${name} is used in auth config file but its value was not set`,
      );
}

const FIRST_FRAME = /\n {4}at [^\n]*?\.\.\/convex\/([\w.]+)\.[jt]s:/;

/** Returns a PushFailure with Convex's code for code that does not load, and every other error as it is. */
export function failureOfLoad(error: unknown): unknown {
  if (error instanceof InstallError) return new PushFailure("InvalidModules", error.message);
  if (!(error instanceof LoadFailure)) return error;
  const { message, stage, cause } = error;
  if (cause instanceof MissingVariables)
    return new PushFailure(
      "MissingEnvironmentVariables",
      `${message} Set them with \`npx convex env set\` before pushing.`,
    );
  if (stage === "config") return new PushFailure("InvalidConvexConfig", message);
  const [, module = ""] = FIRST_FRAME.exec(message) ?? [];
  if (module === "schema")
    return new PushFailure(
      "InvalidSchema",
      `Hit an error while evaluating your schema:\n${message}`,
    );
  if (module === "auth.config")
    return new PushFailure(
      "InvalidAuthConfig",
      `The auth config file could not be evaluated: ${message}`,
    );
  return new PushFailure(
    "InvalidModules",
    `Loading the pushed modules encountered the following\n    error:\n${message}`,
  );
}

export class Pushes {
  readonly #options: PushesOptions;
  readonly #started = new Map<string, Started>();
  /** Digests of pushes whose code is being loaded. */
  readonly #preparing: string[] = [];
  #current: Promise<{ readonly push: Push; readonly digest: string } | null> | undefined;

  constructor(options: PushesOptions) {
    this.#options = options;
  }

  /** The last finished push. */
  async current(): Promise<Push> {
    return (await this.#last())?.push ?? NOTHING_PUSHED;
  }

  /** The files of the last finished push; null if there is none. Removes all others but those of pushes that are being loaded. */
  async files(): Promise<ProjectFiles | null> {
    const last = await this.#last();
    this.#options.folder.sweep([...(last === null ? [] : [last.digest]), ...this.#preparing]);
    return last === null ? null : this.#options.folder.files(last.push, last.digest);
  }

  /** @throws PushFailure */
  async start(push: Push): Promise<StartedPush> {
    const { folder, project, variables } = this.#options;
    const before = await this.#last();
    const digest = digestText(serializePush(push));
    this.#preparing.push(digest);
    const started = this.#keep(async () => {
      const variablesText = JSON.stringify(variables());
      requireAuthVariables(push, variables());
      const loaded = await project().prepare(await folder.files(push, digest));
      this.#requireShape(loaded.deployment);
      const state = {
        id: randomUUID(),
        push,
        deployment: loaded.deployment,
        built: loaded.built,
        before: {
          push: before?.push ?? NOTHING_PUSHED,
          deployment: project().deployment,
        },
      };
      return {
        started: state,
        digest,
        loaded,
        variables: variablesText,
        basis: before?.digest ?? null,
      };
    });
    try {
      return (await started).started;
    } finally {
      this.#preparing.splice(this.#preparing.indexOf(digest), 1);
    }
  }

  /**
   * Returns the first stored document that the push's schemas do not allow; undefined for none.
   */
  misfit(id: string): SchemaMisfit | "raceDetected" | undefined {
    const found = this.#started.get(id);
    if (found === undefined) return "raceDetected";
    return this.#options.database.findMisfit(getSchemas(found.loaded.deployment));
  }

  /** Serves the push from now on, also after a restart. @throws PushFailure, with nothing changed. */
  async finish(id: string): Promise<StartedPush> {
    const { project, variables, folder } = this.#options;
    const { started, loaded, variables: variablesText, basis, digest } = this.#find(id);
    const packed = await pack(started.push);
    const begin = (transaction: Transaction) => {
      if (JSON.stringify(variables()) !== variablesText)
        throw new PushFailure("RaceDetected", "Environment variables have changed during push");
      if (digestOfLast(transaction) !== basis)
        throw new PushFailure("RaceDetected", "Another push was finished during this push");
      if (digest !== basis) writePush(transaction, packed);
    };
    try {
      await project().activate(loaded, begin);
    } catch (error) {
      if (error instanceof PushFailure) throw error;
      throw new PushFailure(
        "SchemaNotEnforced",
        error instanceof Error ? error.message : String(error),
      );
    }
    // All others began with what is no more.
    this.#started.clear();
    this.#current = Promise.resolve({ push: started.push, digest });
    // Actions of the code before may still load packages from there.
    folder.sweep([digest, ...(basis === null ? [] : [basis]), ...this.#preparing]);
    return started;
  }

  async #keep(prepare: () => Promise<Started>): Promise<Started> {
    try {
      const state = await prepare();
      this.#started.set(state.started.id, state);
      const [oldest] = this.#started.keys();
      if (this.#started.size > STARTED_MAX && oldest !== undefined) this.#started.delete(oldest);
      return state;
    } catch (error) {
      throw failureOfLoad(error);
    }
  }

  #requireShape(deployment: Deployment): void {
    try {
      requireSchemas(getSchemas(deployment));
    } catch (error) {
      throw new PushFailure(
        "InvalidSchema",
        error instanceof Error ? error.message : String(error),
      );
    }
  }

  #find(id: string): Started {
    const found = this.#started.get(id);
    if (found !== undefined) return found;
    throw new PushFailure("RaceDetected", "This push is not under way any more: push again.");
  }

  #last() {
    this.#current ??= this.#readLast();
    return this.#current;
  }

  async #readLast() {
    const packed = this.#options.read(readPush);
    return packed === null ? null : { push: await unpack(packed), digest: packed.digest };
  }
}
