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

type Described = {
  readonly functionType: string;
  readonly identifier: string;
  readonly visibility: { readonly kind: string };
  readonly args: Shape;
};

export async function publicFunctionsOf(market: Market): Promise<PublicFunction[]> {
  const all: Described[] = await operatorOf(market).query(
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

export interface Wishes {
  /** Values by field name. Optional fields without a value here are left out. */
  readonly named: Readonly<Record<string, unknown>>;
  /** Chooses the member of a union. */
  readonly choose: <Item>(items: readonly Item[]) => Item;
}

function sample({ type, value }: Shape, wishes: Wishes): unknown {
  switch (type) {
    case "object":
      return fields(value as Record<string, Field>, wishes);
    case "array":
      return [sample(value as Shape, wishes)];
    case "union":
      return sample(wishes.choose(value as Shape[]), wishes);
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

function fields(shapes: Record<string, Field>, wishes: Wishes): Args {
  return Object.fromEntries(
    Object.entries(shapes).flatMap(([name, { fieldType, optional }]) => {
      if (name in wishes.named) return [[name, wishes.named[name]]];
      return optional ? [] : [[name, sample(fieldType, wishes)]];
    }),
  );
}

export function argumentsFor({ args }: PublicFunction, wishes: Wishes): Args {
  return fields(args.value as Record<string, Field>, wishes);
}
