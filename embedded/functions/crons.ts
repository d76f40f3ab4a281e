/**
 * `crons.ts` of the project. When each job runs next is on disk, so a restart
 * neither forgets a run nor repeats one; runs that were missed while nothing ran
 * are made up for once. No job runs twice at a time.
 */
import { Cron } from "croner";
import type { JSONValue } from "convex/values";
import type { DiskReserve } from "../diskReserve";
import type { CallOrigin, ComponentPath, Transaction } from "../contracts";
import { Alarm } from "./alarm";
import { backendTables, firstRow, numberIn, rows, textIn } from "./backendTables";
import type { CronJob, Deployment } from "./deployment";
import { findFunction } from "./deployment";
import type { Executor } from "./executor";
import type { Caller } from "./services";

const MS_PER_SECOND = 1_000;
/** Clocks that are set right are seldom further off. */
const CLOCK_STEP_MS = 60 * 60 * 1_000;
/** The pause after a disk that failed, not after a function that did. */
const RETRY_MS = 1_000;

interface Schedule {
  readonly type: string;
  readonly seconds?: number;
  readonly minutes?: number;
  readonly hours?: number;
  readonly minuteUTC?: number;
  readonly hourUTC?: number;
  readonly dayOfWeek?: string;
  readonly day?: number;
  readonly cron?: string;
}

function intervalSeconds({ seconds = 0, minutes = 0, hours = 0 }: Schedule): number {
  return seconds + minutes * 60 + hours * 3_600;
}

function toCronExpression(schedule: Schedule): string {
  const { minuteUTC = 0, hourUTC = 0, dayOfWeek = "sunday", day = 1, cron = "" } = schedule;
  switch (schedule.type) {
    case "hourly":
      return `${minuteUTC} * * * *`;
    case "daily":
      return `${minuteUTC} ${hourUTC} * * *`;
    case "weekly":
      return `${minuteUTC} ${hourUTC} * * ${dayOfWeek.slice(0, 3)}`;
    case "monthly":
      return `${minuteUTC} ${hourUTC} ${day} * *`;
    case "cron":
      return cron;
    default:
      throw new Error(`There is no schedule of type "${schedule.type}".`);
  }
}

/**
 * Returns the next run of a job that was due at `due`, in milliseconds since the epoch: the first time of its schedule after
 * `now`, or undefined for none.
 * @throws Error when the schedule is invalid.
 */
export function nextRun(json: JSONValue, due: number | null, now: number): number | undefined {
  const schedule = json as unknown as Schedule;
  if (schedule.type === "interval") {
    // The first one at once, as on Convex.
    if (due === null) return now;
    const every = intervalSeconds(schedule) * MS_PER_SECOND;
    return due + (Math.floor(Math.max(now - due, 0) / every) + 1) * every;
  }
  const cron = new Cron(toCronExpression(schedule), { timezone: "UTC", paused: true });
  // A clock that was set back a little would otherwise find the same beat again.
  return cron.nextRun(new Date(Math.max(now, due ?? now)))?.getTime();
}

/** @throws Error, in Convex's words, naming the first job whose function cannot be scheduled. */
export function checkTargets(deployment: Deployment): void {
  for (const { path: component, crons } of deployment.components.values())
    for (const { name, path } of crons) {
      const named = path.replace(":", ".js:");
      const kind = findFunction(deployment, { component, path })?.kind;
      if (kind === undefined)
        throw new Error(
          `The cron job '${name}' schedules a function that does not exist: ${named}`,
        );
      if (kind === "query")
        throw new Error(
          `The cron job '${name}' schedules a query function, only actions and mutations can be scheduled: ${named}`,
        );
    }
}

/** @throws Error naming the first job whose schedule makes no sense. */
export function checkSchedules({ components }: Deployment): void {
  for (const { name, schedule } of [...components.values()].flatMap(({ crons }) => crons)) {
    try {
      nextRun(schedule, null, Date.now());
    } catch (error) {
      throw new Error(
        `The schedule of the cron job "${name}" makes no sense: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    }
  }
}

/**
 * Returns true for a time that only a clock that was ahead can have set. A clock that was set back a little passes for right, so
 * that no job runs twice for one time.
 */
function isTooFar(schedule: JSONValue, next: number, now: number): boolean {
  const first = nextRun(schedule, now, now);
  const second = first === undefined ? undefined : nextRun(schedule, first, first);
  return Number.isFinite(next) && second !== undefined && next > second + CLOCK_STEP_MS;
}

interface DueJob extends CronJob {
  readonly component: ComponentPath;
  readonly due: number;
}

export interface CronsOptions {
  readonly executor: Executor;
  readonly deployment: () => Deployment;
  readonly origin: () => CallOrigin;
  readonly disk: DiskReserve;
}

export class Crons {
  readonly #executor: Executor;
  readonly #deployment: () => Deployment;
  readonly #origin: () => CallOrigin;
  readonly #disk: DiskReserve;
  readonly #alarm = new Alarm(() => this.#look());
  readonly #running = new Map<string, Promise<void>>();
  #stopped = false;

  constructor({ executor, deployment, origin, disk }: CronsOptions) {
    this.#disk = disk;
    this.#executor = executor;
    this.#deployment = deployment;
    this.#origin = origin;
  }

  /** Makes the rows match the loaded project. A job gets a new time if it is new or changed, or if its time is too far away. */
  async apply(): Promise<void> {
    const jobs = this.#jobs();
    const now = Date.now();
    await this.#executor.transact((transaction) => {
      const tables = backendTables(transaction);
      const declaredKeys = new Set(jobs.map(({ component, name }) => `${component}/${name}`));
      for (const row of [...rows(tables, "cronJobs.by_name")]) {
        const isWanted = declaredKeys.has(`${textIn(row, "component")}/${textIn(row, "name")}`);
        if (!isWanted) tables.remove("cronJobs", textIn(row, "_id"));
      }
      for (const { component, name, path, args, schedule } of jobs) {
        const definition = JSON.stringify([path, args, schedule]);
        const row = firstRow(tables, "cronJobs.by_name", { component, name });
        const isSame = row?.["definition"] === definition;
        if (isSame && !isTooFar(schedule, numberIn(row, "next"), now)) continue;
        if (row !== undefined) tables.remove("cronJobs", textIn(row, "_id"));
        const next = nextRun(schedule, null, now) ?? Infinity;
        tables.insert("cronJobs", { component, name, definition, next });
      }
    });
    this.#look();
  }

  async stop(graceMs: number): Promise<void> {
    this.#stopped = true;
    this.#alarm.stop();
    const late = new Promise((resolve) => setTimeout(resolve, graceMs).unref());
    await Promise.race([Promise.all(this.#running.values()), late]);
  }

  #jobs(): (CronJob & { readonly component: ComponentPath })[] {
    return [...this.#deployment().components.values()].flatMap(({ path, crons }) =>
      crons.map((job) => ({ ...job, component: path })),
    );
  }

  #look(): void {
    if (this.#stopped) return;
    const now = Date.now();
    const jobsByKey = new Map(this.#jobs().map((job) => [`${job.component}/${job.name}`, job]));
    const rowsByTime = this.#executor.read((transaction) => [
      ...rows(backendTables(transaction), "cronJobs.by_next"),
    ]);
    for (const row of rowsByTime) {
      const key = `${textIn(row, "component")}/${textIn(row, "name")}`;
      const job = jobsByKey.get(key);
      const due = numberIn(row, "next");
      if (job === undefined || this.#running.has(key)) continue;
      if (due > now) {
        if (Number.isFinite(due)) this.#alarm.noLaterThan(due);
        return;
      }
      if (this.#disk.allows(job)) this.#begin(key, { ...job, due });
      else this.#alarm.noLaterThan(now + RETRY_MS);
    }
  }

  #begin(key: string, job: DueJob): void {
    const running = this.#run(job).then(
      () => 0,
      (error: unknown) => {
        console.error(`The cron job "${job.name}" could not run:`, error);
        return RETRY_MS;
      },
    );
    const ended = running.then((pauseMs) => {
      this.#running.delete(key);
      if (!this.#stopped) this.#alarm.noLaterThan(Date.now() + pauseMs);
    });
    this.#running.set(key, ended);
  }

  async #run(job: DueJob): Promise<void> {
    const entry = findFunction(this.#deployment(), job);
    const caller: Caller = {
      identity: { kind: "anonymous" },
      origin: this.#origin(),
      scheduledId: null,
    };
    if (entry?.kind === "mutation") {
      await this.#executor.runMutation(entry, job.args, caller, {
        keepsFailures: true,
        begin: (transaction) =>
          this.#isDue(transaction, job) ? undefined : { kind: "success", value: null },
        end: (transaction) => this.#advance(transaction, job),
      });
      return;
    }
    // An action's time is moved on before it starts: it runs at most once.
    const starts = await this.#executor.transact((transaction) => {
      if (!this.#isDue(transaction, job)) return false;
      this.#advance(transaction, job);
      return true;
    });
    if (!starts) return;
    if (entry?.kind === "action") await this.#executor.runAction(entry, job.args, caller);
    else console.error(`The cron job "${job.name}" names ${job.path}, which is no such function.`);
  }

  #isDue(transaction: Transaction, { component, name, due }: DueJob): boolean {
    const row = firstRow(backendTables(transaction), "cronJobs.by_name", { component, name });
    return row?.["next"] === due;
  }

  #advance(transaction: Transaction, { component, name, schedule, due }: DueJob): void {
    const tables = backendTables(transaction);
    const row = firstRow(tables, "cronJobs.by_name", { component, name });
    if (row === undefined) return;
    const next = nextRun(schedule, due, Date.now()) ?? Infinity;
    tables.patch("cronJobs", textIn(row, "_id"), { next });
  }
}
