/** The dashboard's settings: the account, the theme, and the way to create other admins. */
import * as links from "../../../domain/links";
import type { ReactNode } from "react";
import { useSession } from "../../live/useSession";
import { LinkButton } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { LanguageSelect } from "../../market/LanguageSelect";
import { ThemeSelect } from "../../ui/ThemeSelect";
import { t } from "../../../domain/language/texts";

export function SettingsSection() {
  const session = useSession();
  if (session.state !== "signedIn") return null;
  return (
    <Card className="divide-y divide-line px-4">
      <Setting title={t("Account")} hint={`${session.me.name}, ${session.me.email}`}>
        <LinkButton size="sm" to={links.RESET_PASSWORD}>
          {t("Change password")}
        </LinkButton>
      </Setting>
      <Setting title={t("Theme")} hint={t("Of this browser.")}>
        <ThemeSelect label={t("Theme")} className="w-44" />
      </Setting>
      <Setting title={t("Language")} hint={t("Of the screens, and of mails to you.")}>
        <LanguageSelect className="w-44" />
      </Setting>
      <Setting
        title={t("Admins")}
        hint={t(
          "Admins can't register and can't be removed here; whoever runs the server makes them with a command.",
        )}
      >
        {/* oxlint-disable-next-line mandi/no-bare-words -- a command */}
        <code className="rounded-sm bg-sunken px-2 py-1 font-mono text-sm">npm run admin</code>
      </Setting>
    </Card>
  );
}

type SettingProps = { title: string; hint: string; children: ReactNode };

function Setting({ title, hint, children }: SettingProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="font-medium">{title}</h3>
        <p className="max-w-text text-sm text-muted">{hint}</p>
      </div>
      {children}
    </div>
  );
}
