/** A backend inside another program. */
import path from "node:path";
import type { Prepared } from "./backend";
import { runBackend } from "./backend";
import { hostStrays } from "./functions/strays";
import type { BackendOptions, HostedBackend, HostedOptions } from "./options";

/** Free ports, and nobody but this machine. */
const DEFAULTS = {
  host: "127.0.0.1",
  port: 0,
  apiPort: 0,
  variables: {},
  origins: [],
  watch: false,
} as const satisfies Partial<BackendOptions>;

/** @throws StartupError when it can't start. */
export async function startHosted(
  { project, ...options }: HostedOptions & Pick<BackendOptions, "dataDir">,
  prepared?: Prepared,
): Promise<HostedBackend> {
  const letGo = hostStrays();
  try {
    const served = project === undefined ? {} : { projectDir: path.resolve(project) };
    const backend = await runBackend({ ...DEFAULTS, ...options, ...served }, prepared);
    let stopped: Promise<void> | undefined;
    return {
      ...backend.addresses,
      failed: backend.failed,
      stop: () => (stopped ??= backend.stop().finally(letGo)),
    };
  } catch (error) {
    letGo();
    throw error;
  }
}
