/** One thread of "use node" actions, seen from the serving thread: hands it actions, and answers what they ask. */
import type { MessagePort, Transferable } from "node:worker_threads";
import { MessageChannel, Worker } from "node:worker_threads";
import type { FunctionPath } from "../contracts";
import { COLD_BUILDS } from "./builds";
import { bundleSource } from "./bundle";
import { FunctionFailure, failureFrom } from "./failures";
import type { FromCall, Question, ThreadProgram, ToCall, ToThread } from "./nodeMessages";
import type { Scope } from "./scope";

/** Convex's limit for a Node action. */
const HEAP_MIB = 512;
/** A thread that does not reply for so long after an action was ended computes without end. */
const ANSWER_MS = 1_000;

export type DescribeStack = (stack: string) => string[];

let source: Promise<string> | undefined;

/** The thread's program as one file of JavaScript: Node's threads read nothing else. */
function threadSource(): Promise<string> {
  source ??= bundleSource(
    {
      contents: 'import "./nodeThread";',
      directory: import.meta.dirname,
      name: "nodeThread",
      runtime: "node",
      isProgram: true,
    },
    COLD_BUILDS,
  ).then(({ code }) => code.source);
  return source;
}

async function startWorker(program: ThreadProgram): Promise<Worker> {
  return new Worker(await threadSource(), {
    eval: true,
    execArgv: [],
    workerData: program,
    env: { ...program.variables },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
  });
}

async function answerTo(scope: Scope, id: number, question: Question): Promise<ToCall> {
  try {
    const { kind, op, args } = question;
    const result = kind === "js" ? scope.jsSyscall(op, args) : scope.asyncSyscall(op, args);
    return { type: "answer", id, value: await result };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const data = error instanceof FunctionFailure ? error.data : undefined;
    return { type: "refusal", id, message, data };
  }
}

export class NodeWorker {
  readonly #worker: Promise<Worker>;
  readonly #describeStack: DescribeStack;
  readonly #onEnd: () => void;
  /** Callbacks that fail the actions in the thread. */
  readonly #underWay = new Set<(failure: FunctionFailure) => void>();
  #isOver = false;
  #unanswered = 0;

  constructor(program: ThreadProgram, describeStack: DescribeStack, onEnd: () => void) {
    this.#describeStack = describeStack;
    this.#onEnd = onEnd;
    this.#worker = startWorker(program);
    this.#worker.then(
      (worker) => this.#watch(worker),
      (error: unknown) => this.#over(String(error)),
    );
  }

  /** The number of actions in the thread. */
  get load(): number {
    return this.#underWay.size;
  }

  /** True while the thread has yet to show that it still does more than compute. */
  get isDoubtful(): boolean {
    return this.#unanswered > 0;
  }

  /** Rejects with a FunctionFailure. */
  async run(path: FunctionPath, argsJson: string, scope: Scope): Promise<string> {
    const { port1, port2 } = new MessageChannel();
    let fail: (failure: FunctionFailure) => void = () => undefined;
    const result = new Promise<string>((resolve, reject) => {
      fail = reject;
      port1.on("message", (message: FromCall) => {
        if (message.type === "returned") resolve(message.json);
        else if (message.type === "threw") reject(failureFrom(message.thrown, this.#describeStack));
        else this.#serve(port1, scope, message);
      });
    });
    this.#underWay.add(fail);
    scope.atEnd(() => {
      port1.close();
      if (!this.#underWay.has(fail)) return;
      this.#requireAnswer(() => fail(new FunctionFailure("This action was ended.\n")));
    });
    this.#post({ type: "run", path, argsJson, port: port2 }, [port2]);
    return result.finally(() => this.#underWay.delete(fail));
  }

  /** @param why for the actions that are in it. */
  async end(why: string): Promise<void> {
    this.#over(why);
    const worker = await this.#worker.catch(() => undefined);
    await worker?.terminate();
  }

  #serve(
    port: MessagePort,
    scope: Scope,
    message: Extract<FromCall, { type: "log" | "question" }>,
  ) {
    if (message.type === "log") {
      scope.log(message.line);
      return;
    }
    void answerTo(scope, message.id, message.question).then((answer) => port.postMessage(answer));
  }

  #watch(worker: Worker): void {
    worker.unref();
    worker.on("error", (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      this.#over(isMemory ? `it needed more than ${HEAP_MIB} MiB of memory` : error.message);
    });
    worker.on("exit", (code) => this.#over(`it ended with code ${code}`));
  }

  #over(why: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onEnd();
    const failure = new FunctionFailure(
      `The thread that this "use node" action ran in has ended: ${why}.\n`,
    );
    for (const fail of this.#underWay) fail(failure);
  }

  /** An action that only waits can be left alone; one that computes takes its thread with it. */
  #requireAnswer(onAnswer: () => void): void {
    this.#unanswered += 1;
    const late = setTimeout(() => void this.end("one of its actions did not end"), ANSWER_MS);
    void this.#worker.then((worker) => {
      worker.once("message", () => {
        clearTimeout(late);
        this.#unanswered -= 1;
        onAnswer();
      });
      worker.postMessage({ type: "ping" } satisfies ToThread);
    });
  }

  #post(message: ToThread, transfer: Transferable[]): void {
    // A thread that could not start has failed its actions already.
    void this.#worker
      .then((worker) => worker.postMessage(message, transfer))
      .catch(() => undefined);
  }
}
