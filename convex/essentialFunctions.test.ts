import { expect, test } from "vitest";
import { ESSENTIAL_FUNCTIONS } from "./essentialFunctions";
import { publicFunctions } from "./publicFunctions.setup";

const modules = import.meta.glob<Record<string, unknown>>(
  ["./**/*.ts", "!./**/*.*.ts", "!./_generated/**", "!./**/schema.ts"],
  { eager: true },
);

function isWriter(path: string): boolean {
  const [file = "", name = ""] = path.split(":");
  const found = modules[`./${file}.ts`]?.[name];
  return typeof found === "function" && ("isMutation" in found || "isAction" in found);
}

test("each function that may write on a nearly full disk is there, once, and writes", () => {
  expect(ESSENTIAL_FUNCTIONS.filter((path) => !isWriter(path))).toEqual([]);
  expect(new Set(ESSENTIAL_FUNCTIONS).size).toBe(ESSENTIAL_FUNCTIONS.length);
});

test("nobody registers, places, brings a picture or sends a message on a nearly full disk", () => {
  const writers = [...publicFunctions().keys()].filter(isWriter);
  const essential = new Set<string>(ESSENTIAL_FUNCTIONS);
  const refused = writers.filter((path) => !essential.has(path));
  const growing = ["orders:place", "auth:register", "chat:send", "products:add", "imports:take"];
  expect(refused).toEqual(expect.arrayContaining(growing));
});
