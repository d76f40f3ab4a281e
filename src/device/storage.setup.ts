/** Fakes the browser's two storages for tests in Node. */
import { vi } from "vitest";

export class FakeStorage {
  [key: string]: unknown;

  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }

  setItem(key: string, value: string): void {
    this[key] = value;
  }

  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

/** Opens a tab that shares localStorage with the others and has a sessionStorage of its own. */
export function openTab(shared = new FakeStorage()): {
  localStorage: FakeStorage;
  sessionStorage: FakeStorage;
} {
  const tab = { localStorage: shared, sessionStorage: new FakeStorage() };
  vi.stubGlobal("localStorage", tab.localStorage);
  vi.stubGlobal("sessionStorage", tab.sessionStorage);
  return tab;
}

/** Returns an unsigned token with the claims that the browser reads. */
export function tokenFor(accountId: string, session: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { sub: `${accountId}|${session}`, name: "Ünïcode ✓", iat: 1, exp: 9_999_999_999 };
  return `${part({ alg: "RS256" })}.${part(claims)}.signature`;
}
