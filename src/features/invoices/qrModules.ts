/** A QR code as a square of modules, which callers draw as a path on screen or as rectangles in a PDF. */
import QRCode from "qrcode";
import type { QrModules } from "../../files/pdf/marks";

export function qrModules(text: string): QrModules {
  const { data, size } = QRCode.create(text, { errorCorrectionLevel: "M" }).modules;
  const dark = Array.from(data, (isDark, at) => ({ isDark, at }))
    .filter(({ isDark }) => isDark !== 0)
    .map(({ at }) => [at % size, Math.floor(at / size)] as const);
  return { size, dark };
}
