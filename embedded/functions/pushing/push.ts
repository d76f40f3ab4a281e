/** A push of Convex's command line: the bundled modules of an app and of its components. */
import { createHash } from "node:crypto";
import type { Runtime } from "../evaluate";

/** A component's directory, relative to the app's; the app itself is "". */
export type DefinitionPath = string;

export interface PushedModule {
  /** Relative, with slashes, with ".js". */
  readonly path: string;
  readonly source: string;
  readonly sourceMap?: string;
  readonly environment: Runtime;
}

export interface PushedDefinition {
  readonly path: DefinitionPath;
  /** The bundle of its `convex.config`; null for an app without one. */
  readonly config: PushedModule | null;
  readonly schema: PushedModule | null;
  /** Functions, and what they share. */
  readonly modules: readonly PushedModule[];
}

/** A package that Node actions load, and its exact version. */
export interface PushedPackage {
  readonly name: string;
  readonly version: string;
}

export interface Push {
  /** The app first. */
  readonly definitions: readonly PushedDefinition[];
  readonly packages: readonly PushedPackage[];
  /** The version of the library. */
  readonly serverVersion: string;
}

export const NOTHING_PUSHED: Push = {
  definitions: [{ path: "", config: null, schema: null, modules: [] }],
  packages: [],
  serverVersion: "",
};

/** As the command line computes it, which sends only modules with another one. */
export function hashModule({ source, sourceMap = "" }: PushedModule): string {
  return createHash("sha256").update(source).update(sourceMap).digest("hex");
}

export function getAppDefinition({ definitions }: Push): PushedDefinition {
  const [app] = definitions;
  if (app === undefined) throw new Error("A push without an app.");
  return app;
}

/** Another text for every other push. */
export function serializePush(push: Push): string {
  return JSON.stringify(push);
}

export function digestText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
