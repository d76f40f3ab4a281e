/** Says what the account has not sent yet, or null. The app, which knows all features, provides it. */
import { createContext, useContext } from "react";

export const UnsentWorkContext = createContext<(accountId: string) => string | null>(() => null);

export function useUnsentWork(): (accountId: string) => string | null {
  return useContext(UnsentWorkContext);
}
