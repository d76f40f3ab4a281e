import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { zipOf } from "./zip";

test("[EXP2] other programs read the archive", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "zip-"));
  const long = Buffer.from("नमस्ते ".repeat(100_000));
  const chunks: Buffer[] = [];
  const entries = [
    { name: "orders/documents.jsonl", content: [Buffer.from("{}\n"), Buffer.from("{}\n")] },
    { name: "empty", content: [] },
    { name: "long.txt", content: [long] },
  ];
  for await (const chunk of zipOf(entries)) chunks.push(chunk);
  const file = path.join(folder, "a.zip");
  writeFileSync(file, Buffer.concat(chunks));
  const script = "import json,sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(json.dumps({n: len(z.read(n)) for n in z.namelist()}))";
  const read = JSON.parse(execFileSync("python3", ["-c", script, file]).toString()) as Record<string, number>;
  expect(read).toEqual({ "orders/documents.jsonl": 6, empty: 0, "long.txt": long.length });
  rmSync(folder, { recursive: true });
});
