/** Reads entries out of storage. Whatever is no entry is left out: a damaged store must not keep the page from opening. */
import { toErrorData } from "../../domain/errors";
import { SHORTAGE_RULES } from "../../domain/orderAnswer";
import { PAYMENT_METHODS } from "../../domain/paymentMethods";
import type { Command, Entry, EntryState } from "./entry";

type Fields = Readonly<Record<string, unknown>>;

const PRICE = { pricePaise: "number", addedTaxBp: "number?" } as const;

const COMMANDS = {
  order: {
    productId: "string",
    productName: "string",
    distributorName: "string",
    quantity: "number",
    msg: "string",
    ...PRICE,
  },
  basket: {
    distributorId: "string",
    distributorName: "string",
    msg: "string",
    shortageRule: "rule?",
    lines: "lines",
  },
  message: { to: "string", content: "string", picture: "picture?" },
  claim: {
    partnerId: "string",
    partnerName: "string",
    amountPaise: "number",
    method: "method",
    reference: "string?",
    bank: "string?",
    paidOn: "string",
    invoiceIds: "strings",
    proofImageId: "string?",
    isAdvanceMeant: "boolean?",
  },
} as const satisfies Record<Command["kind"], Record<string, FieldType>>;

const PICTURE = { id: "string", bytes: "number" } as const;
const LINE = {
  productId: "string",
  productName: "string",
  quantity: "number",
  ...PRICE,
} as const;

/** A "?" marks what may be absent. */
type FieldType = keyof typeof TESTS;

const RULES: readonly unknown[] = SHORTAGE_RULES;
const METHODS: readonly unknown[] = PAYMENT_METHODS;

const TESTS = {
  string: (value: unknown) => typeof value === "string",
  number: (value: unknown) => typeof value === "number",
  method: (value: unknown) => METHODS.includes(value),
  lines: (value: unknown) => Array.isArray(value) && value.every((line) => hasFields(line, LINE)),
  strings: (value: unknown) =>
    Array.isArray(value) && value.every((one) => typeof one === "string"),
  "picture?": (value: unknown) => value === undefined || hasFields(value, PICTURE),
  "rule?": (value: unknown) => value === undefined || RULES.includes(value),
  "number?": (value: unknown) => value === undefined || typeof value === "number",
  "string?": (value: unknown) => value === undefined || typeof value === "string",
  "boolean?": (value: unknown) => value === undefined || typeof value === "boolean",
};

function hasFields(value: unknown, types: Readonly<Record<string, FieldType>>): boolean {
  if (!isObject(value)) return false;
  return Object.entries(types).every(([name, type]) => TESTS[type](value[name]));
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function isKind(value: unknown): value is Command["kind"] {
  return typeof value === "string" && Object.hasOwn(COMMANDS, value);
}

function commandOf(value: unknown): Command | null {
  if (!isObject(value)) return null;
  const { kind } = value;
  if (!isKind(kind)) return null;
  const types: Readonly<Record<string, FieldType>> = COMMANDS[kind];
  if (!hasFields(value, types)) return null;
  const fields = Object.keys(types)
    .map((name) => [name, value[name]] as const)
    .filter(([, field]) => field !== undefined);
  return { kind, ...Object.fromEntries(fields) } as Command;
}

function stateOf(value: unknown): EntryState | null {
  if (!isObject(value)) return null;
  const { at, refusal } = value;
  if (at === "waiting" || at === "sending") return { at };
  if (at !== "refused") return null;
  return { at, refusal: toErrorData(refusal) };
}

function entryOf(value: unknown): Entry | null {
  if (!isObject(value)) return null;
  const { key, addedAt } = value;
  const [command, state] = [commandOf(value["command"]), stateOf(value["state"])];
  if (typeof key !== "string" || typeof addedAt !== "number") return null;
  return command === null || state === null ? null : { key, addedAt, command, state };
}

export function parseEntries(value: unknown): Entry[] {
  return Array.isArray(value) ? value.map(entryOf).filter((entry) => entry !== null) : [];
}
