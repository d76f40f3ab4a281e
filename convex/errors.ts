/** The only way to refuse: a code of the closed list, with exactly the fields that belong to it. */
import { ConvexError, type Value } from "convex/values";
import type { ErrorCode, ErrorData, ErrorFields, PlainCode } from "../domain/errors";

/** The codes without any data. */
type BareCode = {
  [Code in ErrorCode]: keyof ErrorFields<Code> extends never ? Code : never;
}[ErrorCode];

type FieldsArgument<Code extends ErrorCode> = [Code] extends [BareCode]
  ? []
  : [Code] extends [PlainCode]
    ? [fields?: ErrorFields<Code>]
    : [fields: ErrorFields<Code>];

/** @throws ConvexError always; the transaction it is thrown in leaves nothing behind. */
export function fail<Code extends ErrorCode>(code: Code, ...[fields]: FieldsArgument<Code>): never {
  throw new ConvexError({ code, ...fields });
}

/** The same with a refusal that was put together elsewhere. */
export function failWith(refusal: ErrorData): never {
  throw new ConvexError(refusal as Record<string, Value>);
}
