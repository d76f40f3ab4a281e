import { expect, test } from "vitest";
import { entriesOf } from "./unzip";
import { zipOf } from "./zip";

async function archiveOf(files: Record<string, readonly string[]>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const entries = Object.entries(files).map(([name, parts]) => ({
    name,
    content: parts.map((part) => Buffer.from(part)),
  }));
  for await (const chunk of zipOf(entries)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test("[EXP1] an archive holds what was put in", async () => {
  const long = "नमस्ते ".repeat(100_000);
  const archive = await archiveOf({
    "orders/documents.jsonl": ["{}\n", "{}\n"],
    empty: [],
    "Größe.txt": [long],
  });
  expect(archive.length).toBeLessThan(20_000);
  const read = Object.fromEntries(
    [...entriesOf(archive)].map(({ name, content }) => [name, content.toString()]),
  );
  expect(read).toEqual({ "orders/documents.jsonl": "{}\n{}\n", empty: "", "Größe.txt": long });
});

test("[EXP1] a damaged archive is refused", async () => {
  const archive = await archiveOf({ a: ["some text"] });
  archive[35] = (archive[35] ?? 0) ^ 0xff;
  expect(() => [...entriesOf(archive)]).toThrow();
  expect(() => [...entriesOf(Buffer.from("not an archive at all, not at all"))]).toThrow(
    "no ZIP archive",
  );
});
