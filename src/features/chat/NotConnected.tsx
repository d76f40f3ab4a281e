/** Somebody whom one can't write to, because the two are not connected and never talked. */
import * as links from "../../../domain/links";
import { Link2Off } from "lucide-react";
import type { Role } from "../../../domain/roles";
import { Button, LinkButton } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { t } from "../../../domain/language/texts";

const WAYS = {
  retailer: { to: links.DISTRIBUTORS, label: t("See distributors") },
  distributor: { to: links.REQUESTS, label: t("See requests") },
} as const;

export type NotConnectedProps = { role: Role; email: string; onShowList: () => void };

export function NotConnected({ role, email, onShowList }: NotConnectedProps) {
  const way = role === "distributor" ? WAYS.distributor : WAYS.retailer;
  return (
    <div className="grid flex-1 place-items-center p-6">
      <EmptyState
        icon={Link2Off}
        title={t("You are not connected yet")}
        hint={t("You and {email} can write to each other once you are connected.", { email })}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <LinkButton variant="primary" to={way.to}>
              {way.label}
            </LinkButton>
            <Button className="md:hidden" onClick={onShowList}>
              {t("Show conversations")}
            </Button>
          </div>
        }
      />
    </div>
  );
}
