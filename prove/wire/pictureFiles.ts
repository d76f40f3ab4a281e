/** Upload samples: valid and invalid pictures of four formats, and other files that claim to be pictures. */
import { deflateSync } from "node:zlib";
import { IMAGE_BYTES_MAX, IMAGE_SIDE_MAX_PX } from "../../domain/limits";

/** Private metadata that a stored picture must not contain, and a script that a browser must not run. */
export const SECRET = "18.5204 N 73.8567 E";
export const SCRIPT = "<script>alert(1)</script>";

export interface BroughtFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** The file name and type in the form. */
  readonly fileName: string;
  readonly announced: string;
  /** The expected Content-Type when served; null if the upload must be refused. */
  readonly type: string | null;
}

interface Options {
  readonly width?: number;
  readonly height?: number;
  readonly says?: string;
}
type Draw = (options?: Options) => Buffer;

function words(...parts: readonly (string | number | readonly number[] | Buffer)[]): Buffer {
  return Buffer.concat(
    parts.map((part) => {
      if (typeof part === "string") return Buffer.from(part, "latin1");
      return typeof part === "number" ? Buffer.from([part]) : Buffer.from(part);
    }),
  );
}

function big(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

function little(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
}

const chunk = (name: string, data: Buffer) => words(big(data.length, 4), name, data, [0, 0, 0, 0]);

const png: Draw = ({ width = 2, height = 2, says } = {}) =>
  words(
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    chunk("IHDR", words(big(width, 4), big(height, 4), [8, 2, 0, 0, 0])),
    says === undefined ? "" : words(chunk("tEXt", words(says)), chunk("eXIf", words(says))),
    chunk("IDAT", deflateSync(Buffer.alloc(14))),
    chunk("IEND", Buffer.alloc(0)),
  );

const segment = (marker: number, data: Buffer) =>
  words([0xff, marker], big(data.length + 2, 2), data);

const jpeg: Draw = ({ width = 2, height = 2, says } = {}) =>
  words(
    [0xff, 0xd8],
    says === undefined
      ? ""
      : words(
          segment(0xe1, words("Exif\0\0", says)),
          segment(0xfe, words(says)),
          segment(0xed, words(says)),
        ),
    segment(0xc0, words(8, big(height, 2), big(width, 2), [1, 1, 0x11, 0])),
    segment(0xda, words([1, 1, 0, 0, 63, 0])),
    [1, 2, 3],
    [0xff, 0xd9],
  );

const gif: Draw = ({ width = 2, height = 2, says } = {}) =>
  words(
    ...["GIF89a", little(width, 2), little(height, 2), [0, 0, 0]],
    says === undefined ? "" : words([0x21, 0xfe, says.length], says, 0),
    ...[[0x2c, 0, 0, 0, 0], little(2, 2), little(2, 2), [0, 2, 2, 0x4c, 0x01, 0, 0x3b]],
  );

const riff = (name: string, data: Buffer) =>
  words(name, little(data.length, 4), data, data.length % 2 === 1 ? 0 : "");

const webp: Draw = ({ width = 2, height = 2, says } = {}) => {
  const size = words(little(width - 1, 3), little(height - 1, 3));
  const flags = says === undefined ? 0 : 0x0c;
  const body = words(
    ...["WEBP", riff("VP8X", words([flags, 0, 0, 0], size))],
    riff("VP8L", words([0x2f, 1, 0, 0, 0, 1])),
    says === undefined ? "" : words(riff("EXIF", words(says)), riff("XMP ", words(says))),
  );
  return words("RIFF", little(body.length, 4), body);
};

const KINDS = { png, jpeg, gif, webp } as const satisfies Record<string, Draw>;

function ofKind(kind: keyof typeof KINDS): BroughtFile[] {
  const [draw, type] = [KINDS[kind], `image/${kind}`];
  const plain = { fileName: `picture.${kind}`, announced: type };
  const tooWide = IMAGE_SIDE_MAX_PX + 1;
  const good = (name: string, bytes: Buffer, says: Partial<BroughtFile> = {}) => ({
    ...{ name: `${kind} ${name}`, bytes, ...plain, type, ...says },
  });
  const bad = (name: string, bytes: Buffer) => good(name, bytes, { type: null });
  return [
    good("without metadata", draw()),
    good("with private metadata", draw({ says: SECRET })),
    good("with a script in its metadata", draw({ says: SCRIPT })),
    good("with HTML appended", words(draw(), `<html>${SCRIPT}${SECRET}</html>`)),
    good("with an archive appended", words(draw(), "PK\x03\x04", SECRET)),
    good("with private metadata and appended text", words(draw({ says: SECRET }), SECRET)),
    good("declared as HTML", draw(), { announced: "text/html", fileName: "x.html" }),
    good("declared as SVG", draw(), { announced: "image/svg+xml", fileName: "x.svg" }),
    good("without a declared type", draw(), { announced: "" }),
    good("of the maximum width", draw({ width: IMAGE_SIDE_MAX_PX, height: 1 })),
    bad("too wide", draw({ width: tooWide })),
    bad("too high", draw({ height: tooWide })),
    bad("of too many pixels", draw({ width: 7_000, height: 7_000 })),
    ...(kind === "webp" ? [] : [bad("without a width", draw({ width: 0 }))]),
    bad("truncated in its header", draw().subarray(0, 9)),
    good(
      "of the maximum size",
      Buffer.concat([draw(), Buffer.alloc(IMAGE_BYTES_MAX - draw().length)]),
    ),
    bad(
      "one byte over the maximum size",
      Buffer.concat([draw(), Buffer.alloc(IMAGE_BYTES_MAX - draw().length + 1)]),
    ),
  ];
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">';
const NO_PICTURES: Readonly<Record<string, string | Buffer>> = {
  "an empty file": "",
  "an SVG": SVG,
  "an SVG with an XML declaration": `<?xml version="1.0"?>${SVG}</svg>`,
  "an SVG with embedded HTML": `${SVG}<foreignObject>${SCRIPT}</foreignObject></svg>`,
  "an SVG with a file reference": `${SVG}<image href="file:///etc/passwd"/></svg>`,
  "a compressed SVG": Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]),
  "an HTML page": `<!doctype html>${SCRIPT}`,
  "an HTML page that begins like a GIF": `GIF<!-- ${SCRIPT}`,
  "a PDF": "%PDF-1.7\n1 0 obj",
  "an archive": "PK\x03\x04aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  "an executable": "MZ\x90\0\x03\0\0\0",
  "a BMP": "BM\x46\0\0\0\0\0\0\0\x36\0\0\0",
  "a TIFF": "II*\0\x08\0\0\0",
  "an icon": Buffer.from([0, 0, 1, 0, 1, 0, 2, 2]),
  "an AVIF": "\0\0\0\x20ftypavif\0\0\0\0",
  "equal bytes": Buffer.alloc(65_536, 0xff),
  "a PNG after a space": words(" ", png()),
  "only a PNG signature": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  "a WAV file": "RIFF\x24\0\0\0WAVEfmt \x10\0\0\0",
};

const FILE_NAMES = [
  ...["../../x.png", "x.php.png", "x.png\u0000.html", "a\r\nX: y.png", "a".repeat(300), "con.png"],
  ...[".htaccess", "😀.png", "<script>.png", '"; x="y.png'],
];

export const FILES: readonly BroughtFile[] = [
  ...(Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap(ofKind),
  ...Object.entries(NO_PICTURES).map(([name, content]) => ({
    ...{ name, bytes: words(content), fileName: "picture.png", announced: "image/png", type: null },
  })),
  ...FILE_NAMES.map((fileName) => ({
    name: `a PNG called ${JSON.stringify(fileName.slice(0, 20))}`,
    ...{ bytes: png(), fileName, announced: "image/png", type: "image/png" },
  })),
];
