/** A label and its value inside a <dl>; figures stand at the right. */
import type { ReactNode } from "react";

export type FactProps = { label: string; align?: "left" | "right"; children: ReactNode };

const VALUES = { left: "min-w-0 wrap-anywhere", right: "min-w-0 text-right tabular-nums" } as const;

export function Fact({ label, align = "left", children }: FactProps) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className={VALUES[align]}>{children}</dd>
    </>
  );
}
