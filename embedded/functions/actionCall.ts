/**
 * One action or HTTP action while it runs. It has no transaction: every call
 * that it makes has one of its own, and between them the world moves on.
 */
import type { JSONValue } from "convex/values";
import type { FunctionAddress, FunctionEntry, TargetArgs } from "./deployment";
import { resolveTarget } from "./deployment";
import { LogLines } from "./logs";
import type { LogLevel, Scope, Variables } from "./scope";
import type { Caller, Services } from "./services";
import { actionJsSyscalls, actionSyscalls } from "./syscalls/action";
import type { Args } from "./syscalls/types";

export class ActionCall implements Scope {
  readonly phase: "action" | "httpAction";
  readonly address: FunctionAddress;
  readonly caller: Caller;
  readonly services: Services;
  readonly variables: Variables;
  readonly logs = new LogLines();
  private readonly timers = new Set<NodeJS.Timeout>();
  private closed = false;

  constructor(
    phase: "action" | "httpAction",
    address: FunctionAddress,
    caller: Caller,
    services: Services,
  ) {
    this.phase = phase;
    this.address = address;
    this.caller = caller;
    this.services = services;
    this.variables = services.deployment().components.get(address.component)?.variables ?? {};
  }

  get component(): string {
    return this.address.component;
  }

  get name(): string {
    return this.address.path;
  }

  now(): number {
    return Date.now();
  }

  random(): number {
    return Math.random();
  }

  log(level: LogLevel, parts: readonly unknown[]): void {
    this.logs.add(level, parts);
  }

  keepTimer(timer: NodeJS.Timeout): void {
    this.timers.add(timer);
  }

  /** Actions may take as long as they need of the thread. */
  ran(): void {
    return;
  }

  syscall(op: string): never {
    throw new Error(`Unknown operation ${op}`);
  }

  async asyncSyscall(op: string, args: JSONValue): Promise<JSONValue> {
    this.requireOpen();
    const handle = actionSyscalls[op];
    if (handle === undefined) throw new Error(`Unknown async operation ${op}`);
    return handle(this, args as Args);
  }

  async jsSyscall(op: string, args: unknown): Promise<unknown> {
    this.requireOpen();
    const handle = actionJsSyscalls[op];
    if (handle === undefined) throw new Error(`Unknown JS syscall: ${op}`);
    return handle(this, args);
  }

  target(args: TargetArgs): FunctionEntry {
    return resolveTarget(this.services.deployment(), this.component, args);
  }

  /** Ends what the action left running. */
  close(): void {
    this.closed = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }

  private requireOpen(): void {
    if (this.closed) throw new Error("This action has ended and can't call anything any more.");
  }
}
