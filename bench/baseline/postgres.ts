/** A PostgreSQL cluster of the benchmark's own: in a temporary folder, reached by a Unix socket, removed at the end. */
import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { until } from "../../testkit/market";

const VERSIONS = "/usr/lib/postgresql";
const START_MS = 30_000;

/** Raises Debian's small memory defaults for pages and index builds. Durability keeps its defaults: fsync and synchronous_commit are on. */
const SETTINGS = {
  listen_addresses: "",
  shared_buffers: "512MB",
  effective_cache_size: "2GB",
  work_mem: "16MB",
  maintenance_work_mem: "256MB",
  max_wal_size: "4GB",
  random_page_cost: "1.1",
};

export interface Postgres {
  /** The folder of the Unix socket, which `pg` takes as host. */
  readonly host: string;
  readonly user: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Returns the folder of PostgreSQL's programs, or null when Debian's package is not installed. */
function programs(): string | null {
  if (!existsSync(VERSIONS)) return null;
  const newest = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? null : path.join(VERSIONS, newest, "bin");
}

/** Returns the user of Debian's package when run by root, because PostgreSQL refuses to run as root. */
function owner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) =>
    Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }).trim());
  return { uid: id("-u"), gid: id("-g") };
}

/** @throws Error that names the package to install when PostgreSQL is missing. */
export async function startPostgres(): Promise<Postgres> {
  const bin = programs();
  if (bin === null)
    throw new Error(
      "The baseline needs PostgreSQL: apt-get install postgresql, then run it again.",
    );
  const folder = mkdtempSync(path.join(tmpdir(), "mandi-bench-pg-"));
  const as = owner();
  if (as !== undefined) chownSync(folder, as.uid, as.gid);
  const data = path.join(folder, "data");
  const flags = ["-D", data, "-U", "bench", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"];
  execFileSync(path.join(bin, "initdb"), flags, { stdio: "ignore", ...as });
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(path.join(bin, "postgres"), ["-D", data, "-k", folder, ...settings], {
    stdio: "ignore",
    ...as,
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const isReady = () => {
    try {
      execFileSync(path.join(bin, "pg_isready"), ["-h", folder, "-q"]);
      return Promise.resolve(true);
    } catch {
      return Promise.resolve(false);
    }
  };
  await until("PostgreSQL is ready", isReady, START_MS);
  return {
    host: folder,
    user: "bench",
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGINT");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
