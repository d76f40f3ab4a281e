/** Stored files: their bytes, rows and URLs, and their deletion. */
import type { Area } from "../cases";
import { act, insert, read, write } from "../cases";

export const files: Area = {
  name: "files",
  data: [insert("rows", { label: "row" }, "row")],
  cases: [
    act("an action stores a file", { op: "store", text: "rice", type: "text/plain", as: "file" }),
    act("another one", { op: "store", text: "wheat", as: "other" }),
    act("and reads it", { op: "read", id: "@file" }),
    act("and asks for its address", { op: "url", id: "@file" }),
    act(
      "an empty file without a type",
      { op: "store", text: "", as: "empty" },
      { op: "read", id: "@empty" },
    ),
    read("a query asks for its address", { op: "url", id: "@file" }),
    read("its row", { op: "get", id: "@file", system: true }),
    read("its row, without the type", { op: "get", id: "@empty", system: true }),
    read("the table of files", {
      op: "query",
      table: "_storage",
      system: true,
      whole: true,
      order: "desc",
      end: "first",
    }),
    read("its metadata, the old way", { op: "metadata", id: "@file" }),
    read("its row is the system's alone", { op: "try", step: { op: "get", id: "@file" } }),
    read("normalizeId knows it", {
      op: "normalizeId",
      table: "_storage",
      id: "@file",
      system: true,
    }),
    read("the address of a document that is no file", {
      op: "try",
      step: { op: "url", id: "@row" },
    }),
    read("the address of no id", { op: "try", step: { op: "url", id: "nonsense" } }),
    write("the removal of no file", { op: "try", step: { op: "deleteFile", id: "@row" } }),
    write("the removal of no id", { op: "try", step: { op: "deleteFile", id: "nonsense" } }),
    write("an upload address", { op: "uploadUrl" }),
    write("its row cannot be changed", {
      op: "try",
      step: { op: "patch", id: "@other", value: { size: 0 } },
    }),
    write("its row cannot be removed", { op: "try", step: { op: "delete", id: "@other" } }),
    write(
      "a removal that is rolled back",
      { op: "deleteFile", id: "@file" },
      { op: "url", id: "@file" },
      { op: "throw", message: "kept" },
    ),
    read("is none", { op: "url", id: "@file" }),
    write("a mutation removes it", { op: "deleteFile", id: "@file" }, { op: "url", id: "@file" }),
    read("its address is gone", { op: "url", id: "@file" }),
    read("its row is gone", { op: "get", id: "@file", system: true }),
    act("its bytes are gone", { op: "read", id: "@file" }),
    write("it cannot be removed twice", { op: "deleteFile", id: "@file" }),
    act("an action removes one", { op: "deleteFile", id: "@empty" }, { op: "url", id: "@empty" }),
  ],
};
