/**
 * The deployment's variables: functions see them as `process.env`, and nothing of the host's environment. They are stored in the
 * database, except for those that the backend provides and those given for this run only, which can't be set.
 */
import { exportJWK, exportPKCS8, generateKeyPair } from "jose";
import type { Transaction } from "./contracts";
import { backendTables, firstRow, rows, textIn } from "./functions/backendTables";
import type { Variables } from "./functions/scope";
import type { Calls } from "./functions/services";

/** A name or value that can't be a variable. The message goes to whoever sets it. */
class VariableError extends Error {}

export interface Variable {
  readonly name: string;
  readonly value: string;
}

/** A change of a variable; null deletes it. */
export interface VariableChange {
  readonly name: string;
  readonly value: string | null;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;
const VALUE_MAX = 8_192;
/** Convex's limit. */
const VARIABLES_MAX = 1_000;
const PROVIDED = new Set(["CONVEX_CLOUD_URL", "CONVEX_SITE_URL"]);

export interface EnvironmentOptions {
  readonly cloudUrl: string;
  readonly siteUrl: string;
  /** The variables of this run only, which come before those that are stored. */
  readonly ofThisRun: Variables;
}

function requireSettable({ name, value }: VariableChange): void {
  if (!NAME.test(name)) {
    throw new VariableError(
      `"${name}" can't name a variable: letters, digits and underscores, and no digit first.`,
    );
  }
  if (PROVIDED.has(name))
    throw new VariableError(`${name} is provided by the deployment and can't be set.`);
  if (value !== null && value.length > VALUE_MAX) {
    throw new VariableError(`The value of ${name} is longer than ${VALUE_MAX} characters.`);
  }
}

function apply(transaction: Transaction, { name, value }: VariableChange): void {
  const tables = backendTables(transaction);
  const row = firstRow(tables, "variables.by_name", { name });
  if (row !== undefined) tables.remove("variables", textIn(row, "_id"));
  if (value !== null) tables.insert("variables", { name, value });
}

export class Environment {
  readonly #calls: Calls;
  readonly #options: EnvironmentOptions;
  #stored: ReadonlyMap<string, string>;
  #check: (variables: Variables) => void = () => undefined;
  readonly #listeners = new Set<() => Promise<void>>();

  constructor(calls: Calls, options: EnvironmentOptions) {
    this.#calls = calls;
    this.#options = options;
    this.#stored = calls.read((transaction) => {
      const found = [...rows(backendTables(transaction), "variables.by_name")];
      return new Map(found.map((row) => [textIn(row, "name"), textIn(row, "value")]));
    });
  }

  /** Returns the stored variables, sorted by name. */
  list(): Variable[] {
    return [...this.#stored]
      .map(([name, value]) => ({ name, value }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  get(name: string): string | undefined {
    return this.variables[name];
  }

  /** The variables that the app's functions see. */
  get variables(): Variables {
    return this.#visible(this.#stored);
  }

  /**
   * All changes or none; resolves when they are on disk and functions see them.
   * @throws VariableError
   */
  async update(changes: readonly VariableChange[]): Promise<void> {
    for (const change of changes) requireSettable(change);
    if (changes.length === 0) return;
    const next = new Map(this.#stored);
    for (const { name, value } of changes) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    if (next.size > VARIABLES_MAX)
      throw new VariableError(`There can be at most ${VARIABLES_MAX} environment variables.`);
    this.#requireAcceptable(next);
    await this.#calls.transact((transaction) => {
      for (const change of changes) apply(transaction, change);
    });
    this.#stored = next;
    for (const listener of this.#listeners) await listener();
  }

  /** @param check - Throws when the app cannot load with these variables. */
  guard(check: (variables: Variables) => void): void {
    this.#check = check;
  }

  /**
   * Stores all of these variables unless one of them is there already.
   * @throws VariableError
   */
  async initialise(variables: Variables): Promise<void> {
    const changes = Object.entries(variables).map(([name, value]) => ({ name, value }));
    if (changes.every(({ name }) => this.get(name) === undefined)) await this.update(changes);
  }

  onChange(listener: () => Promise<void>): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #visible(stored: ReadonlyMap<string, string>): Variables {
    const { cloudUrl, siteUrl, ofThisRun } = this.#options;
    return {
      SITE_URL: siteUrl,
      ...Object.fromEntries(stored),
      ...ofThisRun,
      CONVEX_CLOUD_URL: cloudUrl,
      CONVEX_SITE_URL: siteUrl,
    };
  }

  /** @throws VariableError */
  #requireAcceptable(stored: ReadonlyMap<string, string>): void {
    try {
      this.#check(this.#visible(stored));
    } catch (error) {
      throw new VariableError(error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * Creates the keys with which `@convex-dev/auth` signs its tokens, in the form that it reads, unless the deployment has them.
   */
  async ensureSigningKeys(): Promise<void> {
    const changes: VariableChange[] = [];
    if (this.get("JWT_PRIVATE_KEY") === undefined || this.get("JWKS") === undefined) {
      const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
      const oneLine = (await exportPKCS8(privateKey)).trimEnd().replaceAll("\n", " ");
      const jwks = JSON.stringify({ keys: [{ use: "sig", ...(await exportJWK(publicKey)) }] });
      changes.push({ name: "JWT_PRIVATE_KEY", value: oneLine }, { name: "JWKS", value: jwks });
    }
    await this.update(changes);
  }
}
