/** The package's programming interface: serving a project from another program, and testing one. */
export { start, type StartOptions } from "./start";
export { withBackend, type TestBackend, type TestCaller } from "./withBackend";
export { ChildFailure, watchBackend, type WatchedBackend } from "./watchdog";
export type { Addresses, BackendOptions, HostedBackend, HostedOptions } from "./options";
