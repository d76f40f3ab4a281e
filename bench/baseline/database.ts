/** The pool of connections, prepared statements, and callers. Run by Node itself, so imports name their files. */
import { createHash } from "node:crypto";
import pg from "pg";

/** Measured on two cores: fewer leave flushes with too few orders each, more take turns on the processors. */
const CONNECTIONS = 16;

const [, host = "", user = ""] = process.argv.slice(2);
const connection = { host, user, database: "postgres" };
export const pool = new pg.Pool({ ...connection, max: CONNECTIONS, idleTimeoutMillis: 0 });

/** Runs a statement that may be refused: `pool.query` would close its connection with each exception, and all that it has prepared. */
export async function tryQuery<Row extends pg.QueryResultRow>(
  statement: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  const client = await pool.connect();
  try {
    return await client.query<Row>(statement);
  } finally {
    client.release();
  }
}

/** Calls back when a trigger tells of a change, and at once when the connection that hears of them begins. */
export async function listen(channel: string, hear: () => void): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  client.on("notification", hear);
  await client.query(`LISTEN ${channel}`);
  hear();
}

/** A refusal: its status, and the body that says why. */
export class Refused extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, body: object) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
  }
}

export type Statement = (values: unknown[]) => pg.QueryConfig;

/** Returns a statement that each connection prepares once, by its name. */
export function sql(name: string, text: string): Statement {
  return (values) => ({ name, text, values });
}

export interface Caller {
  readonly id: string;
  readonly role: "retailer" | "distributor" | "admin";
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly business: string;
  readonly expires_at: Date;
}

export function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

const CALLER = sql(
  "caller",
  `SELECT u.id, u.role, u.name, u.email, u.phone, u.address, u.business, s.expires_at
   FROM sessions s JOIN users u ON u.id = s.user_id
   WHERE s.token_hash = $1 AND s.expires_at > now() AND u.deactivated_at IS NULL`,
);

/** Returns the user of a session. @throws Refused 401. */
export async function readCaller(token: string): Promise<Caller> {
  const { rows } = await pool.query<Caller>(CALLER([hashOf(token)]));
  if (rows[0] === undefined) throw new Refused(401, { code: "UNAUTHENTICATED" });
  return rows[0];
}

const UNIQUE_VIOLATION = "23505";

/** True if a unique index has the row already. */
export function isDuplicate(error: unknown): boolean {
  return (error as { code?: string }).code === UNIQUE_VIOLATION;
}
