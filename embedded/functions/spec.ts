/** Makes the output of `npx convex function-spec`: every function of the app, with its validators. */
import type { JSONValue } from "convex/values";
import type { Deployment, FunctionEntry } from "./deployment";

const TYPES: Readonly<Record<FunctionEntry["kind"], string>> = {
  query: "Query",
  mutation: "Mutation",
  action: "Action",
};

function toFunctionSpec({ kind, path, visibility, args, returns }: FunctionEntry): JSONValue {
  return {
    functionType: TYPES[kind],
    identifier: path.replace(":", ".js:"),
    visibility: { kind: visibility },
    args,
    returns: returns ?? { type: "any" },
  };
}

export function functionSpec(deployment: Deployment): JSONValue {
  const app = deployment.components.get("");
  const functions = [...(app?.functions.values() ?? [])].map(toFunctionSpec);
  const routes = (app?.routes.all ?? []).map(({ method, path }) => ({
    functionType: "HttpAction",
    method,
    path,
  }));
  return [...functions, ...routes];
}
