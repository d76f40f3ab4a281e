/**
 * The thread in which "use node" actions run: whatever they compute, queries and
 * mutations go on. It reaches nothing of the backend but by asking. The thread's
 * own environment is the deployment's variables, for Node's modules that look there.
 */
import type { MessagePort } from "node:worker_threads";
import { parentPort, workerData } from "node:worker_threads";
import type { JSONValue } from "convex/values";
import type { FunctionPath } from "../contracts";
import { ActionScope } from "./actionScope";
import type { FunctionEntry } from "./deployment";
import { evaluate } from "./evaluate";
import { FunctionFailure, readThrown } from "./failures";
import type { Exports } from "./modules";
import { readFunctions } from "./modules";
import type { FromCall, Question, ThreadProgram, ToCall, ToThread } from "./nodeMessages";
import type { StrayKind } from "./scope";
import { importScope, runIn, scopeOfNow } from "./scope";
import { surviveStrays } from "./strays";

/** Convex's limit of what one action may wait for at a time. */
const OPERATIONS_MAX = 1_000;

const program = workerData as ThreadProgram;

interface Waiting {
  resolve(value: unknown): void;
  reject(failure: FunctionFailure): void;
}

/** One action here, and the channel to its call. */
class ThreadCall extends ActionScope {
  readonly phase = "action";
  readonly name: FunctionPath;
  readonly variables = program.variables;
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, Waiting>();
  #questions = 0;

  constructor(name: FunctionPath, port: MessagePort) {
    super();
    this.name = name;
    this.#port = port;
    port.on("message", (answer: ToCall) => this.#hear(answer));
    port.on("close", () => this.close());
  }

  log(line: string): void {
    this.tell({ type: "log", line });
  }

  asyncSyscall(op: string, args: JSONValue): Promise<JSONValue> {
    return this.#ask({ kind: "async", op, args }) as Promise<JSONValue>;
  }

  jsSyscall(op: string, args: unknown): Promise<unknown> {
    return this.#ask({ kind: "js", op, args });
  }

  failUnhandled(reason: unknown, kind: StrayKind): void {
    const message = reason instanceof Error ? reason.message : String(reason);
    this.tell({
      type: "threw",
      thrown: { ...readThrown(reason), message: `Uncaught ${kind}: ${message}` },
    });
  }

  tell(message: FromCall): void {
    this.#port.postMessage(message);
  }

  async #ask(question: Question): Promise<unknown> {
    this.requireOpen();
    if (this.#waiting.size >= OPERATIONS_MAX)
      throw new Error(
        "Too many concurrent operations. See https://docs.convex.dev/functions/actions#limits for more information.",
      );
    const id = (this.#questions += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.tell({ type: "question", id, question });
    });
  }

  #hear(answer: ToCall): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (answer.type === "answer") waiting?.resolve(answer.value);
    else waiting?.reject(new FunctionFailure(answer.message, answer.data));
  }
}

let functions: ReadonlyMap<FunctionPath, FunctionEntry> | undefined;

/** @throws whatever the modules throw while they are evaluated. */
function loadedFunctions(): ReadonlyMap<FunctionPath, FunctionEntry> {
  if (functions !== undefined) return functions;
  const scope = importScope(program.variables, Date.now());
  const modules = evaluate(program.code, scope)["modules"] as Record<string, Exports>;
  const entries = Object.entries(modules).flatMap(([module, exports]) =>
    readFunctions("", module, exports),
  );
  functions = new Map(entries.map((entry) => [entry.path, entry]));
  return functions;
}

async function run(call: ThreadCall, argsJson: string): Promise<void> {
  try {
    const entry = loadedFunctions().get(call.name);
    if (entry === undefined) throw new Error(`There is no ${call.name} in this thread.`);
    const [args = {}] = JSON.parse(argsJson) as JSONValue[];
    const result = await runIn(call, () => entry.invoke(args));
    call.tell({ type: "returned", json: JSON.stringify(result) });
  } catch (error) {
    call.tell({ type: "threw", thrown: readThrown(error) });
  }
}

/** An action that exits fails with Convex's words. Convex also ends its process; here other actions of the thread go on. */
function failActionsThatExit(): void {
  const exit = process.exit.bind(process);
  process.exit = (code) => {
    const scope = scopeOfNow();
    if (scope === undefined) exit(code);
    const how = code === undefined ? "with no exit code" : `with exit code ${code}`;
    const error = new Error(`process.exit() called ${how}`);
    scope?.failUnhandled?.(error, "process.exit");
    throw error;
  };
}

surviveStrays();
failActionsThatExit();
parentPort?.on("message", (message: ToThread) => {
  if (message.type === "run")
    void run(new ThreadCall(message.path, message.port), message.argsJson);
  else parentPort?.postMessage("pong");
});
