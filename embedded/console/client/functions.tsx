/** Functions: a form made from their validators, and what they return, live for queries. */
import { useState } from "react";
import { makeFunctionReference } from "convex/server";
import type { JSONValue, Value } from "convex/values";
import { Panes, SelectField, TextField } from "./parts";
import { Alert, Await, useLive, useSession, useTask } from "./session";
import type { Field, Validator } from "./values";
import {
  describeValidator,
  fromJsonText,
  getChoices,
  isPlainText,
  parseField,
  toJsonText,
} from "./values";

interface FunctionSpec {
  readonly functionType: "Query" | "Mutation" | "Action";
  readonly identifier: string;
  readonly visibility: { readonly kind: "public" | "internal" };
  readonly args: Validator;
  readonly returns: Validator;
}

type Args = Record<string, Value>;

/** "orders.js:place" is called "orders:place". */
function toName({ identifier }: FunctionSpec): string {
  return identifier.replace(".js:", ":");
}

export function FunctionsTab({ name }: { readonly name: string | undefined }) {
  const live = useLive<JSONValue>("_system/cli/modules:apiSpec");
  return (
    <Await live={live}>
      {(specs) => {
        const functions = (specs as unknown as FunctionSpec[])
          .filter(({ identifier }) => (identifier as string | undefined) !== undefined)
          .sort((a, b) => (a.identifier < b.identifier ? -1 : 1));
        const spec = functions.find((each) => toName(each) === name) ?? functions[0];
        return (
          <Panes
            label="Functions"
            names={functions.map(toName)}
            current={spec && toName(spec)}
            toHref={(each) => `#/functions/${encodeURIComponent(each)}`}
          >
            {spec === undefined ? (
              <p className="quiet">There are no functions.</p>
            ) : (
              <FunctionView key={spec.identifier} spec={spec} />
            )}
          </Panes>
        );
      }}
    </Await>
  );
}

function FunctionView({ spec }: { readonly spec: FunctionSpec }) {
  const { client, isReadOnly } = useSession();
  const task = useTask();
  const [watchedArgs, setWatchedArgs] = useState<Args | null>(null);
  const [result, setResult] = useState<Value | undefined>(undefined);
  const name = toName(spec);
  const { functionType, visibility, args, returns } = spec;
  const isQuery = functionType === "Query";
  const run = (values: Args) => {
    if (isQuery) {
      setWatchedArgs(values);
      return;
    }
    task.start(async () => {
      setResult(undefined);
      const answer: unknown =
        functionType === "Mutation"
          ? await client.mutation(makeFunctionReference<"mutation">(name), values)
          : await client.action(makeFunctionReference<"action">(name), values);
      setResult((answer ?? null) as Value);
    });
  };
  return (
    <>
      <h2>{name}</h2>
      <p className="quiet">
        {visibility.kind} {functionType.toLowerCase()}, returns {describeValidator(returns)}
      </p>
      <ArgsForm
        validator={args}
        button={isQuery ? "Watch" : "Run"}
        isDisabled={task.isBusy || (isReadOnly && !isQuery)}
        submit={run}
      />
      {task.alert}
      {result !== undefined && <Result value={result} />}
      {watchedArgs !== null && <WatchedQuery name={name} args={watchedArgs} />}
    </>
  );
}

function WatchedQuery({ name, args }: { readonly name: string; readonly args: Args }) {
  const live = useLive<Value>(name, args);
  return (
    <>
      <p className="quiet">Live: it changes with the data.</p>
      <Await live={live}>{(value) => <Result value={value} />}</Await>
    </>
  );
}

function Result({ value }: { readonly value: Value }) {
  return (
    <pre role="region" aria-label="Result" aria-live="polite" tabIndex={0}>
      {toJsonText(value)}
    </pre>
  );
}

/** @throws Error that names the first field that is wrong. */
function parseArgs(fields: Readonly<Record<string, Field>>, texts: Record<string, string>): Args {
  const args: Args = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = parseField(name, field, texts[name] ?? "");
    if (value !== undefined) args[name] = value;
  }
  return args;
}

function ArgsForm(props: {
  readonly validator: Validator;
  readonly button: string;
  readonly isDisabled: boolean;
  readonly submit: (args: Args) => void;
}) {
  const { validator, button, isDisabled, submit } = props;
  const [texts, setTexts] = useState<Record<string, string>>({});
  const [whole, setWhole] = useState("{}");
  const [error, setError] = useState<string | null>(null);
  const fields = validator.type === "object" ? validator.value : null;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        try {
          submit(fields === null ? (fromJsonText(whole) as Args) : parseArgs(fields, texts));
          setError(null);
        } catch (caught) {
          setError(caught instanceof Error ? caught.message : String(caught));
        }
      }}
    >
      {fields === null ? (
        <TextField label="Arguments" value={whole} set={setWhole} isLong hint="JSON" />
      ) : (
        Object.entries(fields).map(([name, field]) => (
          <ArgField
            key={name}
            name={name}
            field={field}
            text={texts[name] ?? ""}
            set={(text) => setTexts((before) => ({ ...before, [name]: text }))}
          />
        ))
      )}
      {error !== null && <Alert>{error}</Alert>}
      <p>
        <button type="submit" disabled={isDisabled}>
          {button}
        </button>
      </p>
    </form>
  );
}

function ArgField(props: {
  readonly name: string;
  readonly field: Field;
  readonly text: string;
  readonly set: (text: string) => void;
}) {
  const { name, field, text, set } = props;
  const choices = getChoices(field.fieldType)?.map(toJsonText);
  const label = field.optional ? `${name} (optional)` : name;
  if (choices !== undefined) {
    const options = ["", ...choices].map((choice) => [choice, choice] as const);
    return <SelectField label={label} value={text} set={set} options={options} />;
  }
  const isShort =
    isPlainText(field.fieldType) || ["number", "bigint"].includes(field.fieldType.type);
  const type = describeValidator(field.fieldType);
  return (
    <TextField
      label={label}
      value={text}
      set={set}
      isLong={!isShort}
      hint={isShort ? type : `${type}, as JSON`}
    />
  );
}
