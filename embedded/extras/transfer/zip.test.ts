import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { entriesOf } from "./unzip";
import { createZip } from "./zip";

async function archiveOf(files: Record<string, readonly string[]>): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, parts]) => ({
    name,
    content: parts.map((part) => Buffer.from(part)),
  }));
  return buffer(createZip(entries));
}

async function contentsOf(archive: Buffer): Promise<Record<string, string>> {
  const contents = (await entriesOf(archive)).map(
    async (entry) => [entry.name, (await entry.read()).toString()] as const,
  );
  return Object.fromEntries(await Promise.all(contents));
}

test("[EXP1] an archive returns its entries unchanged", async () => {
  const long = "नमस्ते ".repeat(100_000);
  const archive = await archiveOf({
    "orders/documents.jsonl": ["{}\n", "{}\n"],
    empty: [],
    "Größe.txt": [long],
  });
  expect(archive.length).toBeLessThan(20_000);
  expect(await contentsOf(archive)).toEqual({
    "orders/documents.jsonl": "{}\n{}\n",
    empty: "",
    "Größe.txt": long,
  });
});

test("[EXP1] rejects a damaged archive", async () => {
  const archive = await archiveOf({ a: ["some text"] });
  archive[35] = (archive[35] ?? 0) ^ 0xff;
  await expect(contentsOf(archive)).rejects.toThrow("a in the ZIP archive");
  await expect(entriesOf(Buffer.from("not an archive at all, not at all"))).rejects.toThrow(
    "no ZIP archive",
  );
  const cut = (await archiveOf({ a: ["some text"] })).subarray(20);
  await expect(entriesOf(cut)).rejects.toThrow("damaged");
});

/** An archive as other programs write it: 64-bit sizes and offsets, uncompressed content. */
function wideArchive(name: string, content: Buffer): Buffer {
  const bytes = Buffer.from(name);
  const wide = (...values: number[]) => {
    const extra = Buffer.alloc(4 + 8 * values.length);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8 * values.length, 2);
    values.forEach((value, at) => extra.writeBigUInt64LE(BigInt(value), 4 + 8 * at));
    return extra;
  };
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(bytes.length, 26);
  const extra = wide(content.length, content.length, 0);
  const central = Buffer.alloc(46, 0);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt32LE(crc32(content), 16);
  for (const at of [20, 24, 42]) central.writeUInt32LE(0xffff_ffff, at);
  central.writeUInt16LE(bytes.length, 28);
  central.writeUInt16LE(extra.length, 30);
  const start = local.length + bytes.length + content.length;
  const end64At = start + central.length + bytes.length + extra.length;
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(1n, 32);
  end64.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(end64At), 8);
  const end = Buffer.alloc(22, 0xff);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(0, 20);
  return Buffer.concat([local, bytes, content, central, bytes, extra, end64, locator, end]);
}

test("[EXP1] reads archives with 64-bit sizes", async () => {
  const archive = wideArchive("a.txt", Buffer.from("some text"));
  expect(await contentsOf(archive)).toEqual({ "a.txt": "some text" });
});
