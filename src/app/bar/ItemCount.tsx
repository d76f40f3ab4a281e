/** The live count of an entry of the bars, if it has one. */
import { Count } from "../../ui/Count";
import type { NavItem } from "../navigation";
import type { Badges, OrderCounts } from "./useBadges";
import { t } from "../../../domain/language/texts";

/** These say how much there is; nobody waits for an answer. */
const QUIET = new Set(["basket", "unread"]);

type ItemCountProps = {
  item: NavItem;
  badges: Badges;
  /** Given where the lengths of lists are shown too. */
  counts?: OrderCounts;
  className?: string;
};

export function ItemCount({ item, badges, counts, className = "" }: ItemCountProps) {
  if (item.badge !== undefined)
    return (
      <Count
        value={badges[item.badge]}
        what={t("waiting")}
        isQuiet={QUIET.has(item.badge)}
        className={className}
      />
    );
  const length = item.counts === undefined ? undefined : counts?.[item.counts];
  if (length === undefined) return null;
  return (
    <Count
      value={length}
      what={length === 1 ? t("order") : t("orders")}
      isQuiet
      className={className}
    />
  );
}
