/**
 * `npm run admin -- --email a@b.c --name N --password-stdin`: creates an administrator or sets a new password. Uses the running
 * deployment of the data folder, or starts one for this call.
 */
import { existsSync, readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import path from "node:path";
import { parseArgs } from "node:util";
import { makeFunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import { errorText, toErrorData } from "../domain/errors";
import { runBackend } from "../embedded/backend";
import type { Addresses } from "../embedded/options";
import { adminClient } from "./adminClient";
import { finish } from "./finish";
import { UsageError, defaultDataDir } from "./options";
import { ROOT, StepError } from "./steps";

type Admin = { email: string; name: string; password: string };

const upsertAdmin = makeFunctionReference<"action", Admin, { email: string }>("admin:upsertAdmin");

const USAGE =
  "Say who: npm run admin -- --email a@b.c --name N --password-stdin, with the password on standard input.";

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        email: { type: "string" },
        name: { type: "string" },
        "password-stdin": { type: "boolean", default: false },
        data: { type: "string" },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

/** Returns the addresses of the data folder's running deployment; undefined when none answers. */
async function findRunning(dataDir: string): Promise<Addresses | undefined> {
  const file = path.join(dataDir, "instance.json");
  if (!existsSync(file)) return undefined;
  const addresses = JSON.parse(readFileSync(file, "utf8")) as Addresses;
  // A killed deployment leaves its file behind.
  const answer = await fetch(`${addresses.apiUrl}/version`).catch(() => undefined);
  return answer?.ok === true ? addresses : undefined;
}

async function withDeployment<T>(
  dataDir: string,
  work: (addresses: Addresses) => Promise<T>,
): Promise<T> {
  const running = await findRunning(dataDir);
  if (running !== undefined) return work(running);
  const anyPort = { host: "127.0.0.1", port: 0, apiPort: 0 };
  const backend = await runBackend({
    ...anyPort,
    projectDir: ROOT,
    dataDir,
    variables: {},
    origins: [],
    watch: false,
  });
  try {
    return await work(backend.addresses);
  } finally {
    await backend.stop();
  }
}

async function save(addresses: Addresses, admin: Admin): Promise<string> {
  try {
    const { email } = await adminClient(addresses).action(upsertAdmin, admin);
    return email;
  } catch (error) {
    const refusal = error instanceof ConvexError ? toErrorData(error.data) : null;
    throw refusal === null ? error : new StepError(errorText(refusal));
  }
}

async function admin(args: readonly string[]): Promise<number> {
  const { email, name, "password-stdin": fromStdin, data } = parse(args);
  if (email === undefined || name === undefined || !fromStdin) throw new UsageError(USAGE);
  const dataDir = data === undefined ? defaultDataDir(process.env) : path.resolve(data);
  if (process.stdin.isTTY) console.error("Type the password (it is shown), Enter, then Ctrl-D:");
  // The line break at the end of `echo` is not part of the password.
  const password = (await text(process.stdin)).replace(/\r?\n$/, "");
  const saved = await withDeployment(dataDir, (addresses) =>
    save(addresses, { email, name, password }),
  );
  console.log(`${saved} can log in as an administrator.`);
  return 0;
}

await finish(() => admin(process.argv.slice(2)));
