/** The browser's two storages for tests in Node, where there are none. */
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

/** Another tab of the same browser shares the one and not the other. */
export function openTab(shared = new FakeStorage()): {
  localStorage: FakeStorage;
  sessionStorage: FakeStorage;
} {
  const tab = { localStorage: shared, sessionStorage: new FakeStorage() };
  vi.stubGlobal("localStorage", tab.localStorage);
  vi.stubGlobal("sessionStorage", tab.sessionStorage);
  return tab;
}

/** As the server signs them, as far as a browser reads them. */
export function tokenFor(accountId: string, session: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { sub: `${accountId}|${session}`, name: "Ünïcode ✓", iat: 1, exp: 9_999_999_999 };
  return `${part({ alg: "RS256" })}.${part(claims)}.signature`;
}
