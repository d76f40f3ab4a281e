/** Names functions of components where a plain path would mean the app's own. */
import type { FunctionPath, Identity } from "./contracts";

export interface NamedFunction {
  readonly path: FunctionPath;
  /** "" is the app itself. */
  readonly component: string;
}

/**
 * Components are private to the app that mounts them: only an administrator's
 * tools may call into one from outside. For everybody else the name leads nowhere.
 */
export function functionAddress(
  { path, component }: NamedFunction,
  identity: Identity,
): FunctionPath {
  if (component === "") return path;
  return identity.kind === "admin" ? ownAddress({ path, component }) : `${component}/${path}`;
}

/** A function handle, as `createFunctionHandle` makes it: the component and the function's path. */
export const FUNCTION_HANDLE = /^function:\/\/([^;]*);(.+)$/;

/** The address of a function for whoever reaches all of them. */
export function ownAddress({ path, component }: NamedFunction): FunctionPath {
  return `function://${component};${path}`;
}

/** The inverse, for whoever serves a name itself. */
export function splitAddress(address: FunctionPath): NamedFunction {
  const [, component, path] = FUNCTION_HANDLE.exec(address) ?? [];
  return component === undefined || path === undefined
    ? { component: "", path: address }
    : { component, path };
}
