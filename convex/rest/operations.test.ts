import { describe, expect, it } from "vitest";
import { ROLES } from "../../domain/roles";
import { app } from "./app";
import { observedFetch, operationFor, undeclaredCode } from "./declaredErrors.setup";
import { OPERATIONS } from "./operations";
import { ROWS, type Row } from "./rightsTable.setup";

/** Calls of the deployment itself. */
const BESIDE_THE_TABLE = ["GET /api/health", "GET /api/dev/mailbox"];

/** Calls that look up their caller themselves, and refuse a visitor who has nothing else to show. */
const ADMITTING_THEMSELVES = ["POST /api/validate", "POST /api/upload/image"];

/** The names of parameters differ between the operations and the table of rights. */
function bare(call: string): string {
  return (call.split("?")[0] ?? "").replaceAll(/\{\w+\}/g, "{}");
}

function rowOf(call: string): Row | undefined {
  return ROWS.find(({ method, path }) => bare(`${method} ${path}`) === bare(call));
}

function rolesIn(row: Row): readonly string[] {
  return ROLES.filter((role) => row[role] === "allow" || row[role] === "own-only");
}

describe("the table of rights", () => {
  it("has a row for each operation", () => {
    const calls = OPERATIONS.map(({ call }) => call);
    expect(calls.filter((call) => rowOf(call) === undefined).sort()).toEqual(
      BESIDE_THE_TABLE.filter((call) => calls.some((one) => one === call)).sort(),
    );
    expect(new Set(calls.map(bare)).size, "each once").toBe(calls.length);
  });

  it.each(OPERATIONS.filter(({ call }) => rowOf(call) !== undefined))(
    "admits to $call whom the operation admits",
    ({ call, who }) => {
      const row = rowOf(call)!;
      const admitsVisitors = who === "anyone" && !ADMITTING_THEMSELVES.includes(call);
      expect(row.anonymous).toBe(admitsVisitors ? "allow" : "deny");
      expect(rolesIn(row)).toEqual(ROLES.filter((role) => who === "anyone" || who.includes(role)));
    },
  );
});

describe("the check of declared errors", () => {
  const answerOf = (code: string, status = 409) => Response.json({ code }, { status });
  const request = (call: string) => {
    const [method = "", path = ""] = call.split(" ");
    return new Request(`https://mandi.test${path}`, { method });
  };

  it("sees every answer of the tests", () => {
    expect(app.fetch).toBe(observedFetch);
  });

  it("finds the operation of a request, fixed paths first", () => {
    expect(operationFor("GET", "/api/network/accepted/a@b.test")?.call).toBe(
      "GET /api/network/accepted/{email}",
    );
    expect(operationFor("GET", "/api/network/accepted")?.call).toBe("GET /api/network/accepted");
    expect(operationFor("PUT", "/api/network/accepted")).toBeUndefined();
  });

  it("reports a code that is neither the operation's nor its kind's", async () => {
    const add = request("POST /api/network/add");
    expect(await undeclaredCode(add, answerOf("CREDIT_LIMIT"))).toBe(
      "POST /api/network/add: CREDIT_LIMIT",
    );
    expect(await undeclaredCode(add, answerOf("ALREADY_CONNECTED"))).toBeUndefined();
    expect(await undeclaredCode(add, answerOf("KEY_REUSED"))).toBeUndefined();
    expect(await undeclaredCode(add, answerOf("CREDIT_LIMIT", 201))).toBeUndefined();
    const unknown = request("POST /api/nothing");
    expect(await undeclaredCode(unknown, answerOf("NOT_FOUND", 404))).toBeUndefined();
  });
});
