/** The environment of every action, on any thread: the real clock, true randomness, and an end. */
import type { JSONValue } from "convex/values";
import type { Scope, Variables } from "./scope";

export abstract class ActionScope implements Scope {
  abstract readonly phase: "action" | "httpAction";
  abstract readonly name: string;
  abstract readonly variables: Variables;
  readonly #running: (() => void)[] = [];
  #closed = false;

  abstract log(line: string): void;
  abstract asyncSyscall(op: string, args: JSONValue): Promise<JSONValue>;
  abstract jsSyscall(op: string, args: unknown): Promise<unknown>;

  now(): number {
    return Date.now();
  }

  random(): number {
    return Math.random();
  }

  /** Actions may take as long as they need of the thread. */
  ran(): void {
    return;
  }

  syscall(op: string): never {
    throw new Error(`Unknown operation ${op}`);
  }

  atEnd(stop: () => void): void {
    this.#running.push(stop);
  }

  /** Ends what the action left running. */
  close(): void {
    this.#closed = true;
    for (const stop of this.#running.splice(0)) stop();
  }

  /** @throws Error after the end. */
  protected requireOpen(): void {
    if (this.#closed) throw new Error("This action has ended and can't call anything any more.");
  }
}
