/** Theme, notifications, password, payment ID and bank details, sessions, and the account's data. */
import * as links from "../../../domain/links";
import type { ReactNode } from "react";
import type { TradeRole } from "../../../domain/roles";
import { useSession } from "../../live/useSession";
import type { Me } from "../../session/userdata";
import { LinkButton } from "../../ui/Button";
import { PageHeader } from "../../ui/PageHeader";
import { LanguageSelect, PartialLanguageNote } from "../../market/LanguageSelect";
import { ThemeSelect } from "../../ui/ThemeSelect";
import { Field } from "../../ui/Field";
import { BankSettings } from "./BankSettings";
import { BlockSettings } from "./BlockSettings";
import { CloseAccount, DataSettings } from "./DataSettings";
import { DeviceSettings } from "./DeviceSettings";
import { OrderTermsSettings } from "./OrderTermsSettings";
import { PasswordSettings } from "./PasswordSettings";
import { PaymentSettings } from "./PaymentSettings";
import { SettingsCard } from "../../ui/SettingsCard";
import { TaxSettings } from "./TaxSettings";
import { SessionSettings } from "./SessionSettings";
import { api } from "../../../convex/_generated/api";
import { renewalText, spaceText } from "../../../domain/notificationTexts";
import { useLiveQuery } from "../../live/useLiveQuery";
import { Skeleton } from "../../ui/Skeleton";
import { t } from "../../../domain/language/texts";

export type SettingsPageProps = {
  /** The card for notifications, which belongs to another feature. */
  notificationSettings: ReactNode;
  /** The cards for keys and webhooks, which belong to another feature. */
  developerSettings: ReactNode;
};

export function SettingsPage({ notificationSettings, developerSettings }: SettingsPageProps) {
  const session = useSession();
  if (session.state !== "signedIn") return <PageHeader title={t("Settings")} />;
  const { me } = session;
  return (
    <div className="mx-auto max-w-160">
      <PageHeader
        title={t("Settings")}
        action={<LinkButton to={links.PROFILE}>{t("Your Profile")}</LinkButton>}
      />
      <div className="flex flex-col gap-4">
        <SettingsCard title={t("Appearance")}>
          <div className="flex flex-wrap gap-4">
            <Field label={t("Theme")} className="w-full sm:w-60">
              <ThemeSelect />
            </Field>
            <div className="flex w-full flex-col gap-1.5 sm:w-60">
              <Field label={t("Language")}>
                <LanguageSelect />
              </Field>
              <PartialLanguageNote />
            </div>
          </div>
        </SettingsCard>
        <div id="notifications" className="empty:hidden">
          {notificationSettings}
        </div>
        <SettingsCard
          title={t("This device")}
          lead={t("Mandi as an app of its own, with its icon.")}
        >
          <DeviceSettings />
        </SettingsCard>
        {me.role === "distributor" && <DistributorSettings me={me} />}
        {me.role !== "admin" && <TaxCard me={me} role={me.role} />}
        {me.role !== "admin" && (
          <SettingsCard
            title={t("Blocked")}
            lead={t(
              "Nobody on this list can ask, order, reserve or write, and neither can you with them.",
            )}
          >
            <BlockSettings />
          </SettingsCard>
        )}
        <SettingsCard
          title={t("Password")}
          lead={t("Your other devices are signed out when it changes.")}
        >
          <PasswordSettings />
        </SettingsCard>
        <SettingsCard
          title={t("Devices")}
          lead={t("Lost a phone, or used a computer that is not yours?")}
        >
          <SessionSettings />
        </SettingsCard>
        {developerSettings}
        {me.role !== "admin" && (
          <SettingsCard
            title={t("Space")}
            lead={t(
              "What one account may store in a day, so that nobody fills the market. Small orders always pass.",
            )}
          >
            <SpaceToday />
          </SettingsCard>
        )}
        <SettingsCard
          title={t("Your data")}
          lead={t("Your account, goods, trade, messages and settings, in one JSON file.")}
        >
          <DataSettings />
          {me.role !== "admin" && <CloseAccount />}
        </SettingsCard>
      </div>
    </div>
  );
}

const TAX_LEADS = {
  distributor: t(
    "With your GSTIN your invoices become tax invoices. Your prices include GST, unless you say otherwise here.",
  ),
  retailer: t("Distributors with a GSTIN put these on your invoices."),
} as const;

function TaxCard({ me, role }: { me: Me; role: TradeRole }) {
  return (
    <SettingsCard title={t("Tax")} lead={TAX_LEADS[role]}>
      <TaxSettings key={me._id} me={me} role={role} />
      {role === "distributor" && me.gstin !== undefined && (
        <LinkButton to={links.MONTH_END} className="self-start">
          {t("Month's end")}
        </LinkButton>
      )}
    </SettingsCard>
  );
}

function DistributorSettings({ me }: { me: Me }) {
  return (
    <>
      <div id="payments">
        <SettingsCard
          title={t("Payments")}
          lead={t(
            "With your UPI ID, every invoice gets a payment code with amount and number in it.",
          )}
        >
          <PaymentSettings key={me._id} upiId={me.upiId ?? ""} />
        </SettingsCard>
      </div>
      <SettingsCard
        title={t("Bank details")}
        lead={t(
          "UPI takes ₹1,00,000 a day. For larger sums your retailers see this account beside the invoice.",
        )}
      >
        <BankSettings key={me._id} account={me.bankAccount} />
      </SettingsCard>
      <SettingsCard
        title={t("Order limits")}
        lead={t(
          "What one retailer may have waiting for your answer, and how long an order waits before it is rejected by itself.",
        )}
      >
        <OrderTermsSettings key={me._id} terms={me.orderTerms} />
      </SettingsCard>
    </>
  );
}

/** Says what the account may still store today, and when all of that is there again. */
function SpaceToday() {
  const spaces = useLiveQuery(api.account.space, {}).value;
  if (spaces === undefined) return <Skeleton className="h-12" />;
  return (
    <ul>
      {spaces.map((space) => (
        <li key={space.of}>
          <p>{spaceText(space)}</p>
          {space.leftBytes < space.maxBytes && (
            <p className="text-sm text-muted">{renewalText(space)}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
