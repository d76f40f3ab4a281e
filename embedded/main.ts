/** `node --import tsx embedded/main.ts --project DIR …`: flags in, a watched backend out. */
import { writeFileSync } from "node:fs";
import { getOrCreateAdminKey } from "./adminKey";
import { writeEnvFile } from "./envFile";
import type { Command } from "./flags";
import { help, parseCommand } from "./flags";
import manifest from "./package.json" with { type: "json" };
import { StartupError } from "./store/startupError";
import { ChildFailure, watchBackend } from "./watchdog";

/** The oldest Node that the tests run on; `engines` in package.json says so, too. */
const OLDEST_NODE = 24;

function checkNode(): void {
  const { node } = process.versions;
  if (Number.parseInt(node) >= OLDEST_NODE) return;
  throw new StartupError(
    `This needs Node ${OLDEST_NODE} or newer and runs on ${node}: install a newer one from https://nodejs.org.`,
  );
}

const PARENT_CHECK_MS = 1_000;

/** Stops when npm or npx is killed: both end the shell between them and this process, and neither passes the signal on. */
function stopWithNpm(stop: () => void): void {
  if (process.env["npm_command"] === undefined) return;
  const parent = process.ppid;
  const checking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(checking);
    stop();
  }, PARENT_CHECK_MS);
  checking.unref();
}

async function serve({ options, readyFile, envFile }: Command): Promise<number> {
  const watched = watchBackend(options);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => void watched.stop());
  }
  stopWithNpm(() => void watched.stop());
  try {
    const addresses = await watched.ready;
    const { url, apiUrl } = addresses;
    if (envFile !== null) writeEnvFile(envFile, addresses);
    console.log(`Serving ${options.projectDir ?? "what is pushed"}\n  web ${url}\n  api ${apiUrl}`);
    if (options.console !== "off") console.log(`  console ${apiUrl}/console`);
    if (readyFile !== null) writeFileSync(readyFile, `${JSON.stringify({ url, apiUrl })}\n`);
  } catch (error) {
    // The child has said why.
    if (error instanceof ChildFailure) return watched.ended;
    await watched.stop();
    throw error;
  }
  return watched.ended;
}

/** Loads the backup, which a start has no use for. */
const loadBackup = () => import("./extras/backup");

async function run(): Promise<number> {
  try {
    checkNode();
    const command = parseCommand(process.argv.slice(2), process.env);
    const { dataDir } = command.options;
    if (command.print === "help") console.log(help());
    else if (command.print === "version") console.log(manifest.version);
    else if (command.print === "adminKey") console.log(getOrCreateAdminKey(dataDir));
    else if (command.backup !== null)
      console.log(await (await loadBackup()).backUp(dataDir, command.backup));
    else if (command.restore !== null)
      console.log(await (await loadBackup()).restore(command.restore, dataDir));
    else return await serve(command);
    return 0;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.message);
    return 1;
  }
}

// What a command writes is its owner's alone, too.
process.umask(0o077);
process.exit(await run());
