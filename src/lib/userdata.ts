/**
 * Caches the user of spec §3 in localStorage under `userdata`, to draw bar and name before the server answers. It is never
 * trusted and is cleared at sign-out (deviation 2).
 */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../convex/_generated/api";

const KEY = "userdata";

/** The signed-in user. */
export type Me = NonNullable<FunctionReturnType<typeof api.users.me>>;

export type StoredUser = Pick<
  Me,
  "name" | "email" | "role" | "companyName" | "shopName" | "phone" | "address" | "createdAt"
> & {
  readonly _id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly image: string;
};

/** `firstName` and `lastName` are `name` split at the first space. */
export function storedUserOf(me: Me): StoredUser {
  const [firstName = "", ...rest] = me.name.split(" ");
  return {
    _id: me._id,
    name: me.name,
    firstName,
    lastName: rest.join(" "),
    email: me.email,
    image: me.imageUrl ?? "",
    role: me.role,
    companyName: me.companyName,
    shopName: me.shopName,
    phone: me.phone,
    address: me.address,
    createdAt: me.createdAt,
  };
}

export function storeUser(me: Me): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(storedUserOf(me)));
  } catch {
    // Without storage the bar appears a moment later.
  }
}

export function clearStoredUser(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so nothing was kept.
  }
}

function isStoredUser(value: unknown): value is StoredUser {
  if (typeof value !== "object" || value === null) return false;
  const { name, email, role } = value as Partial<Record<keyof StoredUser, unknown>>;
  return (
    typeof name === "string" &&
    typeof email === "string" &&
    (role === "retailer" || role === "distributor" || role === "admin")
  );
}

/** Returns the stored user, or null if there is no valid one. */
export function readStoredUser(): StoredUser | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return isStoredUser(value) ? value : null;
  } catch {
    return null;
  }
}
