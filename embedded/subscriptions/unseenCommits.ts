/** Keeps the commits that runs over pinned snapshots cannot have seen, so that their results are not taken for newer than they are. */
import type { Commit, QueryRun, Timestamp } from "../contracts";
import { ReadSets } from "./readSets";

/** Commits are kept for the runs over a pinned snapshot; runs that missed more than so many, */
const COMMITS_MAX = 2_000;
/** or so many written keys, count as outdated by the first of them. */
const WRITES_MAX = 50_000;

function countWrites(commits: readonly Commit[]): number {
  return commits.reduce((sum, { writes }) => sum + writes.length, 0);
}

export class UnseenCommits {
  /** The snapshots of the rounds under way, oldest first. */
  readonly #pinned: Timestamp[] = [];
  /** Commits since the oldest of these. None between rounds. */
  #commits: Commit[] = [];
  #writes = 0;
  /** Up to here commits were forgotten, because there were too many. */
  #forgottenUpTo: Timestamp = 0;

  get size(): number {
    return this.#commits.length;
  }

  /** Must be told when a new snapshot was taken, before the first run over it. */
  begin(ts: Timestamp): void {
    this.#pinned.push(ts);
  }

  /** Must be told when the last run over the snapshot is done. */
  end(ts: Timestamp): void {
    const at = this.#pinned.indexOf(ts);
    this.#pinned.splice(at, 1);
    if (at > 0) return;
    const oldest = this.#pinned[0] ?? Infinity;
    this.#commits = this.#commits.filter((commit) => commit.ts > oldest);
    this.#writes = countWrites(this.#commits);
  }

  add(commit: Commit): void {
    if (this.#pinned.length === 0) return;
    this.#commits.push(commit);
    this.#writes += commit.writes.length;
    if (this.#writes <= WRITES_MAX && this.#commits.length <= COMMITS_MAX) return;
    this.#forgottenUpTo = commit.ts;
    this.#commits = [];
    this.#writes = 0;
  }

  /** Returns the moment from which the run's result is out of date, or null. */
  firstThatTouches(run: QueryRun): Timestamp | null {
    if (run.ts < this.#forgottenUpTo) return run.ts + 1;
    if (this.#commits.length === 0) return null;
    // Both may be large: looked up, not compared one by one.
    const read = new ReadSets<QueryRun>();
    read.set(run, run.readSet);
    const missed = this.#commits.find(
      (commit) => commit.ts > run.ts && (commit.tablesChanged === true || read.isTouchedBy(commit)),
    );
    return missed?.ts ?? null;
  }
}
