/** Prepares the type of a PDF in the browser: fonts, what shapes letters beyond Latin, and pictures of letters that no font has. */
import type { TextPicture, TypeParts } from "./draw";
import boldUrl from "./fonts/Inter-SemiBold.ttf?url";
import normalUrl from "./fonts/Inter-Regular.ttf?url";

/** Pixels per point: sharp on paper. */
const SCALE = 4;
const MM_PER_POINT = 25.4 / 72;
const LINE_HEIGHT = 1.35;

/** Errors: an answer that is no success. */
export async function bytesOf(url: string): Promise<Uint8Array> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Drawn by the browser, in the fonts of its system. */
const pictureOf: TextPicture = (text, size, bold) => {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (context === null) return null;
  const font = `${bold ? 600 : 400} ${size * SCALE}px "Inter Variable", sans-serif`;
  context.font = font;
  // Some texts have no width, such as a line of a zero-width space; a picture must have one.
  canvas.width = Math.max(1, Math.ceil(context.measureText(text).width));
  canvas.height = Math.ceil(size * SCALE * LINE_HEIGHT);
  // Resizing forgets it.
  context.font = font;
  context.textBaseline = "alphabetic";
  context.fillStyle = "#201b15";
  context.fillText(text, 0, canvas.height * 0.75);
  const toMm = MM_PER_POINT / SCALE;
  return {
    data: canvas.toDataURL("image/png"),
    width: canvas.width * toMm,
    height: canvas.height * toMm,
  };
};

export async function browserType(): Promise<TypeParts> {
  const [normal, bold] = await Promise.all([bytesOf(normalUrl), bytesOf(boldUrl)]);
  const fonts = { normal, bold };
  return {
    fonts,
    pictureOf,
    // Without a connection the pictures stand in.
    loadShaper: (scripts) =>
      import("./shaper")
        .then(({ loadShaper }) => loadShaper(scripts, fonts, bytesOf))
        .catch(() => null),
  };
}
