/**
 * One action or HTTP action while it runs. It has no transaction: every call
 * that it makes has one of its own, and between them the world moves on.
 */
import type { JSONValue } from "convex/values";
import { ActionScope } from "./actionScope";
import type { FunctionAddress, FunctionEntry, TargetArgs } from "./deployment";
import { resolveTarget } from "./deployment";
import { LogLines } from "./logs";
import type { Variables } from "./scope";
import type { Caller, Services } from "./services";
import { actionJsSyscalls, actionSyscalls } from "./syscalls/action";
import type { Args } from "./syscalls/types";

export class ActionCall extends ActionScope {
  readonly phase: "action" | "httpAction";
  readonly address: FunctionAddress;
  readonly caller: Caller;
  readonly services: Services;
  readonly variables: Variables;
  readonly logs = new LogLines();

  constructor(
    phase: "action" | "httpAction",
    address: FunctionAddress,
    caller: Caller,
    services: Services,
  ) {
    super();
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

  log(line: string): void {
    this.logs.add(line);
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
}
