/** The user's picture in the bar, which opens the user menu. */
import type { StoredUser } from "../../session/userdata";
import { useLateMenu } from "../../ui/useLateMenu";
import { USER_MENU_LOOK, UserMenuFace } from "./UserMenuFace";

const load = async () => (await import("./UserMenuList")).UserMenuList;

export function UserMenu({ user }: { user: StoredUser }) {
  const { Menu, isByKeyboard, button } = useLateMenu(load);
  if (Menu !== null) return <Menu user={user} isByKeyboard={isByKeyboard} />;
  return (
    <button {...button} aria-haspopup="menu" className={USER_MENU_LOOK}>
      <UserMenuFace user={user} />
    </button>
  );
}
