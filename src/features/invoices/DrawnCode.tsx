/** Draws a UPI link as a QR code. It is loaded separately with its library, because most invoices do not need it. */
import { useMemo } from "react";
import { QUIET_ZONE } from "../../files/pdf/marks";
import { qrModules } from "./qrModules";

/** Returns one path over all dark modules, and the side of the square, in modules. */
function drawingOf(text: string): { path: string; side: number } {
  const { size, dark } = qrModules(text);
  const path = dark.map(([x, y]) => `M${QUIET_ZONE + x} ${QUIET_ZONE + y}h1v1h-1z`).join("");
  return { path, side: size + 2 * QUIET_ZONE };
}

export function DrawnCode({ link }: { link: string }) {
  const { path, side } = useMemo(() => drawingOf(link), [link]);
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label="Payment QR code"
      shapeRendering="crispEdges"
      className="size-full"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
