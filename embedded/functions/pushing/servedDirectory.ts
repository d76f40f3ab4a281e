/** A project directory that is served where the command line expects a deployment: a push to it loads the files again. */
import { AUTH_CONFIG_MODULE } from "../bundle";
import { entryPointsIn } from "../entryPoints";
import type { Project } from "../project";
import { readProject } from "../projectConfig";
import { failureOfLoad, PushFailure } from "./pushes";

export class ServedDirectory {
  readonly path: string;
  readonly #project: () => Project;

  constructor(path: string, project: () => Project) {
    this.path = path;
    this.#project = project;
  }

  /** Tells whether the directory has these modules, as the command line names them, and no others. */
  hasModules(paths: readonly string[]): boolean {
    const entryPoints = entryPointsIn(readProject(this.path).functionsDirectory, false);
    const own = entryPoints.map(({ module }) => `${module}.js`);
    const pushed = paths.filter(
      (each) => !each.startsWith("_deps/") && each !== `${AUTH_CONFIG_MODULE}.js`,
    );
    return own.length === pushed.length && pushed.every((each) => own.includes(each));
  }

  /** Serves what the files are now. @throws PushFailure, with nothing changed. */
  async reload(): Promise<void> {
    const project = this.#project();
    try {
      await project.activate(await project.prepare(readProject(this.path)), () => undefined);
    } catch (error) {
      const failure = failureOfLoad(error);
      if (failure instanceof PushFailure) throw failure;
      const message = failure instanceof Error ? failure.message : String(failure);
      throw new PushFailure("SchemaNotEnforced", message);
    }
  }
}
