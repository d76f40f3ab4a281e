/** Nested transactions: rollback of failures, function handles, components, and calls of actions. */
import type { Area, Step } from "../cases";
import { act, insert, read, write } from "../cases";

const row = (label: string): Step => insert("rows", { label, a: "nested" });
const rows: Step = { op: "query", table: "rows", index: "by_a", range: [["eq", "a", "nested"]] };
const fails: Step = { op: "throw", message: "inner" };
const attempt = (step: Step): Step => ({ op: "try", step });
const mutation = (...steps: Step[]): Step => ({ op: "runMutation", steps });
const inQuery = (...steps: Step[]): Step => ({ op: "runQuery", steps });

const transactions = [
  write(
    "a nested mutation is part of its caller's",
    row("outer 1"),
    mutation(row("inner 1")),
    rows,
  ),
  write("and lost with it", row("lost"), mutation(row("lost too")), fails),
  read("as is seen", rows),
  write(
    "a nested failure that is caught takes its own writes alone",
    row("outer 2"),
    attempt(mutation(row("lost"), fails)),
    row("outer 3"),
    rows,
  ),
  write(
    "a failure within a nested success",
    mutation(row("inner 2"), attempt(mutation(row("lost"), fails)), row("inner 3")),
    rows,
  ),
  write(
    "a success within a nested failure",
    attempt(mutation(row("lost"), mutation(row("lost")), fails)),
    rows,
  ),
  write("a nested failure that nobody catches", row("lost"), mutation(row("lost"), fails)),
  write(
    "a nested patch is taken back",
    insert("rows", { label: "kept", a: "patched" }, "kept"),
    attempt(
      mutation({ op: "patch", id: "@kept", value: { b: 1 } }, { op: "delete", id: "@kept" }, fails),
    ),
    { op: "get", id: "@kept" },
    { op: "delete", id: "@kept" },
  ),
  write(
    "nested data that is thrown",
    attempt(mutation({ op: "throwData", data: { code: "no", big: 1n } })),
  ),
  write("a query in a mutation sees its writes", row("outer 4"), inQuery(rows)),
  read("a query in a query", inQuery(inQuery(rows))),
  read("a failing query in a query", attempt(inQuery(fails)), rows),
  read(
    "data thrown by a query in a query",
    attempt(inQuery({ op: "throwData", data: [1, "two"] })),
  ),
  read("a mutation in a query", attempt(mutation(row("by a query")))),
  write("an action in a mutation", attempt({ op: "runAction", steps: [] })),
  write("a write by a query in a mutation", attempt(inQuery(row("by a query")))),
  write(
    "arguments that do not fit a nested call",
    attempt({ op: "call", kind: "query", path: "takes:text", args: { value: 1 } }),
  ),
  write(
    "a nested result that was not promised",
    attempt({ op: "call", kind: "query", path: "gives:text", args: { value: 1 } }),
  ),
  write(
    "a nested function that there is not",
    attempt({ op: "call", kind: "query", path: "takes:nowhere", args: {} }),
  ),
  write(
    "a query called as a nested mutation",
    attempt({ op: "call", kind: "mutation", path: "takes:text", args: { value: "a" } }),
  ),
  write("an internal function, nested", {
    op: "call",
    kind: "mutation",
    path: "program:secret",
    args: { steps: [], names: {} },
  }),
  read("nobody is signed in", { op: "identity" }),
];

const handles = [
  write(
    "a mutation by its handle",
    { op: "runMutation", handle: true, steps: [row("by handle")] },
    rows,
  ),
  read("a query by its handle", { op: "runQuery", handle: true, steps: [rows] }),
  act("an action calls by handle", {
    op: "runMutation",
    handle: true,
    steps: [row("by an action's handle")],
  }),
];

const actions = [
  act(
    "an action's mutations are each their own",
    { op: "runMutation", steps: [row("acted 1")] },
    attempt({ op: "runMutation", steps: [row("lost"), fails] }),
    { op: "runQuery", steps: [rows] },
  ),
  act(
    "what an action did stays when it fails",
    { op: "runMutation", steps: [row("acted 2")] },
    fails,
  ),
  read("as the rows show", rows),
  act("an action in an action", { op: "runAction", steps: [{ op: "runQuery", steps: [rows] }] }),
  act(
    "data thrown by a mutation of an action",
    attempt({ op: "runMutation", steps: [{ op: "throwData", data: { code: 3n } }] }),
  ),
  act("data thrown by an action", { op: "throwData", data: "why" }),
  act("an action has no database", attempt({ op: "get", id: "nonsense" })),
];

const components = [
  write(
    "a component adds",
    { op: "tally", name: "add", args: { amount: 2 } },
    { op: "tally", name: "sum", args: {} },
  ),
  write(
    "a component's failure takes its own writes back",
    attempt({ op: "tally", name: "addAndFail", args: { amount: 5 } }),
    { op: "tally", name: "add", args: { amount: 3 } },
    { op: "tally", name: "sum", args: {} },
  ),
  write(
    "a caller's failure takes a component's writes back",
    { op: "tally", name: "add", args: { amount: 100 } },
    fails,
  ),
  read("as its sum shows", { op: "tally", name: "sum", args: {} }),
  read("nobody is known in it", { op: "tally", name: "who", args: {} }),
  read("a component's function that there is not", attempt({ op: "tally", name: "get", args: {} })),
  write(
    "a component's arguments that do not fit",
    attempt({ op: "tally", name: "add", args: { amount: "2" } }),
  ),
  read("its tables are not the app's", { op: "query", table: "entries" }),
  act(
    "an action calls a component",
    { op: "tally", name: "add", args: { amount: 4 } },
    { op: "tally", name: "sum", args: {} },
  ),
];

export const nesting: Area = {
  name: "nesting",
  data: [],
  cases: [...transactions, ...handles, ...actions, ...components],
};
