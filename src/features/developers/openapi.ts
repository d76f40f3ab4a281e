/** As much of an OpenAPI document as the reference shows, and what it makes of it. */
import { t } from "../../../domain/language/texts";

export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
};

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly description?: string;
};

type Operation = {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Content }>
  >;
  readonly "x-codeSamples"?: readonly { readonly source: string }[];
  readonly "x-needs"?: readonly string[];
};

export type Description = {
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
};

export type Call = {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
};
export type Group = { readonly name: string; readonly about: string; readonly calls: Call[] };

/** Returns the calls by noun, in the document's order. */
export function groupsOf({ tags = [], paths }: Description): Group[] {
  const groups = tags.map(({ name, description = "" }) => ({
    name,
    about: description,
    calls: [] as Call[],
  }));
  for (const [path, operations] of Object.entries(paths))
    for (const [method, operation] of Object.entries(operations))
      groups
        .find(({ name }) => operation.tags?.includes(name))
        ?.calls.push({ method: method.toUpperCase(), path, operation });
  return groups.filter(({ calls }) => calls.length > 0);
}

function resolved(schema: Schema, { components }: Description): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : (components?.schemas?.[name] ?? schema);
}

function boundsOf({ minimum, maximum, minLength, maxLength }: Schema): string | undefined {
  const [least, most] = [minimum ?? minLength, maximum ?? maxLength];
  const isLength = minimum === undefined && maximum === undefined;
  if (least === undefined) {
    if (most === undefined) return undefined;
    return isLength ? t("up to {most} characters", { most }) : t("up to {most}", { most });
  }
  if (most === undefined)
    return isLength ? t("from {least} characters", { least }) : t("from {least}", { least });
  return isLength
    ? t("{least} to {most} characters", { least, most })
    : t("{least} to {most}", { least, most });
}

/** Returns, for example, "integer or string or null". */
function eitherOf(choices: readonly string[]): string {
  return choices.reduce(
    (all, next) => (all === "" ? next : t("{choices} or {last}", { choices: all, last: next })),
    "",
  );
}

/** Returns a schema in a few words: "integer, 1 to 1000", "list of Order", "retailer or distributor". */
export function wordsOf(schema: Schema): string {
  const name = schema.$ref?.split("/").at(-1);
  if (name !== undefined) return name;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return eitherOf(schema.enum.map(String));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return eitherOf(choices.map(wordsOf));
  if (schema.items !== undefined) return t("list of {rows}", { rows: wordsOf(schema.items) });
  if (schema.format === "binary") return t("file");
  const type = typeof schema.type === "string" ? [schema.type] : schema.type;
  const parts = [type === undefined ? t("anything") : eitherOf(type), boundsOf(schema)];
  return parts.filter((part) => part !== undefined).join(", ");
}

export type Field = {
  readonly name: string;
  readonly words: string;
  readonly isRequired: boolean;
  readonly about: string;
};

/** Returns the fields of the unnamed objects of a list within an object: "lines[].quantity". */
function fieldsOfRows(list: string, row: Schema | undefined, document: Description): Field[] {
  if (row?.$ref !== undefined || row?.properties === undefined) return [];
  return fieldsOf(row, document).map((field) => ({ ...field, name: `${list}[].${field.name}` }));
}

/** Returns the fields of an object, of the rows of a list, or of each of several objects that it may be. */
export function fieldsOf(schema: Schema | undefined, document: Description): Field[] {
  if (schema === undefined) return [];
  const shape = resolved(schema, document);
  if (shape.items !== undefined) return fieldsOf(shape.items, document);
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices !== undefined) return choices.flatMap((one) => fieldsOf(one, document));
  return Object.entries(shape.properties ?? {}).flatMap(([name, field]) => [
    {
      name,
      words: wordsOf(field),
      isRequired: shape.required?.includes(name) ?? false,
      about: field.description ?? "",
    },
    ...fieldsOfRows(name, field.items, document),
  ]);
}

export function schemaIn(content: Content | undefined): Schema | undefined {
  return Object.values(content ?? {})[0]?.schema;
}
