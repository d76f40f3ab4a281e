/** What the log-in page is told after a registration, so that it asks for the password alone. */
import { isTradeRole, type TradeRole } from "../../../domain/roles";

export type RegisteredLogin = { readonly email: string; readonly role: TradeRole };

/** Returns the login in the state of a navigation, or null. */
export function registeredLogin(state: unknown): RegisteredLogin | null {
  const { email, role } = (state ?? {}) as Readonly<Record<string, unknown>>;
  return typeof email === "string" && typeof role === "string" && isTradeRole(role)
    ? { email, role }
    : null;
}
