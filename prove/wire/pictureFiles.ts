/** Upload samples: valid and invalid pictures of four formats, and other files that claim to be pictures. */
import { deflateSync } from "node:zlib";
import { IMAGE_BYTES_MAX, IMAGE_SIDE_MAX_PX } from "../../domain/limits";

/** Private metadata that a stored picture must not contain, and a script that a browser must not run. */
export const SECRET = "18.5204 N 73.8567 E";
export const SCRIPT = "<script>alert(1)</script>";

export interface UploadSample {
  readonly name: string;
  readonly bytes: Buffer;
  /** The file name and type in the form. */
  readonly fileName: string;
  readonly declaredType: string;
  /** The expected Content-Type when served; null if the upload must be refused. */
  readonly type: string | null;
}

interface Options {
  readonly width?: number;
  readonly height?: number;
  readonly metadata?: string;
}
type BuildPicture = (options?: Options) => Buffer;

function concat(...parts: readonly (string | number | readonly number[] | Buffer)[]): Buffer {
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

const chunk = (name: string, data: Buffer) => concat(big(data.length, 4), name, data, [0, 0, 0, 0]);

const png: BuildPicture = ({ width = 2, height = 2, metadata } = {}) =>
  concat(
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    chunk("IHDR", concat(big(width, 4), big(height, 4), [8, 2, 0, 0, 0])),
    metadata === undefined
      ? ""
      : concat(chunk("tEXt", concat(metadata)), chunk("eXIf", concat(metadata))),
    chunk("IDAT", deflateSync(Buffer.alloc(14))),
    chunk("IEND", Buffer.alloc(0)),
  );

const segment = (marker: number, data: Buffer) =>
  concat([0xff, marker], big(data.length + 2, 2), data);

const jpeg: BuildPicture = ({ width = 2, height = 2, metadata } = {}) =>
  concat(
    [0xff, 0xd8],
    metadata === undefined
      ? ""
      : concat(
          segment(0xe1, concat("Exif\0\0", metadata)),
          segment(0xfe, concat(metadata)),
          segment(0xed, concat(metadata)),
        ),
    segment(0xc0, concat(8, big(height, 2), big(width, 2), [1, 1, 0x11, 0])),
    segment(0xda, concat([1, 1, 0, 0, 63, 0])),
    [1, 2, 3],
    [0xff, 0xd9],
  );

const gif: BuildPicture = ({ width = 2, height = 2, metadata } = {}) =>
  concat(
    ...["GIF89a", little(width, 2), little(height, 2), [0, 0, 0]],
    metadata === undefined ? "" : concat([0x21, 0xfe, metadata.length], metadata, 0),
    ...[[0x2c, 0, 0, 0, 0], little(2, 2), little(2, 2), [0, 2, 2, 0x4c, 0x01, 0, 0x3b]],
  );

const riff = (name: string, data: Buffer) =>
  concat(name, little(data.length, 4), data, data.length % 2 === 1 ? 0 : "");

const webp: BuildPicture = ({ width = 2, height = 2, metadata } = {}) => {
  const size = concat(little(width - 1, 3), little(height - 1, 3));
  const flags = metadata === undefined ? 0 : 0x0c;
  const body = concat(
    ...["WEBP", riff("VP8X", concat([flags, 0, 0, 0], size))],
    riff("VP8L", concat([0x2f, 1, 0, 0, 0, 1])),
    metadata === undefined
      ? ""
      : concat(riff("EXIF", concat(metadata)), riff("XMP ", concat(metadata))),
  );
  return concat("RIFF", little(body.length, 4), body);
};

const KINDS = { png, jpeg, gif, webp } as const satisfies Record<string, BuildPicture>;

function ofKind(kind: keyof typeof KINDS): UploadSample[] {
  const [build, type] = [KINDS[kind], `image/${kind}`];
  const plain = { fileName: `picture.${kind}`, declaredType: type };
  const tooWide = IMAGE_SIDE_MAX_PX + 1;
  const good = (name: string, bytes: Buffer, metadata: Partial<UploadSample> = {}) => ({
    ...{ name: `${kind} ${name}`, bytes, ...plain, type, ...metadata },
  });
  const bad = (name: string, bytes: Buffer) => good(name, bytes, { type: null });
  return [
    good("without metadata", build()),
    good("with private metadata", build({ metadata: SECRET })),
    good("with a script in its metadata", build({ metadata: SCRIPT })),
    good("with HTML appended", concat(build(), `<html>${SCRIPT}${SECRET}</html>`)),
    good("with an archive appended", concat(build(), "PK\x03\x04", SECRET)),
    good("with private metadata and appended text", concat(build({ metadata: SECRET }), SECRET)),
    good("declared as HTML", build(), { declaredType: "text/html", fileName: "x.html" }),
    good("declared as SVG", build(), { declaredType: "image/svg+xml", fileName: "x.svg" }),
    good("without a declared type", build(), { declaredType: "" }),
    good("of the maximum width", build({ width: IMAGE_SIDE_MAX_PX, height: 1 })),
    bad("too wide", build({ width: tooWide })),
    bad("too high", build({ height: tooWide })),
    bad("of too many pixels", build({ width: 7_000, height: 7_000 })),
    ...(kind === "webp" ? [] : [bad("without a width", build({ width: 0 }))]),
    bad("truncated in its header", build().subarray(0, 9)),
    good(
      "of the maximum size",
      Buffer.concat([build(), Buffer.alloc(IMAGE_BYTES_MAX - build().length)]),
    ),
    bad(
      "one byte over the maximum size",
      Buffer.concat([build(), Buffer.alloc(IMAGE_BYTES_MAX - build().length + 1)]),
    ),
  ];
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">';
const OTHER_FILES: Readonly<Record<string, string | Buffer>> = {
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
  "a PNG after a space": concat(" ", png()),
  "only a PNG signature": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  "a WAV file": "RIFF\x24\0\0\0WAVEfmt \x10\0\0\0",
};

const FILE_NAMES = [
  ...["../../x.png", "x.php.png", "x.png\u0000.html", "a\r\nX: y.png", "a".repeat(300), "con.png"],
  ...[".htaccess", "😀.png", "<script>.png", '"; x="y.png'],
];

export const UPLOAD_SAMPLES: readonly UploadSample[] = [
  ...(Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap(ofKind),
  ...Object.entries(OTHER_FILES).map(([name, content]) => ({
    ...{
      name,
      bytes: concat(content),
      fileName: "picture.png",
      declaredType: "image/png",
      type: null,
    },
  })),
  ...FILE_NAMES.map((fileName) => ({
    name: `a PNG called ${JSON.stringify(fileName.slice(0, 20))}`,
    ...{ bytes: png(), fileName, declaredType: "image/png", type: "image/png" },
  })),
];
