/** Says what the account has not sent yet, in any tab, or null. The app, which knows all features, provides it. */
import { createContext, useContext } from "react";

export type UnsentWork = (accountId: string) => Promise<string | null>;

export const UnsentWorkContext = createContext<UnsentWork>(() => Promise.resolve(null));

export function useUnsentWork(): UnsentWork {
  return useContext(UnsentWorkContext);
}
