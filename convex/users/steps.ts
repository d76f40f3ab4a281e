/**
 * Former names of scheduled functions. A data folder holds calls by the name of the day they were scheduled on, and an upgrade must
 * not lose them: a closed account would keep open orders. New calls are scheduled under the names in `internal.ts`.
 */
export {
  clearClosed,
  continueDeactivation as goOnClosing,
  continueMarking as goOnMarking,
} from "./internal";
