import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeEnvFile } from "./envFile";

const ADDRESSES = {
  url: "http://127.0.0.1:3211",
  apiUrl: "http://127.0.0.1:3210",
  adminKey: "embedded|0f",
};
const LINES = [
  "CONVEX_SELF_HOSTED_URL='http://127.0.0.1:3210'",
  "CONVEX_SELF_HOSTED_ADMIN_KEY='embedded|0f'",
  "VITE_CONVEX_URL='http://127.0.0.1:3211'",
  "",
];

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "env-file-"));
  file = path.join(folder, ".env.local");
});

afterEach(() => rmSync(folder, { recursive: true }));

const written = () => readFileSync(file, "utf8").split("\n");

test("[PROG7] writes the addresses and the key to a file of their owner's", () => {
  writeEnvFile(file, ADDRESSES);
  expect(written()).toEqual(LINES);
  expect(statSync(file).mode & 0o077).toBe(0);
});

test("[PROG7] replaces its own lines and keeps all others", () => {
  const others = ["# mine", "VITE_TITLE=Chat", "VITE_CONVEX_URL_2=kept"];
  writeFileSync(file, [others[0], "VITE_CONVEX_URL = old", ...others.slice(1), "", ""].join("\n"));
  writeEnvFile(file, ADDRESSES);
  writeEnvFile(file, ADDRESSES);
  expect(written()).toEqual([...others, ...LINES]);
  expect(statSync(file).mode & 0o077).toBe(0);
});

test("[PROC1] says in one sentence that it cannot write", () => {
  expect(() => writeEnvFile(path.join(folder, "no/such/folder"), ADDRESSES)).toThrow(
    /can't be written/,
  );
});
