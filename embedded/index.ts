/** The package's programming interface: serving a project from another program. */
export { ChildFailure, watchBackend, type WatchedBackend } from "./watchdog";
export type { Addresses, BackendOptions } from "./options";
