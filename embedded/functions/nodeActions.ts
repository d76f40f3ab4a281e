/**
 * Runs a deployment's "use node" actions in threads of their own. The first
 * thread starts with the first action; another when all are busy, because an
 * action that computes lets its neighbours do nothing. What ends a thread ends
 * the actions in it with a clear error, and nothing else.
 */
import type { FunctionPath } from "../contracts";
import { FunctionFailure } from "./failures";
import type { ThreadProgram } from "./nodeMessages";
import type { DescribeStack } from "./nodeWorker";
import { NodeWorker } from "./nodeWorker";
import { currentScope, runOutside } from "./scope";

/** Convex's limit. */
const ARGUMENT_BYTES_MAX = 5 * 2 ** 20;
/** They share the processors, so more would help nobody. */
const THREADS_MAX = 4;
/** One thread stays warm; the others go after so long. */
const IDLE_MS = 60_000;

export class NodeActions {
  readonly #program: ThreadProgram;
  readonly #describeStack: DescribeStack;
  readonly #threads = new Set<NodeWorker>();
  /** One for each idle thread: a pending timer keeps the whole deployment in memory, so no other may outlast its thread. */
  readonly #idleTimers = new Map<NodeWorker, NodeJS.Timeout>();
  #retired = false;

  constructor(program: ThreadProgram, describeStack: DescribeStack) {
    this.#program = program;
    this.#describeStack = describeStack;
  }

  /** The number of threads. */
  get size(): number {
    return this.#threads.size;
  }

  /** Invokes an action. Call it in the action's scope, whose end is the action's, too. Rejects with a FunctionFailure. */
  async invoke(path: FunctionPath, argsJson: string): Promise<string> {
    if (Buffer.byteLength(argsJson) > ARGUMENT_BYTES_MAX)
      throw new FunctionFailure(
        "Node actions arguments size is too large. The maximum size is 5 MiB. Reduce the size of the arguments or consider using Convex runtime actions instead, which have a 16 MiB limit. See https://docs.convex.dev/functions/runtimes\n",
      );
    const scope = currentScope();
    return runOutside(async () => {
      const thread = this.#freest();
      try {
        return await thread.run(path, argsJson, scope);
      } finally {
        this.#release(thread);
      }
    });
  }

  /** There is other code now: what is under way goes on to its end, and the threads end after it. */
  retire(): void {
    this.#retired = true;
    for (const thread of this.#threads) this.#release(thread);
  }

  async close(): Promise<void> {
    const why = "the backend stops";
    await Promise.all([...this.#threads].map((thread) => thread.end(why)));
  }

  #freest(): NodeWorker {
    // One that may be stuck would take a new action with it, and ends within a second if it is.
    const answering = [...this.#threads].filter(({ isDoubtful }) => !isDoubtful);
    const [freest] = answering.sort((a, b) => a.load - b.load);
    const isEnough = freest?.load === 0 || answering.length === THREADS_MAX;
    if (freest !== undefined && isEnough) return freest;
    const thread = new NodeWorker(this.#program, this.#describeStack, () => this.#forget(thread));
    this.#threads.add(thread);
    return thread;
  }

  #release(thread: NodeWorker): void {
    if (thread.load > 0 || !this.#threads.has(thread)) return;
    const end = (): void => void thread.end("it was idle");
    if (this.#retired) {
      end();
      return;
    }
    clearTimeout(this.#idleTimers.get(thread));
    const timer = setTimeout(() => {
      if (thread.load === 0 && this.#threads.size > 1) end();
    }, IDLE_MS);
    this.#idleTimers.set(thread, timer.unref());
  }

  #forget(thread: NodeWorker): void {
    this.#threads.delete(thread);
    clearTimeout(this.#idleTimers.get(thread));
    this.#idleTimers.delete(thread);
  }
}
