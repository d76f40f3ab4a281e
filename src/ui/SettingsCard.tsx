/** A card with one subject of the settings. */
import type { ReactNode } from "react";
import { Card } from "./Card";

export type SettingsCardProps = { title: string; lead?: ReactNode; children: ReactNode };

export function SettingsCard({ title, lead, children }: SettingsCardProps) {
  return (
    <Card as="section" aria-label={title} className="flex flex-col gap-4 p-4 sm:p-6">
      <div>
        <h2 className="text-md font-semibold">{title}</h2>
        {lead !== undefined && <p className="max-w-text text-muted">{lead}</p>}
      </div>
      {children}
    </Card>
  );
}
