/** A QR code as a square of modules, which callers draw as a path on screen or as rectangles in a PDF. */
import QRCode from "qrcode";

/** Modules of white around it: the standard's quiet zone. */
export const QUIET_ZONE = 4;

export type QrModules = {
  /** Modules on one side, without the quiet zone. */
  readonly size: number;
  /** Column and row of every dark one. */
  readonly dark: readonly (readonly [column: number, row: number])[];
};

export function qrModules(text: string): QrModules {
  const { data, size } = QRCode.create(text, { errorCorrectionLevel: "M" }).modules;
  const dark = Array.from(data, (isDark, at) => ({ isDark, at }))
    .filter(({ isDark }) => isDark !== 0)
    .map(({ at }) => [at % size, Math.floor(at / size)] as const);
  return { size, dark };
}
