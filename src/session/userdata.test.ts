import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clearStoredUser, readStoredUser, storedUserOf, storeUser, type Me } from "./userdata";
import { idOf } from "../testing/fixtures.setup";

const ME: Me = {
  _id: idOf("u1"),
  role: "retailer",
  name: "Kiran Devi Rao",
  email: "kiran@corner.test",
  phone: "+919876543210",
  address: "12 Station Road",
  shopName: "Kiran Corner Store",
  imageUrl: null,
  createdAt: 1,
};

describe("the stored user", () => {
  const store = new Map<string, string>();
  beforeEach(() => {
    store.clear();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => store.set(key, value),
      removeItem: (key: string) => store.delete(key),
    });
  });
  afterEach(() => void vi.unstubAllGlobals());

  it("has the specification's fields, its name split at the first space", () => {
    expect(storedUserOf(ME)).toMatchObject({
      firstName: "Kiran",
      lastName: "Devi Rao",
      image: "",
      role: "retailer",
    });
    expect(storedUserOf({ ...ME, name: "Asha" })).toMatchObject({
      firstName: "Asha",
      lastName: "",
    });
  });

  it("is stored under the key userdata until it is cleared", () => {
    storeUser(ME);
    expect([...store.keys()]).toEqual(["userdata"]);
    expect(readStoredUser()?.email).toBe("kiran@corner.test");
    clearStoredUser();
    expect(readStoredUser()).toBeNull();
  });

  it.each(["", "{", "null", "[]", '{"name":"x"}', '{"name":"x","email":"y","role":"owner"}'])(
    "is null when the browser holds %j",
    (text) => {
      store.set("userdata", text);
      expect(readStoredUser()).toBeNull();
    },
  );
});
