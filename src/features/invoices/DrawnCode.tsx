/** Draws a link as a QR code. It is loaded separately with its library, because most pages do not need it. */
import { useMemo } from "react";
import { QUIET_ZONE } from "../../files/pdf/marks";
import { qrModules } from "./qrModules";
import { t } from "../../../domain/language/texts";

/** Returns one path over all dark modules, and the side of the square, in modules. */
function drawingOf(text: string): { path: string; side: number } {
  const { size, dark } = qrModules(text);
  const path = dark.map(([x, y]) => `M${QUIET_ZONE + x} ${QUIET_ZONE + y}h1v1h-1z`).join("");
  return { path, side: size + 2 * QUIET_ZONE };
}

export type DrawnCodeProps = { link: string; label?: string };

export function DrawnCode({ link, label = t("Payment QR code") }: DrawnCodeProps) {
  const { path, side } = useMemo(() => drawingOf(link), [link]);
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="size-full"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
