/** The face of the user menu's button. */
import type { StoredUser } from "../../session/userdata";
import { Avatar } from "../../ui/Avatar";
import { t } from "../../../domain/language/texts";

export const USER_MENU_LOOK = "rounded-full";

export function UserMenuFace({ user }: { user: StoredUser }) {
  return (
    <>
      <Avatar src={user.image} name={user.name} />
      <span className="sr-only">{t("User menu")}</span>
    </>
  );
}
