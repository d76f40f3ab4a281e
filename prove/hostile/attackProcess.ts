/** Runs an attack in a process of its own, so that the attacker's work does not delay the measuring process. */
import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { Report } from "./attacks";

const PROGRAM = path.join(import.meta.dirname, "attacker.ts");
const ATTACK_MAX_MS = 120_000;

interface Attacking {
  /** Resolves when the process has loaded its code and attacks. */
  readonly begun: Promise<void>;
  readonly report: Promise<Report>;
}

export function startAttack(name: string, target: object): Attacking {
  const child = fork(PROGRAM, [name, JSON.stringify(target)], { execArgv: ["--import", "tsx"] });
  const timer = setTimeout(() => child.kill("SIGKILL"), ATTACK_MAX_MS);
  let report: Report = { tried: 0, limited: 0, failures: 0 };
  const begun = once(child, "message").then(() => {
    child.once("message", (message) => (report = message as Report));
  });
  const exited = once(child, "exit").then(() => {
    clearTimeout(timer);
    return report;
  });
  return { begun: Promise.race([begun, exited]).then(() => undefined), report: exited };
}
