/**
 * What may be chosen as a product's picture, checked in the browser before anything is uploaded. It spares the wait, nothing more:
 * the server looks at the bytes themselves (deviation 12). Texts: spec §5.
 */

export const PICTURE_TEXTS = {
  missing: "Please select an image file",
  notAnImage: "Please upload an image file (JPEG, PNG, GIF)",
  tooBig: "Image file must be smaller than 5MB",
} as const;

/** What the server can read (rulings, "REST"): the file chooser offers these, and SVG is refused with the text for no image. */
export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;

/** What is wrong with the chosen file, in the specification's words, or null. */
export function pictureError(
  file: { readonly type: string; readonly size: number } | null,
  maxBytes: number,
): string | null {
  if (file === null || file.size === 0) return PICTURE_TEXTS.missing;
  if (!(PICTURE_TYPES as readonly string[]).includes(file.type)) return PICTURE_TEXTS.notAnImage;
  return file.size > maxBytes ? PICTURE_TEXTS.tooBig : null;
}
