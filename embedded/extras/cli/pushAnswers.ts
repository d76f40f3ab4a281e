/** The answers to the steps of a push, in the command line's words. */
import path from "node:path";
import type { JSONValue } from "convex/values";
import type { ComponentPath } from "../../contracts";
import type { ComponentNode } from "../../functions/componentTree";
import type { AuthProvider, Component, FunctionEntry } from "../../functions/deployment";
import { getDefinitionFolder } from "../../functions/pushing/pushFolder";
import type { DefinitionPath } from "../../functions/pushing/push";
import { getAppDefinition } from "../../functions/pushing/push";
import type { PushedState, StartedPush } from "../../functions/pushing/pushes";
import type { IndexConfig, TableSchema } from "./schemaDiffs";
import { indexDiff, toIndexConfigs, schemaIn } from "./schemaDiffs";

const UDF_TYPES = {
  query: "Query",
  mutation: "Mutation",
  action: "Action",
} as const satisfies Record<FunctionEntry["kind"], string>;

/** Command lines before 1.39 require the list of a component's arguments, which later ones call its variables. */
export const NO_ARGS: JSONValue[] = [];

/** The functions that a component offers to its parent: modules by their folders, functions at the ends. */
type ExportTree = Map<string, ExportTree | string>;

function exportTree(functions: readonly FunctionEntry[]): ExportTree {
  const root: ExportTree = new Map<string, ExportTree | string>();
  for (const { path: name } of functions.filter(({ visibility }) => visibility === "public")) {
    const [module = "", last = ""] = name.split(":");
    let at = root;
    for (const segment of module.split("/")) {
      const below = at.get(segment);
      const next: ExportTree =
        below === undefined || typeof below === "string"
          ? new Map<string, ExportTree | string>()
          : below;
      at.set(segment, next);
      at = next;
    }
    at.set(last, `_reference/function/${name}`);
  }
  return root;
}

function toExportBranch(tree: ExportTree): JSONValue {
  const entries = [...tree].map(([name, below]) => [
    name,
    typeof below === "string" ? { type: "leaf", leaf: below } : toExportBranch(below),
  ]);
  return { type: "branch", branch: entries as JSONValue };
}

function toModuleAnalysis(functions: readonly FunctionEntry[]): Record<string, JSONValue> {
  const modules: Record<string, { functions: JSONValue[] } & Record<string, JSONValue>> = {};
  for (const { path: address, kind, visibility, args, returns } of functions) {
    const [module = "", name = ""] = address.split(":");
    const found = (modules[`${module}.js`] ??= {
      functions: [],
      httpRoutes: null,
      cronSpecs: null,
      sourceMapped: null,
    });
    found.functions.push({
      name,
      pos: null,
      udfType: UDF_TYPES[kind],
      visibility: { kind: visibility },
      args: JSON.stringify(args),
      returns: returns === null ? null : JSON.stringify(returns),
    });
  }
  return modules;
}

function* nodesFrom(node: ComponentNode): Generator<ComponentNode> {
  yield node;
  for (const child of node.children.values()) yield* nodesFrom(child);
}

class Answer {
  readonly #started: StartedPush;
  readonly #nodes: readonly ComponentNode[];
  /** The paths of the definitions by folder. */
  readonly #paths: ReadonlyMap<string, DefinitionPath>;

  constructor(started: StartedPush) {
    this.#started = started;
    this.#nodes = [...nodesFrom(started.built.root)];
    const { push } = started;
    this.#paths = new Map(
      push.definitions.map((each) => [getDefinitionFolder(push, each.path), each.path]),
    );
  }

  #getDefinitionPath({ directory }: ComponentNode): DefinitionPath {
    return this.#paths.get(path.basename(directory)) ?? "";
  }

  #component(at: ComponentPath): Component | undefined {
    return this.#started.deployment.components.get(at);
  }

  analysis(): Record<string, JSONValue> {
    const { push } = this.#started;
    return Object.fromEntries(
      push.definitions.map(({ path: definition }) => [
        definition,
        this.#analyzeDefinition(definition),
      ]),
    );
  }

  #analyzeDefinition(definition: DefinitionPath): JSONValue {
    const node = this.#nodes.find((each) => this.#getDefinitionPath(each) === definition);
    const component = node && this.#component(node.path);
    const functions = [...(component?.functions.values() ?? [])];
    const name = node?.path.split("/").at(-1) ?? "";
    const children = [...(node?.children ?? [])].map(([childName, child]) => ({
      name: childName,
      path: this.#getDefinitionPath(child),
      args: NO_ARGS,
      env: [...child.env],
    }));
    const declared = [...(node?.declared ?? [])].map(([variable, { validator, isOptional }]) => [
      variable,
      { type: "value", value: JSON.stringify(validator), optional: isOptional },
    ]);
    return {
      definition: {
        path: definition,
        definitionType:
          definition === "" ? { type: "app" } : { type: "childComponent", name, args: NO_ARGS },
        childComponents: children,
        httpMounts: {},
        exports:
          definition === "" ? toExportBranch(new Map()) : toExportBranch(exportTree(functions)),
        envVars: declared,
      },
      schema: component?.schema ?? null,
      functions: toModuleAnalysis(functions),
      udfConfig: {
        serverVersion: this.#started.push.serverVersion,
        importPhaseRngSeed: null,
        importPhaseUnixTimestamp: null,
      },
    };
  }

  /** The tree of mounted components. */
  mounted(node = this.#started.built.root): JSONValue {
    const routes = this.#component(node.path)?.routes.all ?? [];
    const children = [...node.children].map(
      ([name, child]) => [name, this.mounted(child)] as const,
    );
    return {
      definitionPath: this.#getDefinitionPath(node),
      componentPath: node.path,
      args: {},
      childComponents: Object.fromEntries(children),
      httpRoutes: {
        httpModuleRoutes: routes.length === 0 ? null : routes.map((route) => ({ ...route })),
        mounts: [...node.httpMounts.keys()],
      },
      exports: {},
    };
  }

  schemaEvaluations(count: Counter): Record<ComponentPath, JSONValue> {
    const evaluations = this.#nodes.map((node) => {
      const before = this.#started.before.deployment.components.get(node.path)?.schema;
      const after = this.#component(node.path)?.schema;
      const ofTable = (table: string) => count(node.path, table);
      const { schemaValidation, tables } = schemaIn(after);
      const old = schemaIn(before);
      const enforcedTables = new Map(
        old.schemaValidation ? old.tables.map((table) => [table.tableName, table]) : [],
      );
      return [
        node.path,
        {
          definitionPath: this.#getDefinitionPath(node),
          schemaValidation,
          tables: tables.map((table) => ({
            name: table.tableName,
            outcome: schemaValidation ? schemaOutcome(table, enforcedTables) : "notValidated",
            numDocs: ofTable(table.tableName),
            sizeBytes: 0,
          })),
          indexes: indexChanges(before, after, ofTable),
        },
      ] as const;
    });
    return Object.fromEntries(evaluations);
  }
}

/** Counts the documents of a table. */
type Counter = (component: ComponentPath, table: string) => number;

function schemaOutcome(
  table: TableSchema,
  enforcedTables: ReadonlyMap<string, TableSchema>,
): string {
  const before = enforcedTables.get(table.tableName);
  const isSame = JSON.stringify(before?.documentType) === JSON.stringify(table.documentType);
  return isSame ? "supersetOfEnforced" : "mustWalk";
}

function indexChanges(
  before: JSONValue | null | undefined,
  after: JSONValue | null | undefined,
  count: (table: string) => number,
): JSONValue[] {
  const diff = indexDiff(before, after);
  const described = (change: string, indexes: readonly IndexConfig[]) =>
    indexes.map((index) => ({
      ...index,
      change,
      needsBackfill: change === "added",
      numDocs: count(index.name.split(".")[0] ?? ""),
    }));
  const changed = [...diff.added_indexes, ...diff.enabled_indexes, ...diff.disabled_indexes];
  const names = new Set(changed.map(({ name }) => name));
  return [
    ...described("added", diff.added_indexes),
    ...described("dropped", diff.removed_indexes),
    ...described("enabled", diff.enabled_indexes),
    ...described("disabled", diff.disabled_indexes),
    ...described(
      "identical",
      toIndexConfigs(after).filter(({ name }) => !names.has(name)),
    ),
  ];
}

function toAuthInfo({ kind, issuer, audience, jwks, algorithms }: AuthProvider): JSONValue {
  if (kind === "oidc") return { applicationID: audience, domain: issuer };
  const [algorithm = ""] = algorithms;
  return { type: "customJwt", applicationID: audience, issuer, jwks, algorithm };
}

function componentPaths({ before, deployment }: StartedPush): ComponentPath[] {
  return [...new Set([...before.deployment.components.keys(), ...deployment.components.keys()])];
}

function indexDiffs(started: StartedPush): Record<ComponentPath, JSONValue> {
  const { before, deployment } = started;
  const diffs = componentPaths(started).map((each) => {
    const old = before.deployment.components.get(each)?.schema;
    return [each, indexDiff(old, deployment.components.get(each)?.schema)] as const;
  });
  return Object.fromEntries(diffs) as unknown as Record<ComponentPath, JSONValue>;
}

export function toSchemaChange(started: StartedPush) {
  return {
    allocatedComponentIds: {},
    // Comes back with the next steps.
    schemaIds: { "": started.id },
    indexDiffs: indexDiffs(started),
  };
}

export function startAnswer(started: StartedPush, variables: Readonly<Record<string, string>>) {
  const answer = new Answer(started);
  return {
    environmentVariables: variables,
    externalDepsId: null,
    componentDefinitionPackages: {},
    appAuth: started.deployment.authProviders.map(toAuthInfo),
    analysis: answer.analysis(),
    app: answer.mounted(),
    schemaChange: toSchemaChange(started),
  };
}

export function evaluateSchemaAnswer(started: StartedPush, count: Counter) {
  return {
    componentSchemaEvaluations: new Answer(started).schemaEvaluations(count),
    newComponentDefinitions: [],
  };
}

/** The evaluation of a schema that is in use already. */
export const NO_EVALUATION = { componentSchemaEvaluations: {}, newComponentDefinitions: [] };

interface Listed {
  readonly added: string[];
  readonly removed: string[];
}

function listDiff(before: readonly string[], after: readonly string[]): Listed {
  return {
    added: after.filter((each) => !before.includes(each)),
    removed: before.filter((each) => !after.includes(each)),
  };
}

function modulePaths({ push }: PushedState): string[] {
  return getAppDefinition(push).modules.map(({ path: module }) => module);
}

function cronDiff(before: Component | undefined, after: Component | undefined) {
  const [oldJobs, newJobs] = [before?.crons ?? [], after?.crons ?? []];
  const text = (name: string) => JSON.stringify(oldJobs.find((job) => job.name === name));
  const { added, removed } = listDiff(
    oldJobs.map(({ name }) => name),
    newJobs.map(({ name }) => name),
  );
  const remainingJobs = newJobs.filter(({ name }) => !added.includes(name));
  const updated = remainingJobs.filter((job) => JSON.stringify(job) !== text(job.name));
  return { added, updated: updated.map(({ name }) => name), deleted: removed };
}

function diffType(before: Component | undefined, after: Component | undefined) {
  if (before === undefined) return { type: "create" };
  return { type: after === undefined ? "unmount" : "modify" };
}

const NO_MODULES: Listed = { added: [], removed: [] };

export function finishAnswer(started: StartedPush) {
  const { before, deployment } = started;
  const providers = (state: PushedState) =>
    state.deployment.authProviders.map((provider) => JSON.stringify(toAuthInfo(provider)));
  const diffs = componentPaths(started).map((each) => {
    const [oldComponent, newComponent] = [before.deployment, deployment].map(({ components }) =>
      components.get(each),
    );
    const diff = {
      diffType: diffType(oldComponent, newComponent),
      moduleDiff: each === "" ? listDiff(modulePaths(before), modulePaths(started)) : NO_MODULES,
      udfConfigDiff: null,
      cronDiff: cronDiff(oldComponent, newComponent),
      indexDiff: indexDiff(oldComponent?.schema, newComponent?.schema),
      schemaDiff: null,
    };
    return [each, diff] as const;
  });
  return {
    authDiff: listDiff(providers(before), providers(started)),
    definitionDiffs: {},
    componentDiffs: Object.fromEntries(diffs),
  };
}

/** The answer to a dry run. */
export const NO_DIFF = {
  authDiff: { added: [], removed: [] },
  definitionDiffs: {},
  componentDiffs: {},
};
