/** Checks names and limits of tables and indexes as Convex does. */

const INDEXES_MAX = 64;
const INDEX_FIELDS_MAX = 16;
const FILTER_FIELDS_MAX = 16;
const NAME_MAX = 64;
export const FEWEST_DIMENSIONS = 2;
export const DIMENSIONS_MAX = 4_096;

const IDENTIFIER = /^[A-Za-z_]\w*$/;
const RESERVED_INDEX = /^_|^by_id$|^by_creation_time$/;

interface NamedIndex {
  readonly name: string;
  readonly isStaged?: boolean;
  /** The fields of an index by fields. */
  readonly fields?: readonly string[];
  /** The filter fields of a search or vector index. */
  readonly filterFields?: readonly string[];
}

function isIdentifier(name: string): boolean {
  return name.length <= NAME_MAX && IDENTIFIER.test(name) && !/^_*$/.test(name);
}

/** @throws Error for a name that no table may have. */
export function requireTableName(name: string): void {
  if (isIdentifier(name)) return;
  throw new Error(
    `Invalid table name: "${name}". Identifiers must start with a letter and can only contain letters, digits, and underscores.`,
  );
}

/** @throws Error for fields that no index may have. */
function requireFields(fields: readonly string[]): void {
  if (fields.length > INDEX_FIELDS_MAX)
    throw new Error(`Indexes may have up to ${INDEX_FIELDS_MAX} fields.`);
  const twice = fields.find((field, at) => fields.indexOf(field) !== at);
  if (twice !== undefined)
    throw new Error(`Duplicate field ${twice}. Index fields must be unique within an index.`);
  if (fields.includes("_id"))
    throw new Error("`_id` is not a valid index field. To load documents by ID, use `db.get(id)`.");
  if (fields.includes("_creationTime"))
    throw new Error(
      "`_creationTime` is automatically added to the end of each index. It should not be added explicitly in the index definition. See https://docs.convex.dev/using/indexes for more details.",
    );
  if (fields.some((field) => field.startsWith("_")))
    throw new Error("Reserved fields (starting with `_`) are not allowed in indexes.");
}

function requireIndex(table: string, { name, isStaged, fields, filterFields }: NamedIndex): void {
  if (RESERVED_INDEX.test(name))
    throw new Error(
      `In table "${table}" cannot name an index "${name}" because the name is reserved. Indexes may not start with an underscore or be named "by_id" or "by_creation_time".`,
    );
  if (!isIdentifier(name))
    throw new Error(
      `In table "${table}": Invalid index name: "${name}". Identifiers must be ${NAME_MAX} characters or less, start with a letter, and only contain letters, digits, underscores.`,
    );
  if (fields?.length === 0)
    throw new Error(
      `In table "${table}" ${isStaged === true ? "staged " : ""}index "${name}" must have at least one field.`,
    );
  requireFields(fields ?? []);
  if ((filterFields?.length ?? 0) > FILTER_FIELDS_MAX)
    throw new Error(`Search indexes may have up to ${FILTER_FIELDS_MAX} filter fields.`);
}

/** @throws Error naming the table, and what one of its indexes can't be. */
export function requireIndexes(table: string, indexes: readonly NamedIndex[]): void {
  if (indexes.length > INDEXES_MAX)
    throw new Error(`Table "${table}" cannot have more than ${INDEXES_MAX} indexes.`);
  const byFields = new Map<string, string>();
  const names = new Set<string>();
  for (const index of indexes) {
    requireIndex(table, index);
    if (names.has(index.name))
      throw new Error(`Table "${table}" has two or more definitions of index "${index.name}".`);
    names.add(index.name);
    if (index.fields === undefined) continue;
    const same = byFields.get(index.fields.join());
    if (same !== undefined)
      throw new Error(
        `In table "${table}" index "${same}" and index "${index.name}" have the same fields. Indexes must be unique within a table.`,
      );
    byFields.set(index.fields.join(), index.name);
  }
}
