/**
 * Provides a function that describes the account's unsent work in all tabs, or resolves to null. The app provides it, because it
 * knows all features.
 */
import { createContext, useContext } from "react";

export type UnsentWork = (accountId: string) => Promise<string | null>;

export const UnsentWorkContext = createContext<UnsentWork>(() => Promise.resolve(null));

export function useUnsentWork(): UnsentWork {
  return useContext(UnsentWorkContext);
}
