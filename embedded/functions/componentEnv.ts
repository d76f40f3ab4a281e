/**
 * The variables that apps and components declare in `convex.config.ts`, held
 * against what they are given. As on Convex, what does not fit does not load.
 */
import type { JSONValue } from "convex/values";
import { checkValue } from "../database/validation";
import type { ComponentNode, EnvBinding } from "./componentTree";
import type { Variables } from "./scope";

/** The path at which a component is mounted. */
export interface Surroundings {
  readonly node: ComponentNode;
  readonly variables: Variables;
}

/** The app requires variables that nobody has set. */
export class MissingVariables extends Error {}

function describeMisfit(validator: JSONValue, value: string): string | null {
  return checkValue(validator, value, { path: "", idTable: () => null });
}

/** @throws Error naming the variables that the app requires and does not have, or one that does not fit. */
export function requireAppVariables({ declared }: ComponentNode, variables: Variables): void {
  const missing = [...declared].flatMap(([name, { isOptional }]) =>
    isOptional || name in variables ? [] : [name],
  );
  if (missing.length > 0)
    throw new MissingVariables(
      `Required environment variables are not set: ${missing.join(", ")}.`,
    );
  for (const [name, { validator }] of declared) {
    const value = variables[name];
    const misfit = value === undefined ? null : describeMisfit(validator, value);
    if (misfit !== null) throw new Error(`Environment variable ${name} is invalid: ${misfit}`);
  }
}

/** @throws Error when the parent does not declare what it passes on, or may lack what the child requires. */
function boundValue(
  label: string,
  binding: EnvBinding,
  isOptional: boolean,
  parent: Surroundings,
): string | undefined {
  if (binding.type === "value") return binding.value;
  const declaration = parent.node.declared.get(binding.name);
  if (declaration === undefined)
    throw new Error(`${label} references undeclared parent env var ${binding.name}`);
  if (declaration.isOptional && !isOptional)
    throw new Error(`${label} is required, but parent env var ${binding.name} is optional`);
  return parent.variables[binding.name];
}

/** Returns the address of a component's own HTTP actions, below its mount. */
function getSiteUrl({ httpPrefix }: ComponentNode, siteUrl: string | undefined) {
  if (siteUrl === undefined || httpPrefix === null) return siteUrl;
  return siteUrl.replace(/\/$/, "") + httpPrefix.replace(/\/$/, "");
}

/**
 * Returns a component's `process.env`: the variables that its parent bound, and the deployment's addresses.
 * @throws Error when a binding is not declared, is missing, or does not fit.
 */
export function resolveVariables(
  node: ComponentNode,
  parent: Surroundings,
  ofApp: Variables,
): Variables {
  const component = `Component "${node.path}"`;
  for (const name of node.env.keys())
    if (!node.declared.has(name)) throw new Error(`${component} has no env var named "${name}"`);
  const bound = [...node.declared].map(([name, { validator, isOptional }]) => {
    const label = `${component} env var "${name}"`;
    const binding = node.env.get(name);
    if (binding === undefined && !isOptional)
      throw new Error(`${component} is missing required env var "${name}"`);
    const value = binding && boundValue(label, binding, isOptional, parent);
    const misfit = value === undefined ? null : describeMisfit(validator, value);
    if (misfit !== null) throw new Error(`${label} has an invalid value: ${misfit}`);
    return [name, value] as const;
  });
  const all = [
    ["CONVEX_CLOUD_URL", ofApp["CONVEX_CLOUD_URL"]] as const,
    ["CONVEX_SITE_URL", getSiteUrl(node, ofApp["CONVEX_SITE_URL"])] as const,
    ...bound,
  ];
  return Object.fromEntries(
    all.filter((entry): entry is readonly [string, string] => entry[1] !== undefined),
  );
}
