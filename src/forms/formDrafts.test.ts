import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { draftNames, readDraft, writeDraft } from "../accountStore/drafts";
import { readDrafts, writeDrafts } from "./formDrafts";
import { openTab } from "../device/storage.setup";

type Values = { name: string; role: string; password: string; image: object | null };
const INITIAL: Values = { name: "", role: "retailer", password: "", image: null };
const BY_FIELD = { name: "sign-up:name", role: "sign-up:role" };
const ONE_ENTRY = "new-product";

beforeEach(() => void openTab());
afterEach(() => void vi.unstubAllGlobals());

describe.each([
  ["with an entry for each field", BY_FIELD, 2],
  ["with one entry", ONE_ENTRY, 1],
])("the drafts of a form %s", (_, names, entries) => {
  const write = (part: Partial<Values>) => writeDrafts("meena", names, INITIAL, part);
  const read = (accountId = "meena") => readDrafts(accountId, names, INITIAL);

  it("are the texts that were typed, for their account alone", () => {
    expect(read()).toEqual({});
    write({ name: "Me" });
    write({ role: "distributor" });
    expect(read()).toEqual({ name: "Me", role: "distributor" });
    expect(draftNames("meena")).toHaveLength(entries);
    expect(read("ravi")).toEqual({});
  });

  it("end when the text is the initial one again", () => {
    write({ name: "Me", role: "distributor" });
    write({ role: "retailer" });
    expect(read()).toEqual({ name: "Me" });
    write({ name: "" });
    expect(draftNames("meena")).toEqual([]);
  });
});

it("keeps neither a field that is not named nor one that is no text", () => {
  writeDrafts("meena", BY_FIELD, INITIAL, { password: "secret", image: {} });
  writeDrafts("meena", ONE_ENTRY, INITIAL, { image: {} });
  expect(draftNames("meena")).toEqual([]);
});

it.each(["half a {", "[]", "null", '"text"', '{"name":1,"image":"a","stranger":"b"}'])(
  "ignores a stored entry that is no draft of the form: %s",
  (entry) => {
    writeDraft("meena", ONE_ENTRY, entry);
    expect(readDrafts("meena", ONE_ENTRY, INITIAL)).toEqual({});
    expect(readDraft("meena", ONE_ENTRY)).toBe(entry);
  },
);
