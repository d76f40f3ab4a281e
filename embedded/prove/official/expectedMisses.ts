/** Tests of convex-backend that fail here, and are meant to. */

export interface ExpectedMiss {
  readonly suite: string;
  readonly file: string;
  /** As the run prints it. */
  readonly title: string;
  readonly reason: string;
}

type Titles = readonly (readonly [file: string, title: string])[];

function misses(suite: string, reason: string, titles: Titles): ExpectedMiss[] {
  return titles.map(([file, title]) => ({ suite, file, title, reason }));
}

const INTEGRATION = "js-integration-tests";
const BUILTINS = "udf-tests";
const COMPONENTS = "component-tests";

const CLIENT = "HTTPClient";
const STACKS = "Node.js user space stack traces";

export const EXPECTED_MISSES: readonly ExpectedMiss[] = [
  ...misses(INTEGRATION, "The address is sealed with a secret of convex-backend's own tests.", [
    ["fileStorage.test.ts", "File storage with HTTPClient expired upload url"],
  ]),
  ...misses(
    INTEGRATION,
    "The suite's server ends actions after 20 seconds; here the limit is ten minutes.",
    [["actions.test.ts", `${CLIENT} action that deadlocks`]],
  ),
  ...misses(
    INTEGRATION,
    "Newer sources: a scheduled mutation that cancels itself changes nothing (SCHED3).",
    [["scheduler.test.ts", "Scheduler basic tests schedule self canceling"]],
  ),
  ...misses(INTEGRATION, "An error's own `stack` names the bundle, not a file for each module.", [
    ["stacktrace_node.test.ts", `${STACKS} simple stack trace`],
  ]),
  ...misses(
    INTEGRATION,
    "It asks a server on the internet, and expects the frames of one version of Node.",
    [["stacktrace_node.test.ts", `${STACKS} stack trace used by the npm library proxy-agents`]],
  ),
  ...misses(INTEGRATION, "It fails by an operation that only convex-backend's tests use.", [
    ["system_errors.test.ts", `${CLIENT} call occ error`],
    ["system_errors.test.ts", `${CLIENT} call overloaded error`],
  ]),
  ...misses(BUILTINS, "Node's parser of addresses, which follows the specification.", [
    ["url.ts", "url urlDriveLetter"],
    ["url.ts", "url urlPathRepeatedSlashes"],
  ]),
  ...misses(BUILTINS, "It works here, and is not implemented in Convex's runtime.", [
    ["url.ts", "url:setHostUnimplemented"],
  ]),
  ...misses(BUILTINS, "Only the error's words are Node's.", [
    ["url.ts", "url urlModifyHrefErroring"],
    ["crypto.ts", "crypto:test testInvalidAlgorithm"],
    ["request.ts", "request consumeBodyTwice"],
  ]),
  ...misses(BUILTINS, "It looks into the runtime's own implementation.", [
    ["urlSearchParams.ts", "urlSearchParams urlSearchParamsInspect"],
    ["stream.ts", "stream streamRoundTrip"],
    ["event.ts", "event eventIsTrusted"],
    ["event_target.ts", "event_target eventTargetThisShouldDefaultToGlobal"],
  ]),
  ...misses(COMPONENTS, "Newer sources give components the addresses of the deployment (COMP3).", [
    ["components.rs", "test_system_env_vars_not_accessible_in_components"],
  ]),
  ...misses(COMPONENTS, "It fails by an operation that only convex-backend's tests use.", [
    ["components.rs", "test_system_error_propagation"],
  ]),
];
