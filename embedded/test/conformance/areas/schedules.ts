/** Scheduled functions: states, failures, and cancellation. */
import type { Area, Step } from "../cases";
import { act, insert, query, read, write } from "../cases";

const program = (...steps: Step[]) => ({ steps, names: {} });
const later = (as: string, ms: number, ...steps: Step[]): Step => ({
  op: "schedule",
  path: "program:write",
  args: program(...steps),
  ms,
  as,
});
const AN_HOUR_MS = 3_600_000;
const wrote = (a: string): Step => ({
  op: "query",
  table: "rows",
  index: "by_a",
  range: [["eq", "a", a]],
});
const row = (a: string): Step => insert("rows", { label: a, a });

export const schedules: Area = {
  name: "schedules",
  data: [],
  cases: [
    write("a mutation schedules one for at once", later("now", 0, row("now"))),
    { name: "and it succeeds", settled: ["now"] },
    read("and its writes are there", wrote("now")),
    read("its row", {
      op: "query",
      table: "_scheduled_functions",
      system: true,
      end: "first",
      order: "asc",
      whole: true,
    }),
    write("one for a moment that is over", {
      op: "schedule",
      path: "program:write",
      args: program(row("past")),
      at: Date.now() - 1_000,
      as: "past",
    }),
    { name: "it runs at once", settled: ["past"] },
    write("one for later", later("later", AN_HOUR_MS, row("later"))),
    read("is pending", { op: "state", id: "@later" }),
    write("and can be canceled", { op: "cancel", id: "@later" }),
    read("and is canceled then", { op: "state", id: "@later" }),
    write(
      "and can be canceled again",
      { op: "cancel", id: "@later" },
      { op: "state", id: "@later" },
    ),
    write(
      "one that is scheduled and canceled at once",
      later("brief", 0, row("brief")),
      { op: "state", id: "@brief" },
      { op: "cancel", id: "@brief" },
      { op: "state", id: "@brief" },
    ),
    { name: "never runs", settled: ["brief"] },
    read("and wrote nothing", wrote("brief"), wrote("later")),
    write("one that fails", later("failing", 0, row("failing"), { op: "throw", message: "no" })),
    { name: "is failed", settled: ["failing"] },
    read("and wrote nothing at all", wrote("failing")),
    write("one of a mutation that fails", later("lost", 0, row("lost")), {
      op: "throw",
      message: "no",
    }),
    query("is not there", { table: "rows", index: "by_a", range: [["eq", "a", "lost"]] }),
    write(
      "one of a nested mutation that fails",
      {
        op: "try",
        step: {
          op: "runMutation",
          steps: [later("inner", 0, row("inner")), { op: "throw", message: "no" }],
        },
      },
      later("outer", 0, row("outer")),
    ),
    { name: "is not there, the outer one is", settled: ["outer"] },
    read("as the rows show", wrote("inner"), wrote("outer")),
    write("an action", {
      op: "schedule",
      path: "program:act",
      args: program({ op: "runMutation", steps: [row("acted")] }),
      as: "action",
    }),
    { name: "succeeds", settled: ["action"] },
    read("and its mutation's writes are there", wrote("acted")),
    write("an action that fails", {
      op: "schedule",
      path: "program:act",
      args: program({ op: "throw", message: "no" }),
      as: "badAction",
    }),
    { name: "is failed too", settled: ["badAction"] },
    act("an action schedules one", later("fromAction", 0, row("from an action"))),
    { name: "that succeeds", settled: ["fromAction"] },
    act("an action cancels one", later("byAction", AN_HOUR_MS, row("by an action")), {
      op: "cancel",
      id: "@byAction",
    }),
    read("that is canceled", { op: "state", id: "@byAction" }),
    write("an internal one", {
      op: "schedule",
      path: "program:secret",
      args: program(row("secret")),
      as: "secret",
    }),
    { name: "runs", settled: ["secret"] },
    write("arguments that do not fit", {
      op: "schedule",
      path: "program:write",
      args: { steps: [] },
      as: "misfit",
    }),
    { name: "fail when it is due", settled: ["misfit"] },
    write("a function that there is not", {
      op: "schedule",
      path: "program:nowhere",
      args: {},
      as: "nowhere",
    }),
    write("a query", { op: "schedule", path: "program:read", args: program(), as: "query" }),
    { name: "that is scheduled fails when it is due", settled: ["query"] },
    write("a negative delay", later("negative", -5, row("negative"))),
    write("a delay without end", later("endless", Infinity, row("endless"))),
    read("its row cannot be read as a document", { op: "try", step: { op: "get", id: "@now" } }),
    write("a canceled one that ran", { op: "cancel", id: "@now" }, { op: "state", id: "@now" }),
    write("one that schedules another", later("chain", 0, later("link", 0, row("linked")))),
    { name: "succeeds as well", settled: ["chain"] },
  ],
};
