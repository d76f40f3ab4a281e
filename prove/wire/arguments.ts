/** The public functions of a running market with their declared arguments, and sample arguments that match them. */
import { operatorOf } from "../../testkit/clients";
import type { Market } from "../../testkit/market";
import type { Kind } from "../../convex/publicSurface.setup";
import type { Args } from "./clients";

type Field = { readonly fieldType: Shape; readonly optional: boolean };
type Shape = { readonly type: string; readonly value?: unknown };
export interface PublicFunction {
  readonly path: string;
  readonly kind: Kind;
  readonly args: Shape;
}

type FunctionSpec = {
  readonly functionType: string;
  readonly identifier: string;
  readonly visibility: { readonly kind: string };
  readonly args: Shape;
};

export async function publicFunctionsOf(market: Market): Promise<PublicFunction[]> {
  const all: FunctionSpec[] = await operatorOf(market).query(
    "_system/cli/modules:apiSpec" as never,
    {},
  );
  return all
    .filter((each) => each.functionType !== "HttpAction" && each.visibility.kind === "public")
    .map(({ identifier, functionType, args }) => ({
      path: identifier.replace(".js:", ":"),
      kind: functionType.toLowerCase() as Kind,
      args,
    }));
}

export function fieldsOf({ args }: PublicFunction): Record<string, Field> {
  return args.value as Record<string, Field>;
}

export interface Fixtures {
  /** Values by field name. Optional fields without a value here are left out. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Chooses the member of a union. */
  readonly choose: <Item>(items: readonly Item[]) => Item;
}

function sampleOf({ type, value }: Shape, fixtures: Fixtures): unknown {
  switch (type) {
    case "object":
      return sampleFields(value as Record<string, Field>, fixtures);
    case "array":
      return [sampleOf(value as Shape, fixtures)];
    case "union":
      return sampleOf(fixtures.choose(value as Shape[]), fixtures);
    case "literal":
      return value;
    case "number":
      return 1;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return "text";
  }
}

function sampleFields(shapes: Record<string, Field>, fixtures: Fixtures): Args {
  return Object.fromEntries(
    Object.entries(shapes).flatMap(([name, { fieldType, optional }]) => {
      if (name in fixtures.values) return [[name, fixtures.values[name]]];
      return optional ? [] : [[name, sampleOf(fieldType, fixtures)]];
    }),
  );
}

export function argumentsFor({ args }: PublicFunction, fixtures: Fixtures): Args {
  return sampleFields(args.value as Record<string, Field>, fixtures);
}
