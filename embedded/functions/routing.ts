/** Finds the HTTP action of a path: the app's own, or a mounted component's. */
import type { ComponentPath } from "../contracts";
import type { Component, Deployment, HttpEntry } from "./deployment";

interface FoundRoute {
  readonly component: ComponentPath;
  readonly entry: HttpEntry;
}

/** Returns the part of a path after a prefix, from the prefix's final slash on. */
function below(prefix: string, pathname: string): string | undefined {
  return pathname.startsWith(prefix) ? pathname.slice(prefix.length - 1) : undefined;
}

/** An own exact path comes first; then the longest prefix, be it an own route's or a mount's. */
export function findRoute(
  deployment: Deployment,
  component: ComponentPath,
  pathname: string,
  method: string,
): FoundRoute | undefined {
  const here = deployment.components.get(component);
  if (here === undefined) return undefined;
  const ownPath = here.httpPrefix === null ? pathname : below(here.httpPrefix, pathname);
  const entry = ownPath === undefined ? undefined : here.routes.find(ownPath, method);
  const own = entry && { component, entry };
  if (own !== undefined && !own.entry.route.endsWith("*")) return own;
  const rests = [...here.httpMounts].flatMap(([prefix, name]) => {
    const rest = below(prefix, pathname);
    const child = here.children.get(name);
    return rest === undefined || child === undefined ? [] : [{ rest, child }];
  });
  const [nearest] = rests.sort((a, b) => a.rest.length - b.rest.length);
  const ownRest = own && (below(own.entry.route.slice(0, -1), ownPath ?? "") ?? "");
  if (nearest === undefined) return own;
  if (ownRest !== undefined && ownRest.length < nearest.rest.length) return own;
  return findRoute(deployment, nearest.child, nearest.rest, method);
}

/** @throws Error for a mount that an own route hides, or that leads to nothing. */
export function requireRoutable(
  { path, routes, httpMounts, children }: Component,
  components: ReadonlyMap<ComponentPath, Component>,
): void {
  for (const [prefix, name] of httpMounts) {
    if (routes.all.some((route) => route.path === `${prefix}*`))
      throw new Error(`HTTP mount "${prefix}" is invalid: Overlap with existing prefix route`);
    const child = components.get(children.get(name) ?? path);
    if (child?.routes.all.length === 0 && child.httpMounts.size === 0) {
      throw new Error(
        `HTTP mount "${prefix}" is invalid: Child component "${name}" doesn't have any HTTP routes.`,
      );
    }
  }
}
