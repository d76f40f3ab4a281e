/** Runs the backend under its watchdog until it is stopped, and prints its address and the demo logins. */
import { ESSENTIAL_FUNCTIONS } from "../convex/essentialFunctions";
import { DEMO_LOGINS, DEMO_PASSWORD } from "../convex/seed/logins";
import type { BackendOptions } from "../embedded/options";
import type { Addresses } from "../embedded/options";
import { ChildFailure, watchBackend } from "../embedded/watchdog";
import { callAsAdmin } from "./adminCall";
import { newVapidKeys } from "./vapidKeys";

/** As Convex's engine answers when every run of a mutation conflicted with another one. */
const CONFLICT = "OptimisticConcurrencyControlFailure";
/** More than even `--contend 0.75` gives up in a row. */
const FILL_TRIES = 20;

/**
 * Fills in what products are found by, where an import left it out. The market is open by then, so conflicts with its traffic are no
 * reason to end it.
 * @throws Error when it fails by itself, or conflicts every time.
 */
async function fillSearch(addresses: Addresses): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await callAsAdmin(addresses, "mutation", "searchIndex/internal:fill");
      return;
    } catch (error) {
      if (tries === FILL_TRIES || !String(error).includes(CONFLICT)) throw error;
    }
  }
}

function demoLogins(): string {
  const rows = DEMO_LOGINS.map(({ role, email }) => `    ${role.padEnd(12)}${email}`);
  return `  Demo logins, password ${DEMO_PASSWORD}\n${rows.join("\n")}`;
}

async function greeting(address: string, addresses: Addresses): Promise<string> {
  const lines = [`\nMandi is open at ${address}`];
  if ((await callAsAdmin(addresses, "query", "seed:hasDemo")) === true) lines.push(demoLogins());
  return lines.join("\n");
}

/**
 * Resolves with the exit code for this process.
 * @param whenReady prepares the server in front of the backend, and returns the public address.
 * @param prepared resolves when the backend may open; what it rejects with ends the start.
 */
export async function serveUntilStopped(
  options: BackendOptions,
  whenReady: (addresses: Addresses) => Promise<string> | string,
  prepared?: Promise<void>,
): Promise<number> {
  const served = {
    ...options,
    expiringFileUrls: true,
    essentialFunctions: ESSENTIAL_FUNCTIONS,
    initialVariables: newVapidKeys(),
  };
  const watched = watchBackend(served, prepared);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => void watched.stop());
  }
  try {
    const addresses = await watched.ready;
    await fillSearch(addresses);
    console.log(await greeting(await whenReady(addresses), addresses));
  } catch (error) {
    // The child has printed the cause, or was stopped during its start.
    if (!(error instanceof ChildFailure)) {
      await watched.stop();
      throw error;
    }
  }
  return watched.ended;
}
