/** The button of a group of the bar: its look and its face. */
import { ChevronDown } from "lucide-react";
import { cx } from "../../lib/cx";
import { Count } from "../../ui/Count";
import type { NavGroup } from "../navigation";
import { type Badges, badgeOfGroup } from "./useBadges";
import { t } from "../../../domain/language/texts";

export const ENTRY_LOOK =
  "flex h-9 items-center gap-1.5 rounded-sm px-2 text-base font-medium text-ink transition-colors hover:bg-hover lg:px-3";

export function groupLook({ items }: NavGroup, pathname: string): string {
  return cx(ENTRY_LOOK, items.some(({ to }) => to === pathname) && "text-accent-ink");
}

export type GroupMenuProps = { group: NavGroup; badges: Badges };

export function GroupFace({ group, badges }: GroupMenuProps) {
  return (
    <>
      {group.label}
      <Count value={badgeOfGroup(group, badges)} what={t("waiting")} />
      <ChevronDown aria-hidden className="size-3.5 text-muted" />
    </>
  );
}
