/**
 * Former names of scheduled functions. A data folder holds calls by the name of the day they were scheduled on, and an upgrade must
 * not lose them: reserved pieces would never return to the stock. New calls are scheduled under the names in `internal.ts`.
 */
export { endPeriod, expire } from "./internal";
