/** The opened user menu: name and role, profile and settings, the theme, Sign out. */
import { Check, LogOut } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { ROLE_WORDS, type StoredUser } from "../../session/userdata";
import { useHasMonthEnd } from "../../market/useHasMonthEnd";
import { Avatar } from "../../ui/Avatar";
import { leaveFocusInPage } from "../../ui/focusHeading";
import { chooseTheme, THEME_WORDS, THEMES, useTheme } from "../../ui/theme";
import { userMenuFor } from "../navigation";
import { USER_MENU_LOOK, UserMenuFace } from "./UserMenuFace";
import { SignOutDialog, useSignOutPrompt } from "./SignOut";
import { LANGUAGE_NAMES, LANGUAGES } from "../../../domain/language/languages";
import { currentLanguage, t } from "../../../domain/language/texts";
import { useChooseLanguage } from "../../market/useChooseLanguage";

const ITEM =
  "flex h-9 items-center gap-2.5 rounded-sm px-2.5 outline-none select-none data-highlighted:bg-hover [&_svg]:size-4";

type UserMenuListProps = { user: StoredUser; isByKeyboard: boolean };

/** Returns the menu with its button, open at first; by a key its first entry has the focus. */
export function UserMenuList({ user, isByKeyboard }: UserMenuListProps) {
  const prompt = useSignOutPrompt();
  return (
    <>
      <Menu user={user} isByKeyboard={isByKeyboard} onSignOut={prompt.begin} />
      <SignOutDialog {...prompt} />
    </>
  );
}

function Menu({ user, isByKeyboard, onSignOut }: UserMenuListProps & { onSignOut: () => void }) {
  const navigate = useNavigate();
  const items = userMenuFor({ hasMonthEnd: useHasMonthEnd() });
  const trigger = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The library gives the first entry the focus after a key that it has seen itself.
    if (!isByKeyboard) return;
    const key = new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true });
    trigger.current?.dispatchEvent(key);
  }, [isByKeyboard]);
  return (
    <DropdownMenu.Root modal={false} defaultOpen={!isByKeyboard}>
      <DropdownMenu.Trigger ref={trigger} className={USER_MENU_LOOK}>
        <UserMenuFace user={user} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          onCloseAutoFocus={leaveFocusInPage}
          align="end"
          sideOffset={8}
          collisionPadding={8}
          className="z-50 w-64 animate-pop rounded-md border border-line bg-raised p-1 shadow-high"
        >
          <UserSummary user={user} />
          <DropdownMenu.Separator className="my-1 h-px bg-line" />
          {items.map(({ label, to, icon: Icon }) => (
            <DropdownMenu.Item key={to} className={ITEM} onSelect={() => void navigate(to)}>
              <Icon aria-hidden className="text-muted" />
              {label}
            </DropdownMenu.Item>
          ))}
          <ThemeChoice />
          <LanguageChoice />
          <DropdownMenu.Separator className="my-1 h-px bg-line" />
          <DropdownMenu.Item className={ITEM} onSelect={onSignOut}>
            <LogOut aria-hidden className="text-muted" />
            {t("Sign out")}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function UserSummary({ user }: { user: StoredUser }) {
  const business = user.companyName ?? user.shopName;
  return (
    <DropdownMenu.Label className="flex items-center gap-3 px-2.5 py-2">
      <Avatar src={user.image} name={user.name} className="size-10" />
      <div className="min-w-0">
        <p className="truncate font-semibold">{user.name === "" ? t("Guest") : user.name}</p>
        <p className="truncate text-sm text-muted">
          {user.email === "" ? t("No email") : user.email}
        </p>
        {business !== undefined && <p className="truncate text-sm text-muted">{business}</p>}
        <p className="text-sm text-accent-ink">{ROLE_WORDS[user.role]}</p>
      </div>
    </DropdownMenu.Label>
  );
}

function ThemeChoice() {
  const theme = useTheme();
  return (
    <DropdownMenu.RadioGroup value={theme}>
      <DropdownMenu.Label className="px-2.5 pt-1 pb-0.5 text-xs text-muted">
        {t("Theme")}
      </DropdownMenu.Label>
      {THEMES.map((choice) => (
        <DropdownMenu.RadioItem
          key={choice}
          value={choice}
          className={ITEM}
          onSelect={(event) => {
            // The menu stays open, so that the chosen theme is seen.
            event.preventDefault();
            chooseTheme(choice);
          }}
        >
          <span className="grid size-4 place-items-center">
            <DropdownMenu.ItemIndicator>
              <Check aria-hidden className="text-accent-ink" />
            </DropdownMenu.ItemIndicator>
          </span>
          {THEME_WORDS[choice]}
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

function LanguageChoice() {
  const choose = useChooseLanguage();
  return (
    <DropdownMenu.RadioGroup value={currentLanguage()} className="pb-1">
      <DropdownMenu.Label className="px-2.5 pt-1 pb-0.5 text-xs text-muted">
        {t("Language")}
      </DropdownMenu.Label>
      <div className="flex flex-wrap gap-1 px-1.5">
        {LANGUAGES.map((language) => (
          <DropdownMenu.RadioItem
            key={language}
            value={language}
            lang={language}
            className="flex min-h-9 items-center rounded-sm px-2 outline-none select-none data-highlighted:bg-hover data-[state=checked]:bg-accent-soft data-[state=checked]:text-accent-ink"
            onSelect={() => choose(language)}
          >
            {LANGUAGE_NAMES[language]}
          </DropdownMenu.RadioItem>
        ))}
      </div>
    </DropdownMenu.RadioGroup>
  );
}
