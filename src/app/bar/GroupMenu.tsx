/** One group of the bar: a plain link if it holds one page, else a button that opens its links. */
import { NavLink, useLocation } from "react-router-dom";
import { cx } from "../../lib/cx";
import { useLateMenu } from "../../ui/useLateMenu";
import { ENTRY_LOOK, GroupFace, groupLook, type GroupMenuProps } from "./GroupFace";
import { ItemCount } from "./ItemCount";

const load = async () => (await import("./GroupPopover")).GroupPopover;

export function GroupMenu({ group, badges }: GroupMenuProps) {
  const [only] = group.items;
  if (only !== undefined && group.items.length === 1) {
    return (
      <NavLink
        to={only.to}
        className={cx(
          ENTRY_LOOK,
          group.isWideOnly === true && "max-lg:hidden",
          "aria-[current=page]:text-accent-ink",
        )}
      >
        {only.label}
        <ItemCount item={only} badges={badges} />
      </NavLink>
    );
  }
  return <LateGroup group={group} badges={badges} />;
}

function LateGroup({ group, badges }: GroupMenuProps) {
  const { pathname } = useLocation();
  const { Menu, button } = useLateMenu(load);
  if (Menu !== null) return <Menu group={group} badges={badges} />;
  return (
    <button {...button} className={groupLook(group, pathname)}>
      <GroupFace group={group} badges={badges} />
    </button>
  );
}
