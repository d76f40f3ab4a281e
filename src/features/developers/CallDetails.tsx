/** One call of the reference: folded to a line, and unfolded to what it takes, what it answers, and a command to try it. */
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { type Call, type Description, type Field, fieldsOf, schemaIn, wordsOf } from "./openapi";
import { CopyButton } from "../../ui/CopyButton";
import { t } from "../../../domain/language/texts";

/** A command to type, with a button that copies it. It scrolls sideways: a command that is broken in two is another one. */
export function Command({ children: text, label }: { children: string; label: string }) {
  return (
    <div className="relative mt-2">
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className="overflow-x-auto rounded-md border border-line bg-sunken p-3 pr-14 font-mono text-sm"
      >
        <code>{text}</code>
      </pre>
      <div className="absolute top-px right-px rounded-md bg-sunken *:size-11">
        <CopyButton isSmall label={t("Copy: {name}", { name: label })} text={text} />
      </div>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-4">
      <h4 className="text-sm font-semibold">{title}</h4>
      {children}
    </div>
  );
}

function Fields({ fields }: { fields: readonly Field[] }) {
  return (
    <dl className="mt-1 text-sm">
      {fields.map(({ name, words, isRequired, about }, index) => (
        <div
          key={`${name}${String(index)}`}
          className="grid gap-x-4 border-b border-line py-1.5 last:border-b-0 sm:grid-cols-[14rem_1fr]"
        >
          <dt className="font-mono break-all">{name}</dt>
          <dd className="max-w-text text-muted">
            {words}
            {isRequired && `, ${t("required")}`}
            {about !== "" && <span className="block">{about}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function parametersOf({ operation }: Call): Field[] {
  return (operation.parameters ?? []).map((parameter) => ({
    name: parameter.name,
    words: `${parameter.in}, ${wordsOf(parameter.schema ?? {})}`,
    isRequired: parameter.required ?? false,
    about: parameter.description ?? parameter.schema?.description ?? "",
  }));
}

/** Returns the first answer that is not a refusal. */
function answerOf({ operation }: Call) {
  const [status, answer] =
    Object.entries(operation.responses).find(([code]) => code.startsWith("2")) ?? [];
  return { status, schema: schemaIn(answer?.content) };
}

function Refusals({ call }: { call: Call }) {
  const refusals = Object.entries(call.operation.responses).filter(([code]) => code >= "400");
  return (
    <ul className="mt-1 text-sm text-muted">
      {refusals.map(([code, { description }]) => (
        <li key={code}>
          <span className="font-mono tabular-nums">{code}</span> {description}
        </li>
      ))}
    </ul>
  );
}

function Details({ call, description }: { call: Call; description: Description }) {
  const { operation, method, path } = call;
  const [parameters, sent] = [
    parametersOf(call),
    fieldsOf(schemaIn(operation.requestBody?.content), description),
  ];
  const answer = answerOf(call);
  const answered = fieldsOf(answer.schema, description);
  const needs = operation["x-needs"] ?? [];
  return (
    <div className="px-4 pb-4">
      {operation.description !== undefined && <p className="max-w-text">{operation.description}</p>}
      {operation["x-codeSamples"]?.map(({ source }) => (
        <Command key={source} label={`${method} ${path}`}>
          {source}
        </Command>
      ))}
      {needs.length > 0 && (
        <ul className="mt-2 text-sm text-muted">
          {needs.map((need) => (
            <li key={need} className="max-w-text">
              {need}
            </li>
          ))}
        </ul>
      )}
      {parameters.length > 0 && (
        <Part title={t("In the address")}>
          <Fields fields={parameters} />
        </Part>
      )}
      {sent.length > 0 && (
        <Part title={t("Sent")}>
          <Fields fields={sent} />
        </Part>
      )}
      {answer.schema !== undefined && (
        <Part
          title={t("Answer {status}: {schema}", {
            status: answer.status ?? "",
            schema: wordsOf(answer.schema),
          })}
        >
          <Fields fields={answered} />
        </Part>
      )}
      <Part title={t("Refusals")}>
        <Refusals call={call} />
      </Part>
    </div>
  );
}

export function CallDetails({ call, description }: { call: Call; description: Description }) {
  const { method, path, operation } = call;
  return (
    <details className="group border-b border-line last:border-b-0">
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 px-4 py-2 hover:bg-sunken">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
        />
        <span className="w-14 font-mono text-sm font-semibold">{method}</span>
        <span className="font-mono text-sm break-all">{path}</span>
        <span className="w-full text-sm text-muted md:ml-auto md:w-auto">{operation.summary}</span>
      </summary>
      <Details call={call} description={description} />
    </details>
  );
}
