/**
 * One action or HTTP action while it runs. It has no transaction: every call
 * that it makes has one of its own, and between them the world moves on.
 */
import type { JSONValue } from "convex/values";
import { ActionScope } from "./actionScope";
import type { FunctionAddress, FunctionEntry, TargetArgs } from "./deployment";
import { resolveTarget } from "./deployment";
import type { LogLines } from "./logs";
import type { Variables } from "./scope";
import type { Caller, Services } from "./services";
import { straysReported } from "./strays";
import type { Args } from "./syscalls/types";

/** The syscalls of actions and HTTP actions. */
export interface ActionSyscalls {
  readonly async: Readonly<
    Record<string, (call: ActionCall, args: Args) => JSONValue | Promise<JSONValue>>
  >;
  readonly js: Readonly<Record<string, (call: ActionCall, args: unknown) => Promise<unknown>>>;
}

export class ActionCall extends ActionScope {
  readonly phase: "action" | "httpAction";
  readonly address: FunctionAddress;
  readonly caller: Caller;
  readonly services: Services;
  readonly variables: Variables;
  readonly logs: LogLines;
  readonly #syscalls: ActionSyscalls;
  readonly #unhandled: Promise<never>;
  #fail: (reason: unknown) => void = () => undefined;

  constructor(
    phase: "action" | "httpAction",
    address: FunctionAddress,
    caller: Caller,
    services: Services,
    syscalls: ActionSyscalls,
    logs: LogLines,
  ) {
    super();
    this.logs = logs;
    this.#unhandled = new Promise((_, reject) => (this.#fail = reject));
    // After the end nobody listens any more.
    this.#unhandled.catch(() => undefined);
    this.phase = phase;
    this.address = address;
    this.caller = caller;
    this.services = services;
    this.#syscalls = syscalls;
    this.variables = services.deployment().components.get(address.component)?.variables ?? {};
  }

  get component(): string {
    return this.address.component;
  }

  get name(): string {
    return this.address.path;
  }

  log(line: string): void {
    this.logs.add(line);
  }

  failUnhandled(reason: unknown): void {
    this.#fail(reason);
  }

  /** Rejects with the first error that the action leaves unhandled while it runs. */
  async unlessUnhandled<T>(work: Promise<T>): Promise<T> {
    const finished = work.then(async (value) => {
      await straysReported();
      return value;
    });
    return Promise.race([finished, this.#unhandled]);
  }

  async asyncSyscall(op: string, args: JSONValue): Promise<JSONValue> {
    this.requireOpen();
    const handle = this.#syscalls.async[op];
    if (handle === undefined) throw new Error(`Unknown async operation ${op}`);
    return handle(this, args as Args);
  }

  async jsSyscall(op: string, args: unknown): Promise<unknown> {
    this.requireOpen();
    const handle = this.#syscalls.js[op];
    if (handle === undefined) throw new Error(`Unknown JS syscall: ${op}`);
    return handle(this, args);
  }

  target(args: TargetArgs): FunctionEntry {
    return resolveTarget(this.services.deployment(), this.component, args);
  }
}
